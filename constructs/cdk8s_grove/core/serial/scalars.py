"""What Kubernetes reads from a plain (unquoted) YAML scalar, and what cdk8s' writer leaves plain.

Kubernetes reads YAML with Go's go-yaml, which takes more texts for numbers than YAML 1.1 says and than the npm
package `yaml`, with which cdk8s writes, quotes.

Source: kubernetes-sigs/yaml goyaml.v2/resolve.go@v1.6.0 and eemeli/yaml src/schema/yaml-1.1@v2 (the copy in cdk8s
2.70); compared with both on generated texts, see tests/golden/scalars.json.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

_INT: Final = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][-+]?[01]+|0[oO]?[-+]?[0-7]+|[0-9]+)", re.ASCII)
_NEWER_INT: Final = re.compile(r"0o[-+][0-7]+", re.ASCII)
"""What go-yaml v3 takes for a number and v2 does not."""

_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_WORD: Final = re.compile(r"~|null|y|n|yes|no|on|off|true|false|<<|=|[-+]?\.(?:inf|nan)|", re.ASCII | re.IGNORECASE)

_WRITER_QUOTES: Final = re.compile(
    r"""(?:~|[Nn]ull|NULL)?
    |[Yy]|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON|[Nn]|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF
    |[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?[0-9][0-9_]*|[-+]?0x[0-9a-fA-F_]+
    |[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN
    |[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+|[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*
    |[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    |<<""",
    re.ASCII | re.VERBOSE,
)

LOST_CHARACTERS: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
"""Characters that a Kubernetes reader refuses or folds where they are not escaped, and that cdk8s does not escape."""

RAW_CHARACTERS: Final = re.compile(f"[\x00-\x08\x0b-\x1f{LOST_CHARACTERS.pattern[1:]}")
"""All characters that have to be escaped; cdk8s does so with these others."""


def plain_is_text(text: str) -> bool:
    """Whether every reader takes this plain scalar for text: Kubernetes', older ones, and newer ones."""
    if _WORD.fullmatch(text):
        return False
    if text[:1] not in "0123456789+-.":
        return True
    bare = text.replace("_", "")
    return not (_INT.fullmatch(bare) or _FLOAT.fullmatch(bare))


def writer_quotes(text: str) -> bool:
    """Whether cdk8s' writer puts quotes around a text because it knows that it looks like something else."""
    return _WRITER_QUOTES.fullmatch(text) is not None


_WORDS: Final = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"), False),
}
_GO_FLOAT: Final = re.compile(r"[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+\.(?:[eE][-+]?[0-9]+)?", re.ASCII)
_LOOSE_UNDERSCORE: Final = re.compile(r"(?<![0-9])_|_(?![0-9])", re.ASCII)
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)", re.ASCII)


def plain_value(text: str) -> str | int | float | bool | None:
    """What Kubernetes reads from a plain scalar.

    Raises:
        ValueError: A number that JSON cannot hold (infinity, NaN).
    """
    if text in _WORDS:
        return _WORDS[text]
    if _NOT_FINITE.fullmatch(text):
        raise ValueError(text)
    if text[0] not in "0123456789+-.":
        return text
    if text[0] == "." and _LOOSE_UNDERSCORE.search(text):
        return text
    bare = text.replace("_", "")
    if _INT.fullmatch(bare):
        number = _go_int(bare)
        if number is not None:
            return number
    if _GO_FLOAT.fullmatch(bare):
        value = float(bare)
        if value - value != 0:
            return text
        # Go writes it to JSON without a point where it is whole.
        return int(Decimal(repr(value))) if value.is_integer() and abs(value) < 1e21 else value
    return text


def is_integer(text: str) -> bool:
    """Whether Kubernetes reads an integer from the plain scalar, not merely a whole number."""
    bare = text.replace("_", "")
    return _INT.fullmatch(bare) is not None and _go_int(bare) is not None


def reads_as_text(text: str) -> bool:
    """Whether Kubernetes, with today's go-yaml or the next, reads exactly this text from the plain scalar."""
    try:
        return plain_value(text) == text and not _NEWER_INT.fullmatch(text.replace("_", ""))
    except ValueError:
        return False


def _go_int(text: str) -> int | None:
    """Go's strconv.ParseInt and ParseUint with base 0; None where they fail."""
    digits = text.lstrip("+-")
    if digits[2:3] in ("+", "-") and not text.startswith("0b"):
        # go-yaml itself cuts off `0b`, and only that, and so lets a sign stand behind it.
        return None
    base = {"x": 16, "o": 8, "b": 2}.get(digits[1:2].lower(), 8 if digits[:1] == "0" and len(digits) > 1 else 10)
    try:
        number = int(digits[2:] if digits[1:2].lower() in ("x", "o", "b") else digits, base)
    except ValueError:
        return None
    number = -number if text[0] == "-" else number
    fits = -(2**63) <= number < 2**63 or (text[0] not in "+-" and number < 2**64)
    return number if fits else None
