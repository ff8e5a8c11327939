"""Descriptions as docstrings that cannot end early, whatever they hold."""

from __future__ import annotations

import textwrap
import unicodedata

_WIDTH = 100


def docstring(text: str, indent: str) -> list[str]:
    """The lines of a docstring, or none for an empty text."""
    paragraphs = [_harmless(part) for part in text.replace("\r\n", "\n").split("\n")]
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += textwrap.wrap(paragraph, _WIDTH - len(indent), break_on_hyphens=False) or [""]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    if not lines:
        return []
    if len(lines) == 1:
        return [f'{indent}"""{lines[0]}"""']
    return [f'{indent}"""{lines[0]}', *(f"{indent}{line}" if line else "" for line in lines[1:]), f'{indent}"""']


def _harmless(text: str) -> str:
    """Text in which a quote, a backslash or a control character means nothing to Python."""
    visible = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp", "Cf") else c for c in text)
    return visible.replace("\\", "\\\\").replace('"', "'").strip()
