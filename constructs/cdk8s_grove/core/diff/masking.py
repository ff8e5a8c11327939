"""Secrets are never shown."""

from __future__ import annotations

import re
from typing import Final, cast

from cdk8s_grove.core.diff.fields import Item, Path
from cdk8s_grove.core.plan.environment import is_secret
from cdk8s_grove.core.plan.raw import items, mapping

SECRET: Final = "(secret)"
_FLAG: Final = re.compile(r"(--?)([\w-]+)(=)(.+)", re.DOTALL)


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
        return [_cover(item, hide=hide) for item in items(cast("object", value))]
    if hide:
        return SECRET
    return _flag(value) if isinstance(value, str) else value


def _flag(word: str) -> str:
    """`--api-key=abc` without its value."""
    found = _FLAG.fullmatch(word)
    if found and is_secret(found[2].replace("-", "_").upper()):
        return f"{found[1]}{found[2]}={SECRET}"
    return word
