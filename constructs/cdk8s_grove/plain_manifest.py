"""Any other Kubernetes object, through the same checks."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any, Never, Protocol, runtime_checkable

from pydantic import ValidationError

from cdk8s_grove._jsii import ApiObject, Construct
from cdk8s_grove._options import no_unknown_options, path_below
from cdk8s_grove._tree import siblings_in
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import FidelityError, SpecError, finding
from cdk8s_grove.core.serial import json_findings
from cdk8s_grove.core.spec.errors import findings_of
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts, check_place
from cdk8s_grove_crds import ObjectMeta


@runtime_checkable
class _Dumpable(Protocol):
    """An object of the bindings."""

    def to_dict(self) -> dict[str, Any]: ...


class Manifest(Construct):
    """Any Kubernetes object that belongs beside a replica: a claim template, a volume claim, a topology.

    Args:
        scope: The chart or another parent.
        id: The construct id.
        document: The whole object, as a dict in Kubernetes' spelling or an object of the bindings.
    """

    def __init__(self, scope: Construct, id: str, document: Mapping[str, Any] | _Dumpable, **unknown: Never) -> None:
        check_place(scope, id)
        no_unknown_options(unknown, (), scope, id)
        plain = _check_document(document, scope, id)
        metadata: Metadata = plain["metadata"]
        super().__init__(scope, id)

        def build(seen: Metadata, _: Parts) -> dict[str, Any]:
            rest = {key: value for key, value in plain.items() if key not in ("apiVersion", "kind", "metadata")}
            return {
                "apiVersion": plain["apiVersion"],
                "kind": plain["kind"],
                "metadata": metadata | seen,
                **rest,
            }

        self._api_object = GroveManifest(
            self,
            "Resource",
            siblings=siblings_in(scope),
            api_version=plain["apiVersion"],
            kind=plain["kind"],
            metadata={key: metadata[key] for key in ("name", "namespace", "labels", "annotations") if key in metadata},
            build=build,
            typed=False,
        )

    @property
    def api_object(self) -> ApiObject:
        """The API object, for cdk8s' own ways: patches, labels, dependencies."""
        return self._api_object

    @property
    def name(self) -> str:
        """The object's name."""
        return str(self._api_object.name)

    def manifest(self) -> dict[str, Any]:
        """The object as plain data."""
        return self._api_object.to_json()


def _check_document(document: object, scope: Construct, id: str) -> dict[str, Any]:
    """The document as a dict of our own, with metadata the API server takes."""
    given = document.to_dict() if isinstance(document, _Dumpable) else document
    plain: dict[str, Any] = dict(given) if isinstance(given, Mapping) else {}
    metadata = plain.get("metadata")
    api_version = plain.get("apiVersion")
    wanted = {
        "apiVersion": isinstance(api_version, str) and re.fullmatch(r"([^/\s]+/)?[^/\s]+", api_version),
        "kind": isinstance(plain.get("kind"), str) and plain["kind"],
        "metadata.name": isinstance(metadata, Mapping) and isinstance(metadata.get("name"), str) and metadata["name"],
    }
    findings = [
        finding(
            catalog.INVALID_OPTION,
            f"{path} is missing, or not what it has to be",
            path=f"document.{path}",
            why="an object without it cannot be applied",
            found=type(document).__name__ if not plain else "",
            fix=f"give the document {path}",
        )
        for path, given in wanted.items()
        if not given
    ]
    if not findings:
        plain["metadata"] = {key: value for key, value in dict(plain["metadata"]).items() if value is not None}
        try:
            ObjectMeta.model_validate(plain["metadata"])
        except ValidationError as error:
            findings = [found.below("document.metadata") for found in findings_of(error, ObjectMeta)]
    if findings:
        raise SpecError(findings).about(path_below(scope, id))
    # A copy: what the user changes later is not ours, and what we add is not theirs.
    try:
        return copy.deepcopy(plain)
    except (TypeError, RecursionError):
        # What cannot be copied is nothing a manifest holds.
        raise FidelityError(json_findings(plain)).about(path_below(scope, id)) from None
