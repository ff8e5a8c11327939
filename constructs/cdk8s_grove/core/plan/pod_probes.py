"""Probes and hooks the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.plan.raw import items, mapping, mappings

_COUNTS: Final = ("failureThreshold", "initialDelaySeconds", "periodSeconds", "successThreshold", "timeoutSeconds")
_HANDLERS: Final = ("exec", "httpGet", "tcpSocket", "grpc")
_HEADER: Final = re.compile(r"[-A-Za-z0-9]+", re.ASCII)
PORT_NAME: Final = re.compile(r"(?=.*[a-z])(?!.*--)[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?", re.ASCII)
Reason = tuple[str, str]


def probes(container: Mapping[str, Any], at: str, *, in_turn: bool) -> Iterator[Reason]:
    """What is wrong with a container's probes, as (path, reason).

    Args:
        container: The container.
        at: Its path.
        in_turn: Whether it is an init container that ends before the next one starts.
    """
    for kind in ("livenessProbe", "readinessProbe", "startupProbe"):
        probe, here = container.get(kind), f"{at}.{kind}"
        if not isinstance(probe, dict):
            continue
        if in_turn:
            yield here, "an init container has probes only if its restartPolicy is Always"
            continue
        yield from _probe(mapping(container.get(kind)), kind, here)


def _probe(probe: Mapping[str, Any], kind: str, at: str) -> Iterator[Reason]:
    yield from _handler(probe, at, (*_HANDLERS,))
    for field in _COUNTS:
        number = probe.get(field)
        if isinstance(number, int) and number < 0:
            yield f"{at}.{field}", f"{field} is 0 or more, not {number}"
    success, grace = probe.get("successThreshold"), probe.get("terminationGracePeriodSeconds")
    if kind != "readinessProbe" and success not in (None, 0, 1):
        yield f"{at}.successThreshold", f"successThreshold of a {kind} is 1, not {success}"
    if grace is not None and kind == "readinessProbe":
        yield f"{at}.terminationGracePeriodSeconds", "a readinessProbe ends no container, so it has no grace"
    elif isinstance(grace, int) and grace <= 0:
        yield f"{at}.terminationGracePeriodSeconds", f"a probe's grace is above 0, not {grace}"


def hooks(container: Mapping[str, Any], at: str, *, in_turn: bool, grace: object) -> Iterator[Reason]:
    """What is wrong with a container's hooks; `grace` is how long the pod may take to end."""
    if not isinstance(container.get("lifecycle"), dict):
        return
    if in_turn:
        yield f"{at}.lifecycle", "an init container has hooks only if its restartPolicy is Always"
        return
    for kind in ("postStart", "preStop"):
        hook = mapping(container.get("lifecycle")).get(kind)
        if not isinstance(hook, dict):
            continue
        here, handler = f"{at}.lifecycle.{kind}", mapping(mapping(container.get("lifecycle")).get(kind))
        yield from _handler(handler, here, ("exec", "httpGet", "tcpSocket", "sleep"))
        seconds = mapping(handler.get("sleep")).get("seconds")
        longest = grace if isinstance(grace, int) and grace >= 0 else 30
        if isinstance(seconds, int) and not 0 <= seconds <= longest:
            yield f"{here}.sleep", f"a hook sleeps for at most the pod's {longest} seconds of grace, not {seconds}"


def _handler(holder: Mapping[str, Any], at: str, kinds: tuple[str, ...]) -> Iterator[Reason]:
    given = [kind for kind in kinds if holder.get(kind) is not None]
    if not given:
        yield at, f"it needs one of {', '.join(kinds)}"
    for second in given[1:]:
        yield f"{at}.{second}", f"it has {given[0]} already"
    for kind in given[:1]:
        handler, here = mapping(holder.get(kind)), f"{at}.{kind}"
        if kind == "exec" and not items(handler.get("command")):
            yield f"{here}.command", "there is no command to run"
        if kind in ("httpGet", "tcpSocket", "grpc"):
            yield from _port(handler.get("port"), f"{here}.port")
        if kind == "httpGet":
            yield from _http(handler, here)


def _port(port: object, at: str) -> Iterator[Reason]:
    if isinstance(port, str):
        if not PORT_NAME.fullmatch(port):
            yield at, f"{port!r} is no name of a port; a number stands without quotes"
    elif port is None or (isinstance(port, int) and not 0 < port < 65536):
        yield at, f"a port is from 1 to 65535, not {port or 'left out'}"


def _http(handler: Mapping[str, Any], at: str) -> Iterator[Reason]:
    scheme = handler.get("scheme")
    if scheme and scheme not in ("HTTP", "HTTPS"):
        yield f"{at}.scheme", f"a scheme is HTTP or HTTPS, not {scheme}"
    for index, header in enumerate(mappings(handler.get("httpHeaders"))):
        if not _HEADER.fullmatch(str(header.get("name") or "")):
            yield f"{at}.httpHeaders[{index}]", f"{header.get('name') or ''!r} is no name of a header"
