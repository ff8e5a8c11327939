"""The kinds of a CustomResourceDefinition, each with the schema of its whole object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from cdk8s_grove.bindings.schema import ObjectOf, parse
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import InputError, finding

_GROUP: Final = re.compile(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?", re.ASCII)
_VERSION: Final = re.compile(r"[a-z][a-z0-9]*", re.ASCII)
_KIND: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*", re.ASCII)
_TEXT: Final = {"type": "string"}
_TIME: Final = {"type": "string", "format": "date-time"}
_INT64: Final = {"type": "integer", "format": "int64"}
_TRUTH: Final = {"type": "boolean"}
_OBJECT_META: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "name": _TEXT,
        "generateName": _TEXT,
        "namespace": _TEXT,
        "labels": {"type": "object", "additionalProperties": _TEXT},
        "annotations": {"type": "object", "additionalProperties": _TEXT},
        "finalizers": {"type": "array", "items": _TEXT},
        "ownerReferences": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["apiVersion", "kind", "name", "uid"],
                "properties": {
                    **dict.fromkeys(("apiVersion", "kind", "name", "uid"), _TEXT),
                    **dict.fromkeys(("controller", "blockOwnerDeletion"), _TRUTH),
                },
            },
        },
        **dict.fromkeys(("uid", "resourceVersion", "selfLink"), _TEXT),
        **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), _TIME),
        **dict.fromkeys(("generation", "deletionGracePeriodSeconds"), _INT64),
        "managedFields": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    **dict.fromkeys(("apiVersion", "fieldsType", "manager", "operation", "subresource"), _TEXT),
                    "fieldsV1": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
                    "time": _TIME,
                },
            },
        },
    },
}
"""A CRD says of its metadata only that it is an object; this is what the API server takes there.

Source: kubernetes/apimachinery pkg/apis/meta/v1/types.go@v0.35.0.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind in one version.

    Attributes:
        module: The module of its group and version.
        api_version: For example `grove.io/v1alpha1`.
        kind: For example `PodCliqueSet`.
        is_stored: Whether this is the version the package gives by name: the one the cluster stores, or the
            first that is served where that is none of them.
        root: The structure of the whole object.
    """

    module: str
    api_version: str
    kind: str
    is_stored: bool
    root: ObjectOf


def kinds_of(crd: Mapping[str, Any]) -> list[Kind]:
    """Every served version of a CRD.

    Raises:
        InputError: The CRD is not one, or its schema is outside the structural subset (GRV081).
    """
    spec = crd.get("spec")
    try:
        group, kind = spec["group"], spec["names"]["kind"]  # type: ignore[index]
        served = [version for version in spec["versions"] if version.get("served", True)]  # type: ignore[index]
        names = [version["name"] for version in served]
        for text, pattern in ((group, _GROUP), (kind, _KIND), *((name, _VERSION) for name in names)):
            if not isinstance(text, str) or not pattern.fullmatch(text):
                _refuse(crd, f"{text!r} is not the name of a group, version or kind")
        if not served:
            _refuse(crd, "no version of it is served")
        stored = next((version["name"] for version in served if version.get("storage")), names[0])
        return [
            Kind(
                module_name(group, version["name"]),
                f"{group}/{version['name']}",
                kind,
                version["name"] == stored,
                _root(version, kind),
            )
            for version in served
        ]
    except (KeyError, TypeError, AttributeError) as error:
        return _refuse(crd, f"a part of it is missing or has another shape: {error!r}")


def crd_name(crd: Mapping[str, Any]) -> str:
    """The CRD's own name, or nothing where it has none."""
    metadata = crd.get("metadata")
    return str(metadata.get("name", "")) if isinstance(metadata, Mapping) else ""


def module_name(group: str, version: str) -> str:
    """The module of a group and version: `scheduling.run.ai`, `v2` -> `scheduling_run_ai_v2`."""
    name = re.sub(r"[^a-z0-9]+", "_", f"{group}_{version}".lower())
    return name if name[0].isalpha() else f"x_{name}"


def _root(version: Mapping[str, Any], kind: str) -> ObjectOf:
    schema = version["schema"]["openAPIV3Schema"]
    properties = schema.get("properties") or {}
    whole = {**schema, "type": schema.get("type", "object")}
    whole.pop("x-kubernetes-embedded-resource", None)
    whole["properties"] = {
        **properties,
        "apiVersion": properties.get("apiVersion", _TEXT),
        "kind": properties.get("kind", _TEXT),
        "metadata": {**_OBJECT_META, "description": (properties.get("metadata") or {}).get("description", "")},
    }
    root = parse(whole, kind)
    if not isinstance(root, ObjectOf):
        raise TypeError("the schema is not that of an object")
    return root


def _refuse(crd: Mapping[str, Any], what: str) -> NoReturn:
    name = crd_name(crd)
    raise InputError(
        [
            finding(
                catalog.BAD_CRD,
                f"{name or 'this'} is not a CustomResourceDefinition that can be read",
                construct=name,
                why=what,
                fix="take the CRD as `kubectl get crd -o yaml` prints it (apiextensions.k8s.io/v1)",
            )
        ]
    )
