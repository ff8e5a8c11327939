"""Live objects: what the server wrote into them, and what an apply leaves in them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from cdk8s_grove.core.plan.raw import mapping

_SERVERS: Final = (
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "finalizers",
    "generation",
    "managedFields",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
)
_LAST_APPLIED: Final = "kubectl.kubernetes.io/last-applied-configuration"
_SERVERS_NOTES: Final = (_LAST_APPLIED, "deployment.kubernetes.io/revision")


def as_written(value: Mapping[str, Any]) -> dict[str, Any]:
    """An object without its status and what only servers and controllers write."""
    kept = {key: inner for key, inner in value.items() if key != "status"}
    if not isinstance(value.get("metadata"), dict):
        return kept
    metadata = {key: inner for key, inner in mapping(value.get("metadata")).items() if key not in _SERVERS}
    annotations = {
        key: inner for key, inner in mapping(metadata.get("annotations")).items() if key not in _SERVERS_NOTES
    }
    if isinstance(metadata.get("annotations"), dict):
        metadata["annotations"] = annotations
    return kept | {"metadata": {key: inner for key, inner in metadata.items() if inner != {}}}


def applied(live: Mapping[str, Any] | None, new: dict[str, Any]) -> dict[str, Any]:
    """What `kubectl apply` makes of a live object: fields neither the manifest nor the last apply knows stay.

    Two manifests, and two objects of a server (as `kubectl diff` passes them), are compared as they are.
    """
    if live is None or not _is_live(live) or _is_live(new):
        return new
    return _three_ways(live, new, _last_applied(live))


def _is_live(value: Mapping[str, Any]) -> bool:
    return bool(mapping(value.get("metadata")).get("uid"))


def _last_applied(live: Mapping[str, Any]) -> dict[str, Any]:
    annotations = mapping(mapping(live.get("metadata")).get("annotations"))
    try:
        return mapping(json.loads(str(annotations.get(_LAST_APPLIED, "{}"))))
    except ValueError:
        return {}


def _three_ways(live: Mapping[str, Any], new: dict[str, Any], last: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON merge patch, as for every custom resource: lists are replaced as they are."""
    result: dict[str, Any] = {}
    for key, value in live.items():
        if key not in new:
            if key not in last:
                result[key] = value
            continue
        wanted = new[key]
        if isinstance(value, dict) and isinstance(wanted, dict):
            inner = cast("dict[str, Any]", value), cast("dict[str, Any]", wanted)
            result[key] = _three_ways(*inner, mapping(last.get(key)))
        else:
            result[key] = wanted
    return result | {key: value for key, value in new.items() if key not in live}
