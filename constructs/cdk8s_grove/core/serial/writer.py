"""Documents as YAML text that Kubernetes reads as exactly what they hold.

Of our own, because no library has both: PyYAML's dumpers leave texts such as `1e3` and `0o17` plain, which
Kubernetes reads as numbers, and with stricter resolvers they take several times as long as this.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from cdk8s_grove.core.diagnostics import FidelityError
from cdk8s_grove.core.serial.fidelity import json_findings
from cdk8s_grove.core.serial.scalars import RAW_CHARACTERS, plain_is_text

_PLAIN: Final = re.compile(
    r"(?!\.\.\.)(?:[A-Za-z0-9/$(_.+]|-(?=[^\s-])|--(?=[A-Za-z0-9]))"
    r"(?:[^\s:#\x00-\x1f\x7f-\U0010ffff]|:(?=[^\s,\[\]{}])|(?<=\S)#| (?=[^\s#]))*",
    re.ASCII,
)
"""Texts that are the same plain: printable ASCII, no indicator first, no `: ` and no ` #`; numbers are told apart
by `plain_is_text`."""

_PYYAML_DIFFERS: Final = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|[0-9]{4}-[0-9]", re.ASCII)
"""What older readers take for base 60 or a date."""

_LONGEST_KEY: Final = 128
"""Longer ones are written with `?`: readers look for the `:` of any other in the next 1,024 bytes only, escapes
and all."""

_LITERAL: Final = re.compile(r"(?:[^\s][^\n]*(?<![ \t])\n(?:[^\n]*(?<![ \t\n])\n|\n(?!\Z))*)[^\n]*(?<![ \t])\n?\Z")
"""Texts of several lines that a literal block keeps: no white space first, none at the end of a line, and at most
one line break at the end."""


Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


class _Unwritable(Exception):  # noqa: N818 - never leaves this module
    """The document holds something no manifest can; `json_findings` says what."""


def dump(documents: Iterable[Mapping[str, Any]]) -> str:
    """YAML of documents, separated by `---`; keys in their order, no aliases, no line folded.

    Raises:
        FidelityError: A value that no manifest can hold (GRV061-063).
    """
    texts: list[str] = []
    for document in documents:
        out: list[str] = []
        try:
            _mapping(document, "", out)
        except (_Unwritable, RecursionError):
            raise FidelityError(json_findings(document)) from None
        texts.append("".join(out) if document else "{}\n")
    return "---\n".join(texts)


def _mapping(mapping: Mapping[str, Json], indent: str, out: list[str]) -> None:
    deeper = indent + "  "
    for key, value in mapping.items():
        # Whoever calls may have lied about the types, as a document from elsewhere does.
        if not isinstance(key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise _Unwritable
        out.append(f"{indent}{_key(key)}:" if len(key) <= _LONGEST_KEY else f"{indent}? {_key(key)}\n{indent}:")
        if isinstance(value, str):
            out.append(f" {_text(value, deeper)}\n")
        elif isinstance(value, dict) and value:
            out.append("\n")
            _mapping(value, deeper, out)
        elif isinstance(value, list) and value:
            out.append("\n")
            _items(value, deeper, out)
        else:
            out.append(f" {_small(value)}\n")


def _items(items: list[Json], indent: str, out: list[str]) -> None:
    deeper = indent + "  "
    for item in items:
        if isinstance(item, str):
            out.append(f"{indent}- {_text(item, deeper)}\n")
        elif isinstance(item, dict | list) and item:
            # The first line of what is below stands behind the dash.
            at = len(out)
            if isinstance(item, dict):
                _mapping(item, deeper, out)
            else:
                _items(item, deeper, out)
            out[at] = f"{indent}- {out[at][len(deeper) :]}"
        else:
            out.append(f"{indent}- {_small(item)}\n")


def _small(value: Json) -> str:
    """What fits on the line of its key: no text, no filled collection."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and -(2**63) <= value < 2**64:
        return int.__repr__(value)
    if isinstance(value, float) and math.isfinite(value):
        return float.__repr__(value)
    if isinstance(value, dict):
        return "{}"
    if isinstance(value, list):
        return "[]"
    raise _Unwritable


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    return _scalar(text)


def _text(text: str, indent: str) -> str:
    if "\n" not in text:
        return _scalar(text)
    if text.endswith("\n\n") or RAW_CHARACTERS.search(text) or not _LITERAL.match(text):
        return _quoted(text)
    head = "|" if text.endswith("\n") else "|-"
    lines = text.removesuffix("\n").split("\n")
    return head + "".join(f"\n{indent}{line}" if line else "\n" for line in lines)


@lru_cache(maxsize=16384)
def _scalar(text: str) -> str:
    if _PLAIN.fullmatch(text) and plain_is_text(text) and not _PYYAML_DIFFERS.match(text):
        # Of an enum that is text too, its text.
        return str.__str__(text)
    return _quoted(text)


def _quoted(text: str) -> str:
    """Double quotes: JSON's, with what YAML readers fold or refuse escaped too."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _Unwritable from None
    return RAW_CHARACTERS.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False))
