"""Secrets are never shown."""

from __future__ import annotations

import re
from typing import Final, cast

from cdk8s_grove.core.diff.fields import Item, Path
from cdk8s_grove.core.plan.environment import MASKED, is_secret
from cdk8s_grove.core.plan.raw import items, mapping

_ASSIGNED: Final = re.compile(
    r"""((?<![\w-])--?[A-Za-z_][\w-]*(?:=|[ ]+)|[A-Za-z_]\w*=)('[^']*'|"[^"]*"|[^\s;&|'"]+)"""
)
"""`HF_TOKEN=abc`, `--api-key=abc`, `--api-key abc`: in a word, or anywhere in a script."""


def masked(value: object, path: Path, *, whole: bool = False) -> object:
    """A value without what is named like a secret.

    Args:
        value: Of a field, or a whole item.
        path: Where it stands.
        whole: Everything in it is secret, as in a Secret's data.
    """
    if value is None:
        return None
    named = whole or (isinstance(value, str) and any(is_secret(name) for name in _names(path)))
    return _cover(value, hide=named)


def _names(path: Path) -> list[str]:
    """What tells that a value is secret: the variable it is of, or its own key."""
    if path and path[-1] == "value":
        return [part.name for part in path[-2:] if isinstance(part, Item)]
    return [part for part in path[-1:] if isinstance(part, str)]


def _cover(value: object, *, hide: bool) -> object:
    if isinstance(value, dict):
        fields = mapping(cast("object", value))
        variable = isinstance(fields.get("name"), str) and is_secret(fields["name"])
        return {
            key: _cover(
                inner, hide=hide or (variable and key == "value") or (isinstance(inner, str) and is_secret(key))
            )
            for key, inner in fields.items()
        }
    if isinstance(value, list):
        inner = items(cast("object", value))
        # A flag's value may be the next word.
        return [_cover(item, hide=hide or _is_flag(before)) for before, item in zip([None, *inner], inner)]  # noqa: B905
    if hide:
        return MASKED
    return _flag(value) if isinstance(value, str) else value


def _flag(word: str) -> str:
    """`--api-key=abc` without its value."""
    return _ASSIGNED.sub(_without_secret, word)


def _without_secret(found: re.Match[str]) -> str:
    name = found[1].rstrip("= ")
    return f"{found[1]}{MASKED}" if _is_flag(name) or is_secret(name) else found[0]


def _is_flag(word: object) -> bool:
    """Whether a word is a flag that takes a secret."""
    return isinstance(word, str) and word.startswith("-") and is_secret(word.strip("-").replace("-", "_").upper())
