"""The queue a set names."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV308", "queue-not-there", Severity.WARNING)
def queue_not_there(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """The queue a set names is not in the input.

    Where the cluster does not have it either, KAI places nothing. It is an error where the input holds other queues.

    Example: `kai.scheduler/queue: team-b` beside a Queue `team-a`.

    Fix: put the Queue beside the set, or correct the label.

    Source: seen on the real scheduler (a queue that is not there: QueueDoesNotExist).
    """
    queue = view.plan.queue
    if queue is None or queue in context.beside.queues:
        return
    message = f"the Queue {queue!r} is not in the input"
    fix = "put it beside the set, or correct the label"
    yield Problem("metadata.labels", message, fix, "KAI places nothing without it", queue, context.absent("Queue"))
