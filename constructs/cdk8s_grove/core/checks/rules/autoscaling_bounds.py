"""Autoscalers the webhook refuses."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV109", "autoscaling-bounds", Severity.ERROR)
def autoscaling_bounds(view: SetView) -> Iterator[Problem]:
    """An autoscaler's bounds do not fit what it scales.

    Grove's webhook refuses an autoscaler that may go below minAvailable, a clique's that may not reach the clique's own
    replicas, and one on a clique that a scaling group scales.

    Example: a clique of 3 pods with `autoScalingConfig: {maxReplicas: 2}`.

    Fix: minReplicas is minAvailable or more, maxReplicas what it has now or more.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    why = "Grove's webhook refuses it"
    for group in view.source.groups:
        if group.scaling is not None and group.scaling.least < group.min_available:
            message = f"group {group.name!r} may be scaled to {group.scaling.least} copies, below minAvailable"
            fix = f"give minReplicas of {group.min_available} or more"
            yield Problem(f"{group.scaling.path}.minReplicas", message, fix, why)
    grouped = view.grouped
    for clique in view.source.cliques:
        scaling = clique.scaling
        if scaling is None:
            continue
        if clique.name in grouped:
            message = f"clique {clique.name!r} has an autoscaler and stands in group {grouped[clique.name].name!r}"
            yield Problem("spec.template.podCliqueScalingGroups", message, "scale the group, or leave it out", why)
        if scaling.least < clique.min_available:
            message = f"clique {clique.name!r} may be scaled to {scaling.least} pods, below minAvailable"
            fix = f"give minReplicas of {clique.min_available} or more"
            yield Problem(f"{scaling.path}.minReplicas", message, fix, why)
        if scaling.most < max(scaling.least, clique.replicas):
            message = f"clique {clique.name!r} has {clique.replicas} pods and may have {scaling.most}"
            fix = f"give maxReplicas of {max(scaling.least, clique.replicas)} or more"
            yield Problem(f"{scaling.path}.maxReplicas", message, fix, why)
