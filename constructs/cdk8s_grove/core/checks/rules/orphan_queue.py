"""Every queue has its parent."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity


@input_rule("GRV321", "orphan-queue", Severity.WARNING)
def orphan_queue(context: CheckContext) -> Iterator[Problem]:
    """A queue stands under a parent that is not in the input.

    Where the cluster does not have the parent either, KAI leaves out the queue and everything below it, and nothing in
    them is ever placed. With `--complete` it is an error.

    Example: a Queue with `parentQueue: research`, and no Queue `research`.

    Fix: put the parent beside it, or correct the name.

    Source: kai-scheduler/KAI-Scheduler pkg/scheduler/cache/cluster_info/queue.go@v0.17.0.
    """
    queues = context.beside.queues
    for item in context.of_kind("Queue"):
        parent = queues.get(item.name)
        if parent and parent not in queues:
            severity = Severity.ERROR if context.complete else Severity.WARNING
            message = f"the parent queue {parent!r} is not in the input"
            why = "KAI leaves out a queue whose parent does not exist"
            fix = "put it beside the queue, or correct the name"
            yield Problem("spec.parentQueue", message, fix, why, parent, severity, item.construct)
