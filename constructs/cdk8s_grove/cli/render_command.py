"""`cdk8s-grove render`: specs as manifests."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cdk8s_grove.core import ReplicaSpec, catalog, render
from cdk8s_grove.core.diagnostics import Finding, GroveError, InputError, finding
from cdk8s_grove.core.serial import Document, dump, read_path, read_stdin, unreadable


def render_specs(paths: Iterable[str], *, as_json: bool, grove: str | None, kai: str | None) -> str:
    """Every spec of the input as a PodCliqueSet.

    Args:
        paths: Files, folders, or `-`.
        as_json: JSON instead of YAML; several objects make a List.
        grove: Grove release in place of each spec's own.
        kai: KAI release likewise.

    Returns:
        The manifests' text.

    Raises:
        GroveError: Everything that is wrong with any of them, naming file and line.
    """
    documents = [document for path in paths for document in _read(path)]
    if not documents:
        raise InputError(
            [
                finding(
                    catalog.WRONG_DOCUMENT,
                    "the input holds no document",
                    construct=", ".join(paths),
                    fix="give at least one spec: name, queue, phases",
                )
            ]
        )
    manifests: list[dict[str, Any]] = []
    findings: list[Finding] = []
    errors: list[GroveError] = []
    for document in documents:
        try:
            manifests.append(render(_spec(document, grove, kai)))
        except GroveError as error:
            errors.append(error)
            findings += [_at(found, document) for found in error.findings]
    if errors:
        # Input that could not be used at all counts more, in whatever order the documents come.
        worst = next((error for error in errors if isinstance(error, InputError)), errors[0])
        raise type(worst)(findings)
    if not as_json:
        return dump(manifests)
    whole = manifests[0] if len(manifests) == 1 else {"apiVersion": "v1", "kind": "List", "items": manifests}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _read(path: str) -> list[Document]:
    if not path:
        unreadable("''", "the path is empty")  # Path("") would be the current folder
    return read_stdin() if path == "-" else read_path(Path(path))


def _at(found: Finding, document: Document) -> Finding:
    name = f"{document.place} ({found.construct})" if found.construct else document.place
    return replace(found, construct=name)


def _spec(document: Document, grove: str | None, kai: str | None) -> ReplicaSpec:
    value = document.value
    if not isinstance(value, Mapping) or "apiVersion" in value or "kind" in value:
        what = (
            f"a Kubernetes object of kind {value.get('kind')!r}"
            if isinstance(value, Mapping)
            else f"a {type(value).__name__}"
        )
        raise InputError(
            [
                finding(
                    catalog.WRONG_DOCUMENT,
                    "the document is not a spec",
                    why="render makes manifests from specs",
                    found=what,
                    fix="give a mapping with name, queue and phases",
                )
            ]
        )
    data = dict(value)
    chosen = {key: tag for key, tag in (("grove", grove), ("kai", kai)) if tag is not None}
    if chosen:
        target = data.get("target")
        data["target"] = {**(target if isinstance(target, Mapping) else {}), **chosen}
    return ReplicaSpec.model_validate(data)


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file whole or not at all; a pipe or a device is written to, never replaced.

    Raises:
        InputError: It is there already and `force` is not given (GRV074), or cannot be written (GRV075).
    """
    if path.is_dir() or (path.is_file() and not force):
        raise InputError(
            [
                finding(
                    catalog.OUTPUT_EXISTS,
                    f"{path} is there already",
                    path="--output",
                    found="a folder" if path.is_dir() else "a file",
                    fix="give another path" if path.is_dir() else "give another path, or --force",
                )
            ]
        )
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(text.encode())
        else:
            # What a link leads to, so that the link stays one; it may lead to a file that is not there yet.
            try:
                real = path.resolve(strict=True)
            except FileNotFoundError:
                real = path.resolve()
            _replace(real, text.encode())
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle, before Python 3.13
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError(
            [
                finding(
                    catalog.UNWRITABLE,
                    f"{path} cannot be written",
                    path="--output",
                    why=getattr(error, "strerror", None) or str(error),
                    fix="give a path in a folder you may write to",
                )
            ]
        ) from None


def _replace(path: Path, data: bytes) -> None:
    """Put a new file in the place of `path`, with the old one's permissions, or those any new file gets."""
    if path.exists():
        mode = stat.S_IMODE(path.stat().st_mode)
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}-", delete=False) as file:
        scratch = Path(file.name)
        try:
            file.write(data)
            file.flush()
            scratch.chmod(mode)
            scratch.replace(path)
        except BaseException:
            scratch.unlink(missing_ok=True)
            raise
