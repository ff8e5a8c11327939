"""What a replica needs beside its set: volumes, devices, autoscalers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from cdk8s_grove.core.rendering.devices import claim_templates, compute_domains
from cdk8s_grove.core.rendering.scaling import autoscalers
from cdk8s_grove.core.rendering.volumes import volume_claims
from cdk8s_grove.core.spec import ReplicaSpec

Document = dict[str, Any]

_MAKERS: Final[tuple[Callable[[ReplicaSpec], Iterator[Document]], ...]] = (
    volume_claims,
    claim_templates,
    compute_domains,
    autoscalers,
)
"""In the order in which what they make should be applied."""


def render_beside(spec: ReplicaSpec) -> list[Document]:
    """Every object the replica needs beside its PodCliqueSet, in the order to apply them.

    Args:
        spec: What is asked for.
    """
    return [document for make in _MAKERS for document in make(spec)]
