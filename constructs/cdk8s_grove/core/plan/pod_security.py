"""Security settings the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.plan.raw import items, mapping, mappings, text

_PROFILES: Final = ("Localhost", "RuntimeDefault", "Unconfined")
_SYSCTL: Final = re.compile(r"([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?", re.ASCII)
_POLICIES: Final = {
    "fsGroupChangePolicy": ("Always", "OnRootMismatch"),
    "supplementalGroupsPolicy": ("Merge", "Strict"),
}
Reason = tuple[str, str]


def of_container(container: Mapping[str, Any], pod: Mapping[str, Any], at: str) -> Iterator[Reason]:
    """What is wrong with a container's securityContext, as (path, reason)."""
    context, here = mapping(container.get("securityContext")), f"{at}.securityContext"
    yield from _common(context, here)
    if context.get("allowPrivilegeEscalation") is False:
        added = [str(one) for one in items(mapping(context.get("capabilities")).get("add"))]
        if context.get("privileged") is True or {"CAP_SYS_ADMIN"} & {*added}:
            why = "a privileged container and one with SYS_ADMIN may escalate"
            yield f"{here}.allowPrivilegeEscalation", why
    mount = context.get("procMount")
    if mount is not None and mount not in ("Default", "Unmasked"):
        yield f"{here}.procMount", f"procMount is Default or Unmasked, not {mount}"
    elif mount == "Unmasked" and pod.get("hostUsers") is not False:
        yield f"{here}.procMount", "an unmasked /proc needs hostUsers: false"


def of_pod(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """What is wrong with a pod's securityContext."""
    context, here = mapping(pod.get("securityContext")), f"{path}.securityContext"
    yield from _common(context, here)
    yield from _ids({"fsGroup": context.get("fsGroup")}, here)
    for index, group in enumerate(items(context.get("supplementalGroups"))):
        yield from _ids({f"supplementalGroups[{index}]": group}, here)
    for field, known in _POLICIES.items():
        if context.get(field) is not None and context[field] not in known:
            yield f"{here}.{field}", f"{field} is one of {', '.join(known)}, not {context[field]}"
    seen: set[object] = set()
    for index, setting in enumerate(mappings(context.get("sysctls"))):
        name = text(setting.get("name"))
        if not _SYSCTL.fullmatch(str(name)):
            yield f"{here}.sysctls[{index}].name", f"{name!r} is no name of a sysctl"
        elif name in seen:
            yield f"{here}.sysctls[{index}].name", f"{name} is set twice"
        seen.add(name)


def _common(context: Mapping[str, Any], here: str) -> Iterator[Reason]:
    yield from _ids({field: context.get(field) for field in ("runAsUser", "runAsGroup")}, here)
    for kind in ("seccompProfile", "appArmorProfile"):
        if isinstance(context.get(kind), dict):
            yield from _profile(mapping(context.get(kind)), f"{here}.{kind}")


def _profile(profile: Mapping[str, Any], here: str) -> Iterator[Reason]:
    kind = profile.get("type") or ""
    if kind not in _PROFILES:
        yield f"{here}.type", f"a profile is one of {', '.join(_PROFILES)}, not {kind or 'left out'}"
    elif (kind == "Localhost") != bool(profile.get("localhostProfile")):
        yield f"{here}.localhostProfile", "a profile of type Localhost, and no other, has localhostProfile"


def _ids(fields: Mapping[str, object], here: str) -> Iterator[Reason]:
    for field, number in fields.items():
        if isinstance(number, int) and not 0 <= number < 2**31:
            yield f"{here}.{field}", f"an id is from 0 to 2147483647, not {number}"
