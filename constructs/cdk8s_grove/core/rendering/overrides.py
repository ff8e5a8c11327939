"""Overrides: one field of the finished manifest set to what the user says."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from jsonpointer import JsonPointer

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, PatchError, finding

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import Override


def apply_override(document: dict[str, Any], override: Override, path: str) -> None:
    """Set the override's field in `document`, in place.

    Args:
        document: The manifest.
        override: What to set.
        path: Where the override itself stands, for the error.

    Raises:
        PatchError: The path leads nowhere (GRV020).
    """
    parts: list[str] = JsonPointer(override.path).parts
    parent: object = document
    for depth, part in enumerate(parts[:-1]):
        child = _child(parent, part)
        if child is None:
            raise PatchError([_leads_nowhere(override, path, parts[: depth + 1], parent)])
        parent = child
    last, value = parts[-1], copy.deepcopy(override.value)
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list) and last == "-":
        parent.append(value)
    elif isinstance(parent, list) and _index(last, len(parent)) is not None:
        parent[int(last)] = value
    else:
        raise PatchError([_leads_nowhere(override, path, parts, parent)])


def _child(parent: object, part: str) -> object:
    if isinstance(parent, dict):
        return parent.get(part)
    if isinstance(parent, list):
        index = _index(part, len(parent))
        return None if index is None else parent[index]
    return None


def _index(part: str, length: int) -> int | None:
    """A list index in JSON pointer's notation: digits without leading zeros, within the list."""
    if not (part.isascii() and part.isdecimal()) or (part != "0" and part.startswith("0")):
        return None
    return int(part) if int(part) < length else None


def _leads_nowhere(override: Override, path: str, parts: list[str], parent: object) -> Finding:
    if isinstance(parent, dict):
        there = "the fields " + ", ".join(sorted(parent))
    elif isinstance(parent, list):
        there = f"a list of {len(parent)}"
    else:
        there = f"a {type(parent).__name__}"
    return finding(
        catalog.OVERRIDE,
        f"the override of {override.path!r} ({override.reason!r}) leads nowhere",
        path=f"{path}.path",
        why=f"there is no {parts[-1]!r} at {JsonPointer.from_parts(parts[:-1]).path or '/'}",
        found=f"{there} stand there",
        fix="correct the path, or set the parent",
    )
