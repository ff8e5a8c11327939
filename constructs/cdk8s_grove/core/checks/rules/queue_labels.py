"""The queue as a label, everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import env


@set_rule("GRV316", "queue-labels", Severity.WARNING)
def queue_labels(view: SetView) -> Iterator[Problem]:
    """The queue is not a label of the set and of every clique.

    Grove reads the set's, and KAI the pods': its pod-grouper where Grove does not write PodGroups, and its admission
    of shared GPU claims. One without the other works until something changes.

    Example: the label on the set alone.

    Fix: `kai.scheduler/queue` as a label of the set and of every clique.

    Source: seen on Grove v0.1.0-alpha.11 and on main.
    """
    queue = view.plan.queue
    if queue is None or view.plan.scheduler != env.KAI_SCHEDULER:
        return
    where = [("metadata", view.source.labels), *((clique.path, clique.labels) for clique in view.source.cliques)]
    lacking = [path for path, labels in where if env.KAI_QUEUE_LABEL not in labels]
    if lacking:
        message = f"{len(lacking)} of {len(where)} places lack the queue's label"
        fix = f"add {env.KAI_QUEUE_LABEL}: {queue} there"
        yield Problem(f"{lacking[0]}.labels", message, fix, found=", ".join(lacking))
