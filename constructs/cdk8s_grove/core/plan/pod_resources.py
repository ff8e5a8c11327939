"""Resources and claims the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.facts.labels import is_qualified_name
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.plan.amounts import amount
from cdk8s_grove.core.plan.raw import mapping, mappings, text

_OWN: Final = frozenset({"cpu", "ephemeral-storage", "memory"})
_RESIZED: Final = ("cpu", "memory")
Reason = tuple[str, str]


def resources(container: Mapping[str, Any], at: str) -> Iterator[Reason]:
    """What is wrong with what a container asks for, as (path, reason)."""
    stated = mapping(container.get("resources"))
    limits, requests = (_given(stated.get(field)) for field in ("limits", "requests"))
    for field, amounts in (("limits", limits), ("requests", requests)):
        for name, quantity in amounts.items():
            yield from _amount(name, quantity, f"{at}.resources.{field}")
    huge = any(name.startswith("hugepages-") for name in (*limits, *requests))
    if huge and not {"cpu", "memory"} & {*limits, *requests}:
        yield f"{at}.resources", "huge pages need cpu or memory beside them"
    for name in sorted({*limits, *requests}):
        most, asked = amount(limits.get(name)), amount(requests.get(name))
        if is_extended(name) or name.startswith("hugepages-"):
            # They are handed out whole, never shared.
            if name not in limits:
                yield f"{at}.resources.limits", f"an extended resource needs a limit: {name}"
            elif name in requests and asked != most:
                yield f"{at}.resources.requests", f"an extended resource's request must equal its limit: {name}"
        elif most is not None and asked is not None and asked > most:
            yield f"{at}.resources.requests", f"the request of {name} is above its limit"


def _given(amounts: object) -> dict[str, Any]:
    return {name: quantity for name, quantity in mapping(amounts).items() if quantity is not None}


def is_extended(name: str) -> bool:
    """Whether a resource is one of a device plugin's: its name has a domain that is not Kubernetes' own."""
    return "/" in name and not name.partition("/")[0].endswith("kubernetes.io")


def _amount(name: str, quantity: object, at: str) -> Iterator[Reason]:
    here = f"{at}[{name!r}]"
    if "/" in name:
        kind = name if name.count("/") == 1 else ""
        if not is_qualified_name(kind) or name.startswith("requests."):
            yield here, f"{name} is no resource a container may ask for"
    elif name not in _OWN and not name.startswith("hugepages-"):
        yield here, f"{name} is no resource a container may ask for"
    size = amount(quantity)
    if size is None:
        return
    if size < 0:
        yield here, f"an amount is 0 or more, not {quantity}"
    elif is_extended(name) and size.denominator != 1:
        yield here, f"an extended resource is a whole number, not {quantity}"
    elif name.startswith("hugepages-") and size % _page(name):
        yield here, f"{quantity} is no multiple of a page"


def _page(name: str) -> int:
    try:
        return int(parse_quantity(name.partition("-")[2])) or 1
    except ValueError:
        return 1


def resizing(container: Mapping[str, Any], at: str) -> Iterator[Reason]:
    """What is wrong with how a container is resized."""
    seen: set[str] = set()
    for index, policy in enumerate(mappings(container.get("resizePolicy"))):
        here, name, restart = (
            f"{at}.resizePolicy[{index}]",
            text(policy.get("resourceName")),
            policy.get("restartPolicy"),
        )
        if name not in _RESIZED:
            yield f"{here}.resourceName", f"{' and '.join(_RESIZED)} are resized, not {name!r}"
        elif name in seen:
            yield here, f"two policies are about {name}"
        seen.add(name)
        if restart not in ("NotRequired", "RestartContainer"):
            yield f"{here}.restartPolicy", f"it is NotRequired or RestartContainer, not {restart}"


def claims(container: Mapping[str, Any], pod: Mapping[str, Any], at: str) -> Iterator[Reason]:
    """What is wrong with the claims a container uses."""
    there = {text(claim.get("name")) for claim in mappings(pod.get("resourceClaims"))}
    seen: set[tuple[str, str]] = set()
    for index, claim in enumerate(mappings(mapping(container.get("resources")).get("claims"))):
        here = f"{at}.resources.claims[{index}]"
        name, request = text(claim.get("name")), text(claim.get("request"))
        if not name:
            yield f"{here}.name", "a claim needs a name"
        elif name not in there:
            yield f"{here}.name", f"a claim stands in the pod's resourceClaims too: {name}"
        elif (name, request) in seen or (name, "") in seen or (not request and any(name == one for one, _ in seen)):
            yield here, f"the container uses claim {name} twice"
        seen.add((name, request))
