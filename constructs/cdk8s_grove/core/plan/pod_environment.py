"""Variables the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.facts.labels import is_dns_subdomain, is_qualified_name
from cdk8s_grove.core.plan.amounts import amount
from cdk8s_grove.core.plan.raw import mapping, mappings

ENV_NAME: Final = re.compile(r"[ -<>-~]+")
"""A variable's name in a pod, since Kubernetes 1.34: printable ASCII without `=`."""

_KEY: Final = re.compile(r"(?!\.\.)(?!\.$)[-._a-zA-Z0-9]{1,253}", re.ASCII)
_SOURCES: Final = ("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")
_FIELDS: Final = frozenset(
    {
        "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName",
        "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs",
    }
)  # fmt: skip
_FIELD_KEY: Final = re.compile(r"metadata\.(?:labels|annotations)\['(.*)'\]")
_RESOURCES: Final = ("cpu", "ephemeral-storage", "memory")
_CPU: Final = ("1", "1m")
_BYTES: Final = ("1", *"kMGTPE", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
Reason = tuple[str, str]


def environment(container: Mapping[str, Any], at: str) -> Iterator[Reason]:
    """What is wrong with a container's variables, as (path, reason)."""
    for index, variable in enumerate(mappings(container.get("env"))):
        here = f"{at}.env[{index}]"
        if not ENV_NAME.fullmatch(str(variable.get("name") or "")):
            yield f"{here}.name", "a variable needs a name of printable characters without `=`"
        if isinstance(variable.get("valueFrom"), dict):
            if variable.get("value"):
                yield f"{here}.valueFrom", "a variable has a value of its own, or takes one from elsewhere"
            yield from _value_from(mapping(variable.get("valueFrom")), f"{here}.valueFrom")
    for index, entry in enumerate(mappings(container.get("envFrom"))):
        here = f"{at}.envFrom[{index}]"
        prefix = entry.get("prefix")
        if prefix and not ENV_NAME.fullmatch(str(prefix)):
            yield f"{here}.prefix", "a prefix has printable characters without `=`"
        given = [name for name in ("configMapRef", "secretRef") if entry.get(name) is not None]
        if len(given) != 1:
            yield here, "variables come from one of `configMapRef` and `secretRef`"
        for name in given:
            yield from named(mapping(entry.get(name)).get("name"), f"{here}.{name}.name")


def named(name: object, at: str) -> Iterator[Reason]:
    """Whether a ConfigMap, a Secret or the like could have the name."""
    if not name:
        yield at, "a reference needs a name"
    elif not is_dns_subdomain(str(name)):
        yield at, f"{name} is no name Kubernetes takes"


def _value_from(source: Mapping[str, Any], at: str) -> Iterator[Reason]:
    given = [name for name in _SOURCES if source.get(name) is not None]
    if len(given) != 1:
        yield at, f"a value comes from one of {', '.join(_SOURCES)}"
    for name in given:
        ref, here = mapping(source.get(name)), f"{at}.{name}"
        if name == "fieldRef":
            yield from field_ref(ref, here, _FIELDS, keys=True)
        elif name == "resourceFieldRef":
            yield from resource_ref(ref, here)
        elif name != "fileKeyRef":
            yield from named(ref.get("name"), f"{here}.name")
            key = ref.get("key")
            if not key or not _KEY.fullmatch(str(key)):
                yield f"{here}.key", f"{key or ''!r} is no key of a ConfigMap or Secret"


def field_ref(ref: Mapping[str, Any], at: str, known: frozenset[str], *, keys: bool) -> Iterator[Reason]:
    """Whether a field of the pod may be asked for."""
    path = str(ref.get("fieldPath") or "")
    version = ref.get("apiVersion") or "v1"
    subscript = _FIELD_KEY.fullmatch(path)
    if version != "v1":
        yield f"{at}.fieldPath", f"fields of a pod are of version v1, not {version}"
    elif subscript and keys:
        if not is_qualified_name(subscript[1].lower() if "annotations" in path else subscript[1]):
            yield at, f"{subscript[1]!r} is no key of a label or annotation"
    elif path not in known:
        yield f"{at}.fieldPath", f"{path!r} is no field a container may ask for"


def resource_ref(ref: Mapping[str, Any], at: str) -> Iterator[Reason]:
    """Whether a container's resource may be asked for, in those units."""
    asked, divisor = str(ref.get("resource") or ""), ref.get("divisor")
    kind, _, resource = asked.partition(".")
    huge = resource.startswith("hugepages-")
    if kind not in ("limits", "requests") or not (resource in _RESOURCES or huge):
        yield f"{at}.resource", f"{asked!r} is no resource a container may ask for"
        return
    units = _CPU if resource == "cpu" else _BYTES
    allowed = {amount(unit if unit[0].isdecimal() else f"1{unit}") for unit in units}
    if amount(divisor) and amount(divisor) not in allowed:
        yield f"{at}.divisor", f"a divisor of {resource} is one of {', '.join(units)}, not {divisor}"
