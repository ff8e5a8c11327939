"""Pods the API server refuses."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV204", "pod-refused", Severity.ERROR)
def pod_refused(view: SetView) -> Iterator[Problem]:
    """Grove's webhook takes the pod template, and the API server would refuse every pod made from it.

    The gang waits for ever for pods that never come, and says so nowhere but in the operator's log.

    Example: a container without an image, a mount without its volume, a GPU request that differs from the limit.

    Fix: correct the field.

    Source: seen on the real operator, kube-apiserver 1.35.4.
    """
    for failure in view.plan.failures:
        if failure.kind == "Pod":
            why = f"{failure.pods_lost} pods are never made"
            yield Problem(failure.path, failure.why, "correct the field", why)
