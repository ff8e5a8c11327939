"""Containers the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.pod_environment import environment
from cdk8s_grove.core.plan.pod_mounts import mounts
from cdk8s_grove.core.plan.pod_probes import PORT_NAME, hooks, probes
from cdk8s_grove.core.plan.pod_resources import claims, resizing, resources
from cdk8s_grove.core.plan.pod_security import of_container
from cdk8s_grove.core.plan.raw import mapping, mappings, text

_ONE_OF: Final = {
    "imagePullPolicy": ("Always", "IfNotPresent", "Never"),
    "terminationMessagePolicy": ("File", "FallbackToLogsOnError"),
}
_PROTOCOLS: Final = ("TCP", "UDP", "SCTP")
Reason = tuple[str, str]


def containers(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """What is wrong with a pod's containers, as (path, reason)."""
    if not mappings(pod.get("containers")):
        yield f"{path}.containers", "a pod needs a container"
    if mappings(pod.get("ephemeralContainers")):
        yield f"{path}.ephemeralContainers", "a pod is not created with ephemeral containers"
    seen: set[object] = set()
    for kind in ("initContainers", "containers"):
        taken: set[object] = set()
        for index, container in enumerate(mappings(pod.get(kind))):
            at, name = f"{path}.{kind}[{index}]", text(container.get("name"))
            if name and name in seen:
                yield f"{at}.name", f"two containers are named {name}"
            seen.add(name)
            # A sidecar's ports are taken while the others run.
            in_turn = kind == "initContainers" and container.get("restartPolicy") != "Always"
            yield from _container(container, pod, at)
            yield from _ports(container, pod, at, set[object]() if in_turn else taken)
            yield from probes(container, at, in_turn=in_turn)
            yield from hooks(container, at, in_turn=in_turn, grace=pod.get("terminationGracePeriodSeconds"))


def _container(container: Mapping[str, Any], pod: Mapping[str, Any], at: str) -> Iterator[Reason]:
    name, image = container.get("name"), container.get("image")
    if not name:
        yield f"{at}.name", "a container needs a name"
    elif not names.DNS_1123.fullmatch(str(name)):
        yield f"{at}.name", f"a container's name is a lower-case DNS label, not {name}"
    if not image:
        yield f"{at}.image", "a container needs an image"
    elif isinstance(image, str) and image != image.strip():
        yield f"{at}.image", "an image's name has no space before or behind it"
    for field, known in _ONE_OF.items():
        if container.get(field) and container[field] not in known:
            yield f"{at}.{field}", f"{field} is one of {', '.join(known)}, not {container[field]}"
    policy = container.get("restartPolicy")
    if policy is not None and policy not in ("Always", "Never", "OnFailure"):
        yield f"{at}.restartPolicy", f"restartPolicy is one of Always, Never, OnFailure, not {policy!r}"
    yield from environment(container, at)
    yield from mounts(container, pod, at)
    yield from resources(container, at)
    yield from resizing(container, at)
    yield from claims(container, pod, at)
    yield from of_container(container, pod, at)


def _ports(container: Mapping[str, Any], pod: Mapping[str, Any], at: str, taken: set[object]) -> Iterator[Reason]:
    named: set[object] = set()
    for index, port in enumerate(mappings(container.get("ports"))):
        here, name = f"{at}.ports[{index}]", text(port.get("name"))
        protocol = text(port.get("protocol")) or "TCP"
        if name and not PORT_NAME.fullmatch(str(name)):
            yield f"{here}.name", f"a port's name has at most 15 of a-z, 0-9 and '-', a letter among them, not {name}"
        elif name and name in named:
            yield f"{here}.name", f"two ports are named {name}"
        named.add(name)
        if not port.get("containerPort"):
            yield f"{here}.containerPort", "a port needs its number"
        if protocol not in _PROTOCOLS:
            yield f"{here}.protocol", f"a protocol is one of {', '.join(_PROTOCOLS)}, not {protocol}"
        for field in ("containerPort", "hostPort"):
            number = port.get(field)
            if isinstance(number, int) and number != 0 and not 0 < number < 65536:
                yield f"{here}.{field}", f"a port is from 1 to 65535, not {number}"
        yield from _host_port(port, mapping(pod), (protocol, text(port.get("hostIP"))), here, taken)


def _host_port(
    port: Mapping[str, Any], pod: Mapping[str, Any], on: tuple[str, str], here: str, taken: set[object]
) -> Iterator[Reason]:
    number, own = (port.get(field) for field in ("hostPort", "containerPort"))
    if pod.get("hostNetwork") is True:
        if number and number != own:
            yield f"{here}.hostPort", f"on the host's network it is the container's own {own}, not {number}"
        number = own
    if not number or not isinstance(number, int):
        return
    if (*on, number) in taken:
        yield f"{here}.hostPort", f"two containers of the pod take port {number} of the node"
    taken.add((*on, number))
