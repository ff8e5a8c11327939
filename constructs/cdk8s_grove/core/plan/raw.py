"""Parts of a manifest taken as they are, where a wrong type means there is nothing."""

from __future__ import annotations

from typing import Any, cast


def mapping(value: object) -> dict[str, Any]:
    """The value if it is a mapping, else an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def mappings(value: object) -> list[dict[str, Any]]:
    """The mappings in the value if it is a list, else none."""
    return [cast("dict[str, Any]", item) for item in items(value) if isinstance(item, dict)]


def items(value: object) -> list[object]:
    """The items of the value if it is a list, else none."""
    return list(cast("list[object]", value)) if isinstance(value, list) else []


def text(value: object) -> str:
    """The value if it is text, else none."""
    return value if isinstance(value, str) else ""
