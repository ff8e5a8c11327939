"""A copy starts whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV301", "partial-gang", Severity.WARNING)
def partial_gang(view: SetView) -> Iterator[Problem]:
    """A copy of an engine over several pods may start with some of them missing.

    The gang waits for minAvailable pods of each clique only. An engine over several nodes needs every rank, so a copy
    that starts with fewer waits inside its containers, on GPUs that serve nobody.

    Example: a worker clique of 3 pods with `minAvailable: 1`.

    Fix: minAvailable equal to replicas, or none: it is replicas by default.

    Source: ai-dynamo/dynamo#7811; seen on the real operator (a worker clique of 2 with minAvailable 1).
    """
    # Where each pod of a clique is a copy of its own, fewer of them are fewer copies, and each is whole.
    several = {(pod.unit, pod.phase, pod.copy) for pod in view.plan.pods if pod.rank > 0}
    split = {pod.template for pod in view.plan.pods if (pod.unit, pod.phase, pod.copy) in several}
    for group in view.source.groups:
        for clique in view.mates(group):
            if clique.min_available < clique.replicas and clique.name in split:
                message = f"the gang starts with {clique.min_available} of {clique.replicas} pods of {clique.name!r}"
                why = "an engine over several pods needs every rank"
                yield Problem(f"{clique.path}.spec.minAvailable", message, f"give {clique.replicas}", why)
