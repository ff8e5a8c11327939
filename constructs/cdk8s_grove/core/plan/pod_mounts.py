"""Mounts the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.plan.raw import mapping, mappings, text

_PROPAGATION: Final = ("None", "HostToContainer", "Bidirectional")
_READ_ONLY: Final = ("Disabled", "Enabled", "IfPossible")
Reason = tuple[str, str]


def mounts(container: Mapping[str, Any], pod: Mapping[str, Any], at: str) -> Iterator[Reason]:
    """What is wrong with a container's mounts and devices, as (path, reason)."""
    there = {text(volume.get("name")): volume for volume in mappings(pod.get("volumes"))}
    paths: set[object] = set()
    for index, mount in enumerate(mappings(container.get("volumeMounts"))):
        here, name, where = f"{at}.volumeMounts[{index}]", text(mount.get("name")), text(mount.get("mountPath"))
        if name not in there:
            yield here, f"a mount needs its volume in the pod: {name}"
        if not where:
            yield f"{here}.mountPath", "a mount needs a path"
        elif where in paths:
            yield f"{here}.mountPath", f"two mounts are at {where}"
        paths.add(where)
        yield from _mount(mount, here, privileged=_is_privileged(container))
    devices: set[object] = set()
    for index, device in enumerate(mappings(container.get("volumeDevices"))):
        here, name, where = f"{at}.volumeDevices[{index}]", text(device.get("name")), text(device.get("devicePath"))
        if name not in there:
            yield f"{here}.name", f"a device needs its volume in the pod: {name}"
        elif not any(there[name].get(kind) is not None for kind in ("persistentVolumeClaim", "ephemeral")):
            yield f"{here}.name", f"{name} is no claimed volume, so no device"
        if not where:
            yield f"{here}.devicePath", "a device needs a path"
        elif where in devices or where in paths:
            yield f"{here}.devicePath", f"something else is at {where} already"
        devices.add(where)


def _mount(mount: Mapping[str, Any], here: str, *, privileged: bool) -> Iterator[Reason]:
    if mount.get("subPath") and mount.get("subPathExpr"):
        yield f"{here}.subPathExpr", "a mount has one of `subPath` and `subPathExpr`"
    for field in ("subPath", "subPathExpr"):
        yield from relative(mount.get(field) or ".", f"{here}.{field}")
    propagation = mount.get("mountPropagation")
    if propagation is not None and propagation not in _PROPAGATION:
        yield f"{here}.mountPropagation", f"propagation is one of {', '.join(_PROPAGATION)}, not {propagation}"
    elif propagation == "Bidirectional" and not privileged:
        yield f"{here}.mountPropagation", "only a privileged container may propagate mounts to its node"
    recursive = mount.get("recursiveReadOnly")
    if recursive is None:
        return
    if recursive not in _READ_ONLY:
        yield f"{here}.recursiveReadOnly", f"it is one of {', '.join(_READ_ONLY)}, not {recursive}"
    elif recursive != "Disabled" and mount.get("readOnly") is not True:
        yield f"{here}.recursiveReadOnly", "the mount is not readOnly"
    elif recursive != "Disabled" and propagation not in (None, "None"):
        yield f"{here}.recursiveReadOnly", "a mount that propagates is not read-only all the way down"


def relative(path: object, at: str) -> Iterator[Reason]:
    """Whether a path stays below where it begins."""
    text = str(path)
    if text.startswith("/"):
        yield at, f"the path is relative, not {text}"
    elif ".." in text.split("/"):
        yield at, f"the path may not leave its directory: {text}"


def _is_privileged(container: Mapping[str, Any]) -> bool:
    return mapping(container.get("securityContext")).get("privileged") is True
