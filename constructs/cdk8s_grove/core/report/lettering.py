"""Text that fits the room there is: wrapped, then cut; no browser is at hand to measure it."""

from __future__ import annotations

import re
from typing import Final

ELLIPSIS: Final = "…"
_NARROW: Final = frozenset("ijlI.,:;|'!")
_SLIM: Final = frozenset("frt-()[]/ ")
_WIDE: Final = frozenset("mwMW@%—…")
_ENDS: Final = " ·"
_PIECES: Final = re.compile(r"[^\s·-]*[\s·-]*")
"""A line may end behind a space, a dot between facts or a hyphen."""


def width(text: str, size: float) -> float:
    """Of the text, at most, in a sans serif.

    Args:
        text: One line.
        size: Of the letters, in pixels.
    """
    return sum(map(_em, text)) * size


def _em(letter: str) -> float:
    """The width of a letter in the widest of the usual fonts (DejaVu Sans, Verdana), for a size of 1."""
    if letter in _NARROW:
        return 0.38
    if letter in _SLIM:
        return 0.45
    if letter in _WIDE or ord(letter) > 0x17F:
        return 1.0
    return 0.8 if letter.isupper() else 0.65


def cut(text: str, room: float, size: float) -> str:
    """The text, or as much of it as there is room for and an ellipsis; nothing if that would be too little to read."""
    if width(text, size) <= room:
        return text
    shorter = text[: _fitting(text, room - width(ELLIPSIS, size), size)].rstrip(_ENDS)
    return shorter + ELLIPSIS if len(shorter) > 2 else ""


def _fitting(text: str, room: float, size: float) -> int:
    """How many letters there is room for."""
    for index, letter in enumerate(text):
        room -= _em(letter) * size
        if room < 0:
            return index
    return len(text)


def wrapped(text: str, room: float, size: float, most: int) -> tuple[str, ...]:
    """The text in so many lines at most; what is left of it is cut. A word longer than a line is broken."""
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most - 1:
        end = _line_end(rest, room, size)
        if not end:
            return ()
        lines.append(rest[:end].rstrip())
        rest = rest[end:]
    last = cut(rest, room, size)
    return (*lines, last) if last else tuple(lines)


def _line_end(text: str, room: float, size: float) -> int:
    """Where the first line ends."""
    end = 0
    for piece in _PIECES.finditer(text):
        if width(text[: piece.end()].rstrip(), size) > room:
            break
        end = piece.end()
    return end or _fitting(text, room, size)
