"""Why the API server would refuse a pod that Grove's webhook lets through.

Source: seen on the real operator, kube-apiserver 1.35.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.plan.raw import mapping, mappings

ENV_NAME: Final = re.compile(r"[ -<>-~]+")
"""A variable's name, since Kubernetes 1.34: printable ASCII without `=`."""


def pod_problems(pod: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    """Why the API server would refuse a pod that Grove's webhook lets through, as (path, reason)."""
    if not mappings(pod.get("containers")):
        yield f"{path}.containers", "a pod needs a container"
    volumes = {volume.get("name") for volume in mappings(pod.get("volumes"))}
    seen: set[str] = set()
    for kind in ("initContainers", "containers"):
        for index, container in enumerate(mappings(pod.get(kind))):
            at = f"{path}.{kind}[{index}]"
            yield from _container(container, at)
            name = container.get("name")
            if isinstance(name, str) and name in seen:
                yield f"{at}.name", f"two containers are named {name}"
            seen.add(str(name))
            for mount_index, mount in enumerate(mappings(container.get("volumeMounts"))):
                if mount.get("name") not in volumes:
                    yield (
                        f"{at}.volumeMounts[{mount_index}]",
                        f"a mount needs its volume in the pod: {mount.get('name')}",
                    )


def _container(container: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
    name = container.get("name")
    if not name:
        yield f"{at}.name", "a container needs a name"
    elif not names.DNS_1123.fullmatch(str(name)):
        yield f"{at}.name", f"a container's name is a lower-case DNS label, not {name}"
    if not container.get("image"):
        yield f"{at}.image", "a container needs an image"
    for index, port in enumerate(mappings(container.get("ports"))):
        for field in ("containerPort", "hostPort"):
            number = port.get(field)
            if isinstance(number, int) and not 0 < number < 65536 and not (field == "hostPort" and number == 0):
                yield f"{at}.ports[{index}].{field}", f"a port is from 1 to 65535, not {number}"
    for index, variable in enumerate(mappings(container.get("env"))):
        if not ENV_NAME.fullmatch(str(variable.get("name") or "")):
            yield f"{at}.env[{index}].name", "a variable needs a name of printable characters without `=`"
    yield from _resources(mapping(container.get("resources")), at)


def _resources(resources: Mapping[str, Any], at: str) -> Iterator[tuple[str, str]]:
    limits, requests = mapping(resources.get("limits")), mapping(resources.get("requests"))
    for name in sorted({*limits, *requests}):
        # A name with a domain that is not Kubernetes' own is an extended resource: handed out whole, never shared.
        if "/" not in name or name.partition("/")[0].endswith("kubernetes.io"):
            continue
        if name not in limits:
            yield f"{at}.resources.limits", f"an extended resource needs a limit: {name}"
        elif name in requests and _amount(requests[name]) != _amount(limits[name]):
            yield f"{at}.resources.requests", f"an extended resource's request must equal its limit: {name}"


def _amount(quantity: object) -> object:
    try:
        return parse_quantity(str(quantity))
    except ValueError:
        return quantity
