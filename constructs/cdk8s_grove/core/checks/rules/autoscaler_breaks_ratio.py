"""The ratio of a unit."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.autoscalers import autoscalers_of
from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV307", "autoscaler-breaks-ratio", Severity.WARNING)
def autoscaler_breaks_ratio(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """An autoscaler moves one phase of a unit that is held at its ratio.

    Where every copy is in the unit's gang the phases belong together; scaling one of them down drains the gang, and
    scaling it up adds copies that no other phase matches.

    Example: `scaleConfig` in the group `decode`, or a HorizontalPodAutoscaler of the PodCliqueScalingGroup
    `qwen-0-decode`, where `prefill` and `decode` have minAvailable equal to replicas.

    Fix: scale units (`replicas` of the PodCliqueSet), or give the group a minAvailable below its replicas.

    Source: ai-dynamo/grove#829; ai-dynamo/dynamo#12428.
    """
    groups = view.source.groups
    if len(groups) < 2 or any(group.min_available < group.replicas for group in groups):
        return
    for group in groups:
        if group.scaling is not None:
            message = f"{group.name!r} is scaled by itself, in a unit whose phases are held at a ratio"
            fix = "scale the PodCliqueSet's units, or lower the group's minAvailable"
            yield Problem(group.scaling.path, message, fix, "the phases' ratio would not hold")
    for scaler in autoscalers_of(view, context):
        if scaler.group is not None:
            message = f"{scaler.kind} {scaler.name!r} scales {scaler.group!r} by itself, in a unit held at a ratio"
            fix = "scale the PodCliqueSet's units, or lower the group's minAvailable"
            why = "the phases' ratio would not hold"
            yield Problem("spec.scaleTargetRef", message, fix, why, construct=scaler.construct)
