"""One KAI queue a set."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import env, versions


@set_rule("GRV013", "missing-queue", Severity.ERROR)
def queue(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A set for KAI names no queue, or several.

    Since Grove writes KAI's PodGroups it refuses such a set. Before, the pod-grouper takes `default-queue`, which few
    clusters have.

    Example: `kai.scheduler/queue: a` on one clique and `b` on another.

    Fix: the label `kai.scheduler/queue` with the same leaf queue on the set and on every clique.

    Source: ai-dynamo/grove operator/internal/scheduler/kai/backend.go@fcc3b3bb.
    """
    if view.plan.scheduler != env.KAI_SCHEDULER:
        return
    stated = {
        labels.get(env.KAI_QUEUE_LABEL) or notes.get(env.KAI_QUEUE_LABEL, "")
        for labels, notes in (
            (view.source.labels, view.source.annotations),
            *((clique.labels, clique.annotations) for clique in view.source.cliques),
        )
    } - {""}
    if len(stated) == 1:
        return
    message = f"set and cliques name {len(stated)} queues" if stated else "no queue is named"
    by_grove = context.target.grove_has(versions.GROVE_WRITES_POD_GROUP)
    why = "Grove's webhook refuses it" if by_grove else f"KAI takes {view.plan.queue!r} for all of them"
    yield Problem(
        "metadata.labels",
        message,
        f"label the set and every clique with {env.KAI_QUEUE_LABEL}: <one leaf queue>",
        why,
        ", ".join(sorted(stated)),
        Severity.ERROR if by_grove else Severity.WARNING,
    )
