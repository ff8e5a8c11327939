"""`cdk8s-grove render`: specs as manifests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cdk8s_grove.cli.files import read_inputs
from cdk8s_grove.cli.targets import make_target
from cdk8s_grove.core import ReplicaSpec, catalog, render
from cdk8s_grove.core.diagnostics import Finding, GroveError, InputError, SpecError, finding
from cdk8s_grove.core.rendering import render_beside
from cdk8s_grove.core.serial import Document, dump


def render_specs(paths: Sequence[str], *, as_json: bool, grove: str | None, kai: str | None) -> str:
    """Every spec of the input as a PodCliqueSet, after what it needs beside it.

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
    make_target(grove=grove, kai=kai)  # said of the option, before a spec is read
    documents = read_inputs(paths)
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
    seen: dict[tuple[str, str], Document] = {}
    for document in documents:
        try:
            spec = _spec(document, grove, kai)
            manifest = render(spec)
            metadata = manifest["metadata"]
            first = seen.setdefault((metadata.get("namespace", ""), metadata["name"]), document)
            if first is not document:
                raise SpecError([_same_set(metadata["name"], first)])
            manifests += [*render_beside(spec), manifest]
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


def _same_set(name: str, first: Document) -> Finding:
    return finding(
        catalog.DUPLICATE_NAME,
        f"two specs are the set {name!r}",
        path="name",
        why="what is applied later would take the other's place",
        found=f"the other one is {first.place}",
        fix="give one of them another name or namespace, or leave it out",
    )


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
