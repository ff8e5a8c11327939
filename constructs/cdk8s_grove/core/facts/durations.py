"""Go's way to write a duration, which Kubernetes uses for `metav1.Duration`: `1h30m`, `15m`, `500ms`.

Source: Go's time.ParseDuration.
"""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction
from typing import Final

_UNITS: Final = {"h": 3_600_000_000, "m": 60_000_000, "s": 1_000_000, "ms": 1_000, "us": 1, "µs": 1}
_TERM = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(h|ms|us|µs|m|s)", re.ASCII)


def parse_duration(text: str) -> timedelta:
    """Read a positive duration in Go's notation.

    Raises:
        ValueError: The text is not such a duration, is finer than a microsecond or out of range.
    """
    total, at = Fraction(0), 0
    while match := _TERM.match(text, at):
        total += Fraction(match[1]) * _UNITS[match[2]]
        at = match.end()
    if at == 0 or at != len(text) or total.denominator != 1:
        raise ValueError(text)
    try:
        return timedelta(microseconds=int(total))
    except OverflowError:
        raise ValueError(text) from None


def format_duration(duration: timedelta) -> str:
    """Write a duration in Go's notation, in as few units as it takes: `1h30m`, `90s` becomes `1m30s`."""
    rest = duration // timedelta(microseconds=1)
    parts: list[str] = []
    for unit in ("h", "m", "s", "ms", "us"):
        count, rest = divmod(rest, _UNITS[unit])
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0s"


def as_go_writes(duration: timedelta) -> str:
    """A positive duration as Go's time.Duration prints it, every unit below the largest included: `1h0m0s`."""
    whole = duration // timedelta(microseconds=1)
    if whole < 1000:
        return f"{whole}µs" if whole else "0s"
    if whole < _UNITS["s"]:
        return f"{_decimal(whole, _UNITS['ms'])}ms"
    hours, rest = divmod(whole, _UNITS["h"])
    minutes, rest = divmod(rest, _UNITS["m"])
    seconds = f"{_decimal(rest, _UNITS['s'])}s"
    return f"{hours}h{minutes}m{seconds}" if hours else f"{minutes}m{seconds}" if minutes else seconds


def _decimal(amount: int, unit: int) -> str:
    whole, rest = divmod(amount, unit)
    digits = f"{rest:0{len(str(unit)) - 1}d}".rstrip("0")
    return f"{whole}.{digits}" if digits else str(whole)
