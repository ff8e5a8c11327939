"""How many GPUs a pod asks for, as extended resources and by claims (DRA)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cdk8s_grove.core.facts.gpus import is_gpu_class, is_gpu_resource
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.plan.raw import mapping, mappings
from cdk8s_grove.core.plan.source import Container, PodSource


@dataclass(frozen=True, slots=True)
class Devices:
    """What a claim asks for.

    Attributes:
        gpus: The GPUs it names a count of.
        unclear: Why there may be other GPUs than that; empty if there are not.
    """

    gpus: int
    unclear: str = ""


def extended_gpus(pod: PodSource) -> int:
    """GPUs a pod asks for as extended resources: its containers' together, or the most one step of its start needs.

    Source: kubernetes/component-helpers resource/helpers.go@v0.35.0, PodRequests.
    """
    running = sum(map(_gpus, pod.containers))
    most = sidecars = 0
    for container in pod.init_containers:
        if container.always:
            sidecars += _gpus(container)
            most = max(most, sidecars)
        else:
            most = max(most, sidecars + _gpus(container))
    return max(running + sidecars, most)


def _gpus(container: Container) -> int:
    amounts = {**container.requests, **container.limits}
    return sum(_whole(amount) for name, amount in amounts.items() if is_gpu_resource(name))


def _whole(amount: str) -> int:
    try:
        return max(0, int(parse_quantity(amount)))
    except ValueError:
        return 0  # refused by the API server when the pod is made


def claimed_devices(spec: Mapping[str, Any]) -> Devices:
    """What a ResourceClaim's spec asks for; of a request with alternatives, the first.

    Args:
        spec: Of resource.k8s.io, any version so far.
    """
    gpus, unclear = 0, ""
    for request in mappings(mapping(spec.get("devices")).get("requests")):
        alternatives = mappings(request.get("firstAvailable"))
        exact = alternatives[0] if alternatives else mapping(request.get("exactly")) or request
        if not is_gpu_class(str(exact.get("deviceClassName"))):
            continue
        count = exact.get("count", 1)
        if exact.get("allocationMode") == "All":
            unclear = "it takes every matching device of a node"
        elif isinstance(count, int) and not isinstance(count, bool):
            gpus += max(0, count)
        counts = [(other.get("count", 1), other.get("allocationMode")) for other in alternatives]
        if any(asked != counts[0] for asked in counts):
            unclear = "its alternatives ask for different numbers"
    return Devices(gpus, unclear)
