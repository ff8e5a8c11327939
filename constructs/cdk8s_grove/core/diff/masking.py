"""Secrets are never shown."""

from __future__ import annotations

from typing import cast

from cdk8s_grove.core.diff.fields import Item, Path
from cdk8s_grove.core.plan.environment import MASKED, is_secret
from cdk8s_grove.core.plan.raw import items, mapping


def masked(value: object, path: Path, *, whole: bool = False) -> object:
    """A value without what is named like a secret.

    Args:
        value: Of a field, or a whole item.
        path: Where it stands.
        whole: Everything in it is secret, as in a Secret's data.
    """
    if value is None:
        return None
    named = whole or any(is_secret(name) for name in _names(path))
    return _cover(value, hide=named)


def _names(path: Path) -> list[str]:
    """What tells that a value is secret: the variable it is of, or its own key."""
    if path and path[-1] == "value":
        return [part.name for part in path[-2:] if isinstance(part, Item)]
    return [part for part in path[-1:] if isinstance(part, str) and path[0] in ("data", "stringData", "binaryData")]


def _cover(value: object, *, hide: bool) -> object:
    if isinstance(value, dict):
        fields = mapping(cast("object", value))
        variable = isinstance(fields.get("name"), str) and is_secret(fields["name"])
        return {key: _cover(inner, hide=hide or (variable and key == "value")) for key, inner in fields.items()}
    if isinstance(value, list):
        inner = items(cast("object", value))
        # A flag's value may be the next word.
        return [_cover(item, hide=hide or _is_flag(before)) for before, item in zip([None, *inner], inner)]  # noqa: B905
    if hide:
        return MASKED
    return _flag(value) if isinstance(value, str) else value


def _flag(word: str) -> str:
    """`--api-key=abc` without its value."""
    flag, equals, _ = word.partition("=")
    return f"{flag}={MASKED}" if equals and _is_flag(flag) else word


def _is_flag(word: object) -> bool:
    """Whether a word is a flag that takes a secret."""
    return isinstance(word, str) and word.startswith("-") and is_secret(word.strip("-").replace("-", "_").upper())
