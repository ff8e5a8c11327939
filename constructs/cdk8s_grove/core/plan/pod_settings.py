"""Settings of a whole pod that the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from typing import Any, Final

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.facts.labels import is_dns_subdomain, is_qualified_name
from cdk8s_grove.core.plan.amounts import amount
from cdk8s_grove.core.plan.pod_environment import named
from cdk8s_grove.core.plan.pod_security import of_pod
from cdk8s_grove.core.plan.raw import items, mapping, mappings

_ONE_OF: Final = {
    "dnsPolicy": ("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"),
    "preemptionPolicy": ("Never", "PreemptLowerPriority"),
    "restartPolicy": ("Always", "Never", "OnFailure"),
}
_NAMES: Final = ("hostnameOverride", "priorityClassName", "runtimeClassName", "serviceAccountName")
_SHARED: Final = ("cpu", "memory")
Reason = tuple[str, str]


def settings(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """What is wrong with a pod's own fields, as (path, reason)."""
    for field, known in _ONE_OF.items():
        if pod.get(field) and pod[field] not in known:
            yield f"{path}.{field}", f"{field} is one of {', '.join(known)}, not {pod[field]}"
    for field in _NAMES:
        if pod.get(field) and not is_dns_subdomain(str(pod[field])):
            yield f"{path}.{field}", f"{pod[field]} is no name Kubernetes takes"
    if pod.get("runtimeClassName") == "":
        yield f"{path}.runtimeClassName", "an empty runtime class is none; leave it out"
    seconds = pod.get("activeDeadlineSeconds")
    if isinstance(seconds, int) and not 0 < seconds < 2**31:
        yield f"{path}.activeDeadlineSeconds", f"a deadline is from 1 to 2147483647 seconds, not {seconds}"
    system = mapping(pod.get("os")).get("name")
    if isinstance(pod.get("os"), dict) and system not in ("linux", "windows"):
        yield f"{path}.os.name", f"an operating system is linux or windows, not {system or 'left out'}"
    if pod.get("hostPID") is True and pod.get("shareProcessNamespace") is True:
        yield f"{path}.shareProcessNamespace", "processes are shared in the pod or with the host, not both"
    if pod.get("hostUsers") is False:
        for field in ("hostIPC", "hostNetwork", "hostPID"):
            if pod.get(field) is True:
                yield f"{path}.{field}", f"{field} does not go with hostUsers: false"
    for name, quantity in mapping(pod.get("overhead")).items():
        size = amount(quantity)
        if size is not None and size < 0:
            yield f"{path}.overhead[{name!r}]", f"an amount is 0 or more, not {quantity}"
    yield from _dns(pod, path)
    yield from _host_aliases(pod, path)
    yield from _gates(pod, path)
    yield from _claims(pod, path)
    yield from _resources(pod, path)
    yield from of_pod(pod, path)


def _dns(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    config, at = mapping(pod.get("dnsConfig")), f"{path}.dnsConfig"
    servers = items(config.get("nameservers"))
    if pod.get("dnsPolicy") == "None" and not isinstance(pod.get("dnsConfig"), dict):
        yield at, "dnsPolicy None needs dnsConfig"
    elif pod.get("dnsPolicy") == "None" and not servers:
        yield f"{at}.nameservers", "dnsPolicy None needs a name server"
    if len(servers) > 3:
        yield f"{at}.nameservers", f"there are at most 3 name servers, not {len(servers)}"
    for index, server in enumerate(servers):
        if not _is_ip(server):
            yield f"{at}.nameservers[{index}]", f"{server} is no IP address"
    for index, search in enumerate(items(config.get("searches"))):
        text = str(search)
        if text != "." and not is_dns_subdomain(text.removesuffix(".").replace("_", "-")):
            yield f"{at}.searches[{index}]", f"{search} is no domain"
    for index, option in enumerate(mappings(config.get("options"))):
        if not option.get("name"):
            yield f"{at}.options[{index}]", "an option needs a name"


def _host_aliases(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    for index, alias in enumerate(mappings(pod.get("hostAliases"))):
        at = f"{path}.hostAliases[{index}]"
        if not _is_ip(alias.get("ip")):
            yield f"{at}.ip", f"{alias.get('ip')} is no IP address"
        for name in items(alias.get("hostnames")):
            if not is_dns_subdomain(str(name)):
                yield f"{at}.hostnames", f"{name} is no name of a host"


def _is_ip(text: object) -> bool:
    try:
        ip_address(str(text))
    except ValueError:
        return False
    return True


def _gates(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    for index, gate in enumerate(mappings(pod.get("readinessGates"))):
        if not is_qualified_name(str(gate.get("conditionType") or "")):
            found = gate.get("conditionType") or ""
            yield f"{path}.readinessGates[{index}].conditionType", f"{found!r} is no type of a condition"


def _claims(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    for index, claim in enumerate(mappings(pod.get("resourceClaims"))):
        at, name = f"{path}.resourceClaims[{index}]", claim.get("name") or ""
        if not names.DNS_1123.fullmatch(str(name)):
            yield f"{at}.name", f"a claim's name is a lower-case DNS label, not {name!r}"
        given = [field for field in ("resourceClaimName", "resourceClaimTemplateName") if claim.get(field) is not None]
        if len(given) != 1:
            yield at, "a claim has one of `resourceClaimName` and `resourceClaimTemplateName`"
        for field in given:
            yield from named(claim.get(field), f"{at}.{field}")


def _resources(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    stated, at = mapping(pod.get("resources")), f"{path}.resources"
    limits, requests = mapping(stated.get("limits")), mapping(stated.get("requests"))
    for field, amounts in (("limits", limits), ("requests", requests)):
        for name in amounts:
            if name not in _SHARED and not name.startswith("hugepages-"):
                yield f"{at}.{field}[{name!r}]", f"a pod as a whole asks for cpu, memory and huge pages, not {name}"
    for name in _SHARED:
        most, asked = amount(limits.get(name)), amount(requests.get(name))
        if most is not None and asked is not None and asked > most:
            yield f"{at}.requests", f"the request of {name} is above its limit"
        of_containers = [
            amount(mapping(mapping(one.get("resources")).get("requests")).get(name)) or 0
            for one in mappings(pod.get("containers"))
        ]
        if asked is not None and asked < sum(of_containers):
            yield f"{at}.requests[{name!r}]", f"the containers ask for more {name} than the pod"
