"""Characters that a format cannot hold, and escapes for those that mean something in it."""

from __future__ import annotations

import re
from typing import Final

_NO_XML: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_IN_MERMAID: Final = re.compile(r"[#&<>\"%`]")
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def as_xml(text: str) -> str:
    """The text, U+FFFD in the place of what XML 1.0 cannot say: control characters, U+FFFE, half a character."""
    return _NO_XML.sub("\ufffd", text)


def in_mermaid(text: str) -> str:
    """The text as part of a quoted label: on one line, nothing of it read as HTML, Markdown or a directive."""
    return _IN_MERMAID.sub(lambda found: f"#{ord(found[0])};", _CONTROL.sub("\ufffd", text))
