"""Overrides: one field of the finished manifest set to what the user says."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from jsonpointer import JsonPointer
from pydantic import ValidationError

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, PatchError, finding
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.spec.errors import findings_of
from cdk8s_grove_crds import PodCliqueSet

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import Override


Container: TypeAlias = "dict[str, object] | list[object]"


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
    if parts[0] not in ("metadata", "spec"):
        raise PatchError([_leads_nowhere(override, path, parts[:1], {"metadata": "", "spec": ""})])
    parent: Container = document
    for depth, part in enumerate(parts[:-1]):
        child = _child(parent, part)
        if child is None:
            raise PatchError([_leads_nowhere(override, path, parts[: depth + 1], parent)])
        parent = child
    last, value = parts[-1], copy.deepcopy(override.value)
    if isinstance(parent, dict):
        parent[last] = value
    elif last == "-":
        parent.append(value)
    elif _index(last, len(parent)) is not None:
        parent[int(last)] = value
    else:
        raise PatchError([_leads_nowhere(override, path, parts, parent)])


def check_overridden(document: dict[str, Any]) -> None:
    """Refuse a set that overrides have made invalid; fields the bindings do not know may be newer than they are.

    Raises:
        PatchError: A value of the wrong type or out of its range (GRV020).
    """
    try:
        PodCliqueSet.model_validate(document)
    except ValidationError as error:
        problems = [found for found in findings_of(error, PodCliqueSet) if found.code != catalog.UNKNOWN_OPTION.code]
        if problems:
            raise PatchError(
                finding(
                    catalog.OVERRIDE,
                    f"the overrides make the set invalid: {problem.message}",
                    path=problem.path,
                    why="the API server refuses it",
                    found=problem.found,
                    fix=f"correct the override: {problem.fix}",
                )
                for problem in problems
            ) from None
    name = document["metadata"].get("name")
    if not isinstance(name, str) or not names.DNS_1035.fullmatch(name):
        raise PatchError(
            [
                finding(
                    catalog.OVERRIDE,
                    "the overrides leave the set without a name that Kubernetes takes",
                    path="metadata.name",
                    found=repr(name),
                    fix="leave the name as it is, or override it with a DNS label",
                )
            ]
        )


def _child(parent: Container, part: str) -> Container | None:
    """The dict or list at `part`, if there is one."""
    if isinstance(parent, dict):
        child = parent.get(part)
    else:
        index = _index(part, len(parent))
        child = None if index is None else parent[index]
    return cast("Container", child) if isinstance(child, dict | list) else None


def _index(part: str, length: int) -> int | None:
    """A list index in JSON pointer's notation: digits without leading zeros, within the list."""
    if not (part.isascii() and part.isdecimal()) or (part != "0" and part.startswith("0")):
        return None
    return int(part) if int(part) < length else None


def _leads_nowhere(override: Override, path: str, parts: list[str], parent: Container) -> Finding:
    there = f"the fields {', '.join(sorted(parent))}" if isinstance(parent, dict) else f"a list of {len(parent)}"
    return finding(
        catalog.OVERRIDE,
        f"the override of {override.path!r} ({override.reason!r}) leads nowhere",
        path=f"{path}.path",
        why=f"nothing that can be gone into is at {JsonPointer.from_parts(parts).path}",
        found=f"{there} stand above it",
        fix="correct the path, or set the parent",
    )
