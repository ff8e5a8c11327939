"""Autoscalers the API server refuses."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV202", "autoscaler-refused", Severity.ERROR)
def autoscaler_refused(view: SetView) -> Iterator[Problem]:
    """A scaling group's autoscaler would be refused by the API server.

    The webhook takes it; then the HPA is refused, and no pod is ever made.

    Example: a group of 3 copies with `scaleConfig: {maxReplicas: 2}`, or without maxReplicas.

    Fix: maxReplicas is minReplicas (by default the group's replicas) or more.

    Source: seen on the real operator (maxReplicas below replicas).
    """
    for failure in view.plan.failures:
        # A clique's the webhook refuses already.
        if failure.kind == "HorizontalPodAutoscaler" and "podCliqueScalingGroups" in failure.path:
            why = f"{failure.pods_lost} pods are never made"
            yield Problem(failure.path, failure.why, "give maxReplicas of minReplicas or more", why)
