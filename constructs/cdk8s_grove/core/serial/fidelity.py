"""What would not arrive as it was written, found before anything is written.

Two ways lead to a cluster. The plain one writes JSON's values and needs them to be JSON's. The one through cdk8s
also passes jsii, a JavaScript engine and cdk8s' own YAML writer, which lose more.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import Final, cast

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding, join_path
from cdk8s_grove.core.serial.scalars import LOST_CHARACTERS, reads_as_text, writer_quotes

_DEPTH: Final = 100
_LEADING_TAB: Final = re.compile(r"\n*\t")
_ESCAPED: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]|\n[\t ]+$")
"""What makes cdk8s' writer put a text in double quotes, where it folds long ones."""
_ARRAY_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,9}", re.ASCII)
_MOST_EXACT: Final = 2**53

Problem = tuple[catalog.Code, str, str] | None
Check = Callable[[object], Problem]


def json_findings(document: object) -> list[Finding]:
    """What in a document is not JSON's: NaN, integers past 64 bits, keys that are not text, other types."""
    return _findings(document, _json_value, _json_key)


def transport_findings(document: object) -> list[Finding]:
    """What in a document jsii and cdk8s' writer would change, and all that `json_findings` finds."""
    return _findings(document, _transport_value, _transport_key)


def _findings(document: object, check: Check, check_key: Check) -> list[Finding]:
    found: list[Finding] = []
    if not _is_clean(document, check, check_key):
        _walk(document, "", check, check_key, found, 0)
    return found


def _is_clean(document: object, check: Check, check_key: Check) -> bool:
    """Whether there is nothing to find, which is nearly always so; without paths, and each text looked at once."""
    level: list[object] = [[document]]
    keys: set[object] = set()
    texts: set[str] = set()
    for _ in range(_DEPTH):
        below: list[object] = []
        for node in level:
            if isinstance(node, dict):
                fields = cast("dict[object, object]", node)
                keys.update(fields)
                values = list(fields.values())
            else:
                values = cast("list[object]", node)
            for value in values:
                if isinstance(value, str) and value.__class__ is str:  # a member of an Enum may be a text too
                    texts.add(value)
                elif isinstance(value, dict | list):
                    below.append(cast("object", value))
                elif check(value):
                    return False
        if not below:
            return not any(map(check_key, keys)) and not any(map(check, texts))
        level = below
    return False


def _walk(value: object, path: str, check: Check, check_key: Check, found: list[Finding], depth: int) -> None:
    if isinstance(value, dict | list) and depth > _DEPTH:
        why = f"it is nested deeper than {_DEPTH}, or holds itself"
        found.append(_finding((catalog.CHANGED_VALUE, why, "flatten it"), f"{path[:40]}...", ""))
    elif isinstance(value, dict):
        for key, item in cast("dict[object, object]", value).items():
            if problem := check_key(key):
                found.append(_finding(problem, join_path(path, str(key)), repr(key)))
            if isinstance(item, dict | list):
                _walk(cast("object", item), join_path(path, str(key)), check, check_key, found, depth + 1)
            elif problem := check(item):
                found.append(_finding(problem, join_path(path, str(key)), repr(item)))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            if isinstance(item, dict | list):
                _walk(cast("object", item), f"{path}[{index}]", check, check_key, found, depth + 1)
            elif problem := check(item):
                found.append(_finding(problem, f"{path}[{index}]", repr(item)))
    elif problem := check(value):
        found.append(_finding(problem, path, repr(value)))


def _finding(problem: tuple[catalog.Code, str, str], path: str, found: str) -> Finding:
    code, why, fix = problem
    secret = ".env[" in path and path.endswith(".value")
    return finding(
        code,
        f"{path or 'the document'} would not reach the cluster as it is",
        path=path,
        why=why,
        found="the value of a variable (not shown)" if secret else found[:80],
        fix=fix,
    )


def _json_value(value: object) -> Problem:
    if isinstance(value, str):
        return _json_text(value)
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int):
        if -(2**63) <= value < 2**64:
            return None
        return catalog.CHANGED_NUMBER, "Kubernetes holds integers of 64 bits", "write it as text, or smaller"
    if isinstance(value, float):
        if math.isfinite(value):
            return None
        return catalog.CHANGED_NUMBER, "neither JSON nor Kubernetes knows NaN or infinity", "give a finite number"
    kind = type(value).__name__
    why = f"a manifest holds texts, numbers, truth values, lists and dicts, no {kind}"
    return catalog.CHANGED_VALUE, why, "convert it"


@lru_cache(maxsize=16384)
def _json_text(text: str) -> Problem:
    try:
        text.encode()
    except UnicodeEncodeError:
        return catalog.CHANGED_STRING, "it holds half of a surrogate pair, which is no character", "write the character"
    return None


def _json_key(key: object) -> Problem:
    if isinstance(key, str):
        return _json_text(key)
    return catalog.CHANGED_KEY, "keys in a manifest are texts", f"write {str(key)!r}"


def _transport_value(value: object) -> Problem:
    if isinstance(value, Enum):
        return catalog.CHANGED_VALUE, "jsii takes members of an Enum for its own", "write its value"
    if isinstance(value, str):
        return _transport_text(value)
    if value is None:
        return catalog.CHANGED_VALUE, "jsii drops null", "leave the field out"
    problem = _json_value(value)
    if problem or isinstance(value, bool):
        return problem
    if isinstance(value, int) and not -_MOST_EXACT <= value <= _MOST_EXACT:
        return catalog.CHANGED_NUMBER, "JavaScript rounds integers past 2^53", "write it as text, or use core.render"
    if isinstance(value, float) and (repr(value) == "-0.0" or abs(value) >= _MOST_EXACT):
        why = "JavaScript writes this number another way"
        return catalog.CHANGED_NUMBER, why, "write it as text, or use core.render"
    return None


@lru_cache(maxsize=16384)
def _transport_text(text: str) -> Problem:
    problem = _json_text(text)
    if problem:
        return problem
    lost = LOST_CHARACTERS.search(text)
    if lost:
        why = f"cdk8s writes the character U+{ord(lost[0]):04X} unescaped, and Kubernetes does not read it back"
        return catalog.CHANGED_STRING, why, "remove the character, or use core.render"
    if not reads_as_text(text) and not writer_quotes(text):
        why = "cdk8s writes it without quotes, and Kubernetes reads that as a number or another value"
        return catalog.CHANGED_STRING, why, "spell it differently, or use core.render"
    if "\n" in text and (_LEADING_TAB.match(text) or (not text.strip(" \t\n") and text.strip("\n"))):
        why = "cdk8s writes it as a block that begins with white space, and Kubernetes does not read that back"
        return catalog.CHANGED_STRING, why, "begin with another character, or use core.render"
    if "\n \n" in text and _ESCAPED.search(text):
        why = "cdk8s folds it, and a line of one space comes out as a backslash"
        return catalog.CHANGED_STRING, why, "empty that line, or use core.render"
    return None


def _transport_key(key: object) -> Problem:
    return _transport_name(key) if isinstance(key, str) else _json_key(key)


@lru_cache(maxsize=16384)
def _transport_name(text: str) -> Problem:
    if _ARRAY_INDEX.fullmatch(text):
        return catalog.CHANGED_KEY, "JavaScript moves keys that look like numbers to the front", "use core.render"
    if text == "__proto__" or text.startswith("$jsii.") or text == "<<" or "\n" in text:
        return catalog.CHANGED_KEY, "jsii or cdk8s' writer takes this key for something else", "use core.render"
    return _transport_text(text)
