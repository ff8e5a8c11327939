"""Templates of shared claims."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV203", "shared-claim-missing", Severity.ERROR)
def shared_claim_missing(view: SetView) -> Iterator[Problem]:
    """A shared claim has no template, or one the API server takes no claim of.

    Grove looks for the template in the set, then in the namespace; while it is not there, or the claim made of it is
    refused, nothing else of the set is made.

    Example: `resourceSharing: [{name: gpus}]` without a template `gpus`; a request without `deviceClassName`.

    Fix: define it in `resourceClaimTemplates`, or put the ResourceClaimTemplate beside the set; correct the request.

    Source: seen on the real operator (a claim by a name that the set does not define); kubernetes/kubernetes
    pkg/apis/resource/validation/validation.go@v1.35.4.
    """
    for failure in view.plan.failures:
        if failure.kind != "ResourceClaim" or failure.pods_lost == 0:
            continue
        missing = not failure.path.startswith("spec.template.resourceClaimTemplates")
        beside = "define it in resourceClaimTemplates, or put the ResourceClaimTemplate beside the set"
        fix = beside if missing else "correct the field"
        yield Problem(failure.path, failure.why, fix, f"{failure.pods_lost} pods are never made")
