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

    Fix: correct the field that is named: give the container an image, the pod the volume, the request what the limit
    has.

    Source: seen on the real operator, kube-apiserver 1.35.4; kubernetes/kubernetes
    pkg/apis/core/validation/validation.go@v1.35.4.
    """
    cliques = {clique.path for clique in view.source.cliques}
    without_service = any(failure.kind == "Service" for failure in view.plan.failures)
    for failure in view.plan.failures:
        about_hostname = failure.path in cliques
        if failure.kind != "Pod" or (about_hostname and without_service):  # the set's own name is said to be bad
            continue
        why = f"{failure.pods_lost} pods are never made"
        # A recorded set has a dot in a group's name and is accepted; what became of its pods nobody wrote down.
        severity = Severity.WARNING if about_hostname else None
        yield Problem(failure.path, failure.why, "correct the field", why, severity=severity)
