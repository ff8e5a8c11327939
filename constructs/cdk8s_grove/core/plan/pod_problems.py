"""Why the API server would refuse a pod that Grove's webhook lets through.

What is of a wrong type is not said here: the schema refuses it before. Each `pod_*` module beside this one knows a part
of a pod.

Source: seen on the real operator, kube-apiserver 1.35.4; kubernetes/kubernetes
pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cdk8s_grove.core.plan.pod_containers import containers
from cdk8s_grove.core.plan.pod_placement import placement
from cdk8s_grove.core.plan.pod_settings import settings
from cdk8s_grove.core.plan.pod_volumes import volumes

Reason = tuple[str, str]


def pod_problems(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """Why the API server would refuse a pod that Grove's webhook lets through, as (path, reason)."""
    yield from containers(pod, path)
    yield from volumes(pod, path)
    yield from placement(pod, path)
    yield from settings(pod, path)
