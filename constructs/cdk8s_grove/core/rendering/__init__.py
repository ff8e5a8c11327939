"""From a layout to the document that goes to the cluster."""

from __future__ import annotations

from cdk8s_grove.core.rendering.manifest import assemble, render
from cdk8s_grove.core.rendering.overrides import apply_override
from cdk8s_grove.core.rendering.queues import render_parent, render_queue

__all__ = ["apply_override", "assemble", "render", "render_parent", "render_queue"]
