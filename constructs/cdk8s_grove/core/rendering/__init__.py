"""From a layout to the document that goes to the cluster."""

from __future__ import annotations

from cdk8s_grove.core.rendering.beside import render_beside
from cdk8s_grove.core.rendering.devices import render_claim_template, render_compute_domain
from cdk8s_grove.core.rendering.manifest import assemble, render
from cdk8s_grove.core.rendering.overrides import apply_override
from cdk8s_grove.core.rendering.priority_class import render_priority_class
from cdk8s_grove.core.rendering.queue_tree import (
    PlacedQueue,
    QueueShare,
    limit_warnings,
    place_queues,
    read_queue,
    render_placed,
    render_queue_tree,
)
from cdk8s_grove.core.rendering.queues import render_parent, render_queue
from cdk8s_grove.core.rendering.scaling import API_VERSIONS, autoscaler_kind, render_autoscaler
from cdk8s_grove.core.rendering.topology import render_topology
from cdk8s_grove.core.rendering.volumes import render_claim

__all__ = [
    "API_VERSIONS",
    "PlacedQueue",
    "QueueShare",
    "apply_override",
    "assemble",
    "autoscaler_kind",
    "limit_warnings",
    "place_queues",
    "read_queue",
    "render",
    "render_autoscaler",
    "render_beside",
    "render_claim",
    "render_claim_template",
    "render_compute_domain",
    "render_parent",
    "render_placed",
    "render_priority_class",
    "render_queue",
    "render_queue_tree",
    "render_topology",
]
