"""Kubernetes' resource quantities, exactly: `512Gi`, `1.5`, `250m`, `1e3`.

Source: kubernetes/apimachinery pkg/api/resource/quantity.go@v0.35.0.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

_QUANTITY = re.compile(
    r"(?P<number>[+-]?(?:\d+(?:\.\d*)?|\.\d+))(?P<suffix>[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,3})?", re.ASCII
)
_BINARY: Final = {
    suffix: Fraction(1024) ** power for power, suffix in enumerate(("Ki", "Mi", "Gi", "Ti", "Pi", "Ei"), 1)
}
_DECIMAL: Final = {
    "n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18,
}  # fmt: skip


@lru_cache(maxsize=1024)
def parse_quantity(text: str) -> Fraction:
    """The amount a quantity stands for, exact.

    Raises:
        ValueError: The text is not a quantity.
    """
    match = _QUANTITY.fullmatch(text)
    if match is None:
        raise ValueError(text)
    number, suffix = Fraction(match["number"]), match["suffix"] or ""
    if suffix in _BINARY:
        return number * _BINARY[suffix]
    exponent = int(suffix[1:]) if suffix not in _DECIMAL else _DECIMAL[suffix]
    return number * Fraction(10) ** exponent
