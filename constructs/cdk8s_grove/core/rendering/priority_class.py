"""A PriorityClass as Kubernetes' object."""

from __future__ import annotations

from typing import Any

from cdk8s_grove.core.spec import PriorityClassSpec


def render_priority_class(spec: PriorityClassSpec) -> dict[str, Any]:
    """The PriorityClass."""
    document = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": spec.name},
        "value": spec.value,
        "description": spec.description,
    }
    return {key: value for key, value in document.items() if value is not None}
