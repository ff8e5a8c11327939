"""JSON patches (RFC 6902) that the user put on an API object: applied in order, or refused by name."""

from __future__ import annotations

import re
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException

from cdk8s_grove._jsii import JsonPatch, Yaml
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import PatchError, finding
from cdk8s_grove.core.serial import load


def patched(document: dict[str, Any], patches: list[JsonPatch]) -> dict[str, Any]:
    """Apply patches one at a time, so that the one which does not apply can be named.

    cdk8s' own `JsonPatch.apply` does not check that what is removed or replaced is there.
    """
    if not patches:
        return document
    for patch in patches:
        operation = _operation(patch)
        problem = _problem(document, operation)
        if not problem:
            try:
                document = JsonPatch.apply(document, patch)
            except RuntimeError as error:
                problem = str(error).splitlines()[0]
        if problem:
            raise PatchError(
                [
                    finding(
                        catalog.PATCH,
                        f"the JSON patch {operation['op']} {operation['path']} does not apply",
                        path=operation["path"],
                        why=problem,
                        found=", ".join(f"{key}: {value!r}" for key, value in operation.items() if key != "value"),
                        fix="correct the path; every part but the last of an add has to exist",
                    )
                ]
            )
    if not _is_object(document):
        raise PatchError(
            [
                finding(
                    catalog.PATCH,
                    "the JSON patches leave no Kubernetes object",
                    why="an object has apiVersion, kind and metadata.name",
                    found=repr(document)[:80],
                    fix="patch single fields of it",
                )
            ]
        )
    return document


def _operation(patch: JsonPatch) -> dict[str, Any]:
    """What a patch does and where, without its value, which cdk8s may write in a way that YAML does not read."""
    text = Yaml.stringify(patch)
    head, _, _ = text.partition("\n  value:")
    (described,) = load(head, source="a JSON patch")
    operation: dict[str, Any] = described.value["operation"]
    return operation


def _is_object(document: object) -> bool:
    if not isinstance(document, dict) or not document.get("apiVersion") or not document.get("kind"):
        return False
    metadata = document.get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("name"))


def _problem(document: dict[str, Any], operation: dict[str, Any]) -> str:
    """Why an operation does not apply, or nothing: RFC 6902, section 4."""
    kind, path = operation["op"], operation["path"]
    sources = {
        "remove": path,
        "replace": path,
        "test": path,
        "move": operation.get("from"),
        "copy": operation.get("from"),
    }
    for pointer in (path, operation.get("from")):
        if pointer and not pointer.startswith("/"):
            return f"{pointer!r} is not a JSON pointer: it does not begin with '/'"
    missing = _missing(document, sources.get(kind))
    if not missing and kind in ("add", "move", "copy"):
        missing = _missing(document, path.rpartition("/")[0]) or _outside(document, path)
    return missing


def _missing(document: dict[str, Any], path: str | None) -> str:
    if path is None:
        return ""
    try:
        JsonPointer(path).resolve(document)
    except JsonPointerException:
        return f"there is nothing at {path}"
    return ""


def _outside(document: dict[str, Any], path: str) -> str:
    """Whether a value would be put somewhere that holds no members, or past the end of a list."""
    head, _, last = path.rpartition("/")
    parent = JsonPointer(head).resolve(document)
    if isinstance(parent, list):
        fits = last == "-" or (re.fullmatch("0|[1-9][0-9]*", last) is not None and int(last) <= len(parent))
        return "" if fits else f"{head} is a list of {len(parent)}"
    return "" if isinstance(parent, dict) else f"{head} is a {type(parent).__name__}"
