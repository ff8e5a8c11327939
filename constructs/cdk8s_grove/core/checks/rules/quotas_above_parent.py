"""Leaves are entitled to what their parent is."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext
from cdk8s_grove.core.checks.quotas import UNITS, UNLIMITED, amount_of
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity


@input_rule("GRV312", "quotas-above-parent", Severity.WARNING)
def quotas_above_parent(context: CheckContext) -> Iterator[Problem]:
    """The quotas of a queue's leaves are together above its own.

    KAI divides the parent's quota; the leaves are entitled to less than they say.

    Example: two leaves of 16 GPUs under a parent of 24.

    Fix: raise the parent's quota to the leaves' sum, or -1.

    Source: kai-scheduler/KAI-Scheduler pkg/scheduler/plugins/proportion/proportion.go@d5bc503a.
    """
    queues = [item for item in context.of_kind("Queue") if item.name in context.beside.queues]
    for parent in queues:
        leaves = [item for item in queues if context.beside.queues[item.name] == parent.name]
        for resource in UNITS:
            quota = amount_of(parent, resource, "quota")
            own = [amount_of(leaf, resource, "quota") for leaf in leaves]
            if leaves and quota != UNLIMITED and UNLIMITED not in own and sum(own) > quota:
                message = f"its {len(leaves)} leaves are entitled to {sum(own):g}, it to {quota:g}"
                path = f"spec.resources.{resource}.quota"
                yield Problem(path, message, f"give {sum(own):g} or more, or -1", construct=parent.construct)
