"""Only leaf queues schedule."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV309", "parent-queue", Severity.ERROR)
def parent_queue(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A set names a queue that other queues stand under.

    KAI schedules from leaf queues only: the pods stay pending.

    Example: `kai.scheduler/queue: department`, and a queue `team` with `parentQueue: department`.

    Fix: name a queue that no other has as its `parentQueue`.

    Source: kai-scheduler/KAI-Scheduler#621; seen on the real scheduler.
    """
    queue = view.plan.queue
    leaves = sorted(name for name, parent in context.beside.queues.items() if parent == queue)
    if queue is not None and leaves:
        message = f"{queue!r} is a parent queue"
        fix = f"name a leaf queue, for example {leaves[0]!r}"
        yield Problem("metadata.labels", message, fix, "KAI schedules from leaf queues only", queue)
