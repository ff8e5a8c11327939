"""Why the API server would refuse the claims Grove makes of a set's own template.

Source: kubernetes/kubernetes pkg/apis/resource/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.facts.labels import is_dns_subdomain
from cdk8s_grove.core.plan.raw import mapping, mappings, text

_MODES: Final = ("ExactCount", "All")
Reason = tuple[str, str]


def claim_problems(spec: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """What is wrong with the spec of a claim, as (path, reason)."""
    seen: set[object] = set()
    at = f"{path}.devices.requests"
    for index, request in enumerate(mappings(mapping(spec.get("devices")).get("requests"))):
        here, name = f"{at}[{index}]", text(request.get("name"))
        yield from _named(name, here)
        if name in seen:
            yield f"{here}.name", f"two requests are named {name}"
        seen.add(name)
        exactly, choices = request.get("exactly"), mappings(request.get("firstAvailable"))
        if (exactly is None) == (not choices):
            yield here, "a request has one of `exactly` and `firstAvailable`"
            continue
        if exactly is not None:
            yield from _devices(mapping(exactly), f"{here}.exactly")
        for place, choice in enumerate(choices):
            yield from _named(choice.get("name") or "", f"{here}.firstAvailable[{place}]")
            yield from _devices(choice, f"{here}.firstAvailable[{place}]")


def _named(name: object, at: str) -> Iterator[Reason]:
    if not names.DNS_1123.fullmatch(str(name)):
        yield f"{at}.name", f"a request's name is a DNS label, not {name!r}"


def _devices(asked: Mapping[str, Any], at: str) -> Iterator[Reason]:
    device_class = asked.get("deviceClassName") or ""
    if not is_dns_subdomain(str(device_class)):
        yield f"{at}.deviceClassName", f"{device_class!r} is no name of a device class"
    mode, count = asked.get("allocationMode") or "ExactCount", asked.get("count")
    if mode not in _MODES:
        yield f"{at}.allocationMode", f"the mode is {' or '.join(_MODES)}, not {mode}"
    elif mode == "All" and count:
        yield f"{at}.count", "all devices are asked for, and a number of them"
    elif isinstance(count, int) and count < 0:
        yield f"{at}.count", f"the count is {count}"
