"""Autoscalers the API server refuses."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV202", "autoscaler-refused", Severity.ERROR)
def autoscaler_refused(view: SetView) -> Iterator[Problem]:
    """An autoscaler would be refused by the API server.

    The webhook takes a group's bounds and any metrics; then the HPA is refused, and no pod is ever made.

    Example: a group of 3 copies with `scaleConfig: {maxReplicas: 2}`, or without maxReplicas; a metric that has no
    target.

    Fix: maxReplicas is minReplicas (by default the group's replicas) or more; a metric has what its type needs.

    Source: seen on the real operator (maxReplicas below replicas); kubernetes/kubernetes
    pkg/apis/autoscaling/validation/validation.go@v1.35.4.
    """
    for failure in view.plan.failures:
        if failure.kind != "HorizontalPodAutoscaler" or failure.pods_lost == 0:
            continue
        why = f"{failure.pods_lost} pods are never made"
        if ".metrics[" in failure.path:
            yield Problem(failure.path, failure.why, "correct the metric", why)
        elif "podCliqueScalingGroups" in failure.path:  # a clique's the webhook refuses already
            yield Problem(failure.path, failure.why, "give maxReplicas of minReplicas or more", why)
