"""Volumes the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.amounts import amount
from cdk8s_grove.core.plan.pod_environment import field_ref, resource_ref
from cdk8s_grove.core.plan.pod_mounts import relative
from cdk8s_grove.core.plan.raw import items, mapping, mappings, text

_NEEDS: Final = {
    "configMap": "name",
    "csi": "driver",
    "image": "reference",
    "persistentVolumeClaim": "claimName",
    "secret": "secretName",
}
"""The field without which a source of this kind is none."""

_HOST_TYPES: Final = (
    "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket",
)  # fmt: skip
_FIELDS: Final = frozenset(
    {"metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"}
)
_SOURCES: Final = ("clusterTrustBundle", "configMap", "downwardAPI", "podCertificate", "secret", "serviceAccountToken")
Reason = tuple[str, str]


def volumes(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """What is wrong with a pod's volumes, as (path, reason)."""
    seen: set[object] = set()
    for index, volume in enumerate(mappings(pod.get("volumes"))):
        at, name = f"{path}.volumes[{index}]", text(volume.get("name"))
        if not name:
            yield f"{at}.name", "a volume needs a name"
        elif not names.DNS_1123.fullmatch(str(name)):
            yield f"{at}.name", f"a volume's name is a lower-case DNS label, not {name}"
        elif name in seen:
            yield f"{at}.name", f"two volumes are named {name}"
        seen.add(name)
        kinds = sorted(kind for kind, source in volume.items() if isinstance(source, dict))
        for kind in kinds[1:]:
            yield f"{at}.{kind}", f"a volume is of one kind; this is {kinds[0]} too"
        for kind in kinds[:1]:
            yield from _source(kind, mapping(volume.get(kind)), f"{at}.{kind}")


def _source(kind: str, source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    needed = _NEEDS.get(kind)
    if needed is not None and not source.get(needed):
        yield f"{at}.{needed}", f"a volume of kind {kind} needs {needed}"
    mode = source.get("defaultMode")
    if isinstance(mode, int) and not 0 <= mode <= 0o777:
        yield f"{at}.defaultMode", f"a mode is from 0 to 0777, which is 511; not {mode}"
    if kind in ("configMap", "secret"):
        yield from _files(source, at)
    elif kind == "emptyDir":
        size = amount(source.get("sizeLimit"))
        if size is not None and size < 0:
            yield f"{at}.sizeLimit", f"a size is 0 or more, not {source.get('sizeLimit')}"
    elif kind == "hostPath":
        yield from _host_path(source, at)
    elif kind == "nfs":
        yield from _nfs(source, at)
    elif kind == "downwardAPI":
        yield from _downward(source, at)
    elif kind == "projected":
        yield from _projected(source, at)
    elif kind == "ephemeral":
        yield from _ephemeral(source, at)
    elif kind == "image":
        policy = source.get("pullPolicy")
        if policy and policy not in ("Always", "IfNotPresent", "Never"):
            yield f"{at}.pullPolicy", f"a pull policy is one of Always, IfNotPresent, Never, not {policy}"


def _files(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    for index, item in enumerate(mappings(source.get("items"))):
        here, mode = f"{at}.items[{index}]", item.get("mode")
        for field in ("key", "path"):
            if not item.get(field):
                yield f"{here}.{field}", f"a file needs its {field}"
        yield from relative(item.get("path") or ".", f"{here}.path")
        if isinstance(mode, int) and not 0 <= mode <= 0o777:
            yield f"{here}.mode", f"a mode is from 0 to 0777, which is 511; not {mode}"


def _host_path(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    where, kind = str(source.get("path") or ""), source.get("type")
    if not where:
        yield f"{at}.path", "a volume on the host needs a path"
    elif ".." in where.split("/"):
        yield f"{at}.path", f"the path may not go up: {where}"
    if kind is not None and kind not in _HOST_TYPES:
        yield f"{at}.type", f"a type is one of {', '.join(filter(None, _HOST_TYPES))}, not {kind}"


def _nfs(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    where = str(source.get("path") or "")
    if not source.get("server"):
        yield f"{at}.server", "a volume of kind nfs needs server"
    if not where.startswith("/"):
        yield f"{at}.path", f"the path is absolute, not {where or 'left out'}"


def _downward(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    for index, item in enumerate(mappings(source.get("items"))):
        here = f"{at}.items[{index}]"
        if not item.get("path"):
            yield f"{here}.path", "a file needs its path"
        yield from relative(item.get("path") or ".", f"{here}.path")
        field, resource = item.get("fieldRef"), item.get("resourceFieldRef")
        if (field is None) == (resource is None):
            yield here, "a file holds one of `fieldRef` and `resourceFieldRef`"
        elif field is not None:
            yield from field_ref(mapping(item.get("fieldRef")), f"{here}.fieldRef", _FIELDS, keys=True)
        else:
            if not mapping(item.get("resourceFieldRef")).get("containerName"):
                yield f"{here}.resourceFieldRef.containerName", "a file about resources names a container"
            yield from resource_ref(mapping(item.get("resourceFieldRef")), f"{here}.resourceFieldRef")


def _projected(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    paths: set[object] = set()
    for index, entry in enumerate(mappings(source.get("sources"))):
        here = f"{at}.sources[{index}]"
        kinds = [kind for kind in _SOURCES if entry.get(kind) is not None]
        if len(kinds) > 1:
            yield here, "a source is of one kind"
        for kind in kinds[:1]:
            inner = mapping(entry.get(kind))
            made = [text(item.get("path")) for item in mappings(inner.get("items"))]
            if kind in ("configMap", "secret"):
                if not inner.get("name"):
                    yield f"{here}.{kind}.name", f"a source of kind {kind} needs name"
                yield from _files(inner, f"{here}.{kind}")
            elif kind == "downwardAPI":
                yield from _downward(inner, f"{here}.{kind}")
            elif kind == "serviceAccountToken":
                yield from _token(inner, f"{here}.{kind}")
            for path in made:
                if path and path in paths:
                    yield here, f"two sources make {path}"
                paths.add(path)


def _token(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    seconds = source.get("expirationSeconds")
    if not source.get("path"):
        yield f"{at}.path", "a token needs its path"
    if isinstance(seconds, int) and not 600 <= seconds < 2**32:
        yield f"{at}.expirationSeconds", f"a token lives 600 seconds or more, not {seconds}"


def _ephemeral(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    if not isinstance(source.get("volumeClaimTemplate"), dict):
        yield f"{at}.volumeClaimTemplate", "a volume of kind ephemeral needs volumeClaimTemplate"
        return
    here = f"{at}.volumeClaimTemplate.spec"
    spec = mapping(mapping(source.get("volumeClaimTemplate")).get("spec"))
    if not items(spec.get("accessModes")):
        yield f"{here}.accessModes", "a claim needs an access mode"
    size = amount(mapping(mapping(spec.get("resources")).get("requests")).get("storage"))
    if size is None or size <= 0:
        yield f"{here}.resources.requests", "a claim asks for storage"
