"""A set that is made and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.autoscalers import autoscalers_of
from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.raw import mapping


@set_rule("GRV322", "no-units", Severity.WARNING)
def no_units(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A set leaves out how many units it has, and so has none.

    The default of `spec.replicas` is 0, unlike a Deployment's: the set is accepted, and no pod is made.

    Example: a PodCliqueSet without `spec.replicas`.

    Fix: give `spec.replicas`; 0 where nothing is to run. Where an autoscaler owns the number and it is left out, one of
    KEDA with a minimum of 1 or more scales up from 0; a HorizontalPodAutoscaler leaves 0 alone, so scale the set once
    by hand (`kubectl scale`), and suppress this.

    Source: the CRD podcliquesets.grove.io; ai-dynamo/grove operator/api/core/v1alpha1/podcliqueset.go@fcc3b3bb;
    kubernetes/kubernetes pkg/controller/podautoscaler/horizontal.go@v1.35.4.
    """
    if mapping(view.raw.get("spec")).get("replicas") is not None:
        return
    scalers = [scaler for scaler in autoscalers_of(view, context) if scaler.group is None]
    if any(scaler.kind == "ScaledObject" and scaler.least > 0 for scaler in scalers):
        return
    why, fix = "left out, it is 0", "give spec.replicas"
    if scalers:
        why = f"left out, it is 0, and {scalers[0].kind} {scalers[0].name!r} does not scale a new set up from there"
        fix = "scale it once with kubectl scale, and suppress this; or give spec.replicas"
    yield Problem("spec.replicas", "the set has no units", fix, why)
