"""Which rules are meant: by code, by the beginning of a code, or by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks.registry import all_rules
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.spec.errors import closest

V = TypeVar("V")

_OTHERS = (catalog.NOT_A_SET, catalog.TOO_MANY_PODS, catalog.SUPPRESSION)
"""What a check says beside what its rules say."""


def matches(pattern: str, code: str, name: str) -> bool:
    """Whether `GRV303`, `GRV3` or `a-rules-name` means this rule."""
    return pattern == name or (pattern.startswith("GRV") and code.startswith(pattern))


def chosen(patterns: Collection[str], code: str, name: str) -> bool:
    """Whether one of the patterns means the rule; none of them means every rule."""
    return not patterns or any(matches(pattern, code, name) for pattern in patterns)


def nearest(values: Mapping[str, V], code: str, name: str) -> V | None:
    """The value of the pattern that means the rule most exactly: its name or code before the longest prefix."""
    found = [pattern for pattern in values if matches(pattern, code, name)]
    best = max(found, key=lambda pattern: (pattern in (code, name), len(pattern)), default=None)
    return None if best is None else values[best]


def unknown_rules(patterns: Iterable[str], path: str) -> list[Finding]:
    """A finding for each pattern that means no rule.

    Args:
        patterns: Codes, beginnings of codes, or names.
        path: The option they come from.
    """
    known = {(rule.code, rule.name) for rule in all_rules()} | {(code.code, code.name) for code in _OTHERS}
    words = sorted({word for pair in known for word in pair})
    return [
        finding(
            catalog.UNKNOWN_OPTION,
            f"no rule is called {pattern!r}{closest(_spelled(pattern), words)}",
            path=path,
            found=pattern,
            fix="give a code, the beginning of one, or a name; `cdk8s-grove rules` lists them",
        )
        for pattern in patterns
        if not any(matches(pattern, *pair) for pair in known)
    ]


def _spelled(word: str) -> str:
    return word.upper() if word[:3].upper() == "GRV" else word.lower()
