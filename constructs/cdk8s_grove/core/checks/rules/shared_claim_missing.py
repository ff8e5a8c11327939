"""Templates of shared claims."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV203", "shared-claim-missing", Severity.ERROR)
def shared_claim_missing(view: SetView) -> Iterator[Problem]:
    """A shared claim names a template that the set does not define and the input does not hold.

    Grove looks for it in the namespace; while it is not there, nothing else of the set is made.

    Example: `resourceSharing: [{name: gpus}]` without a template `gpus`.

    Fix: define it in `resourceClaimTemplates`, or put the ResourceClaimTemplate beside the set.

    Source: seen on the real operator (a claim by a name that the set does not define).
    """
    for failure in view.plan.failures:
        if failure.kind == "ResourceClaim":
            why = f"{failure.pods_lost} pods are never made"
            yield Problem(
                failure.path,
                failure.why,
                "define it in resourceClaimTemplates, or put the ResourceClaimTemplate beside the set",
                why,
            )
