"""What a queue lets run."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.quotas import UNITS, UNLIMITED, amount_of, needed_at_once, queue_object
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV310", "queue-limit", Severity.ERROR)
def queue_limit(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A queue's limit is below what one unit needs at once.

    A limit that is left out is 0: nothing that asks for the resource may run. -1 is unlimited. CPU is counted in
    millicores, memory in MB of 10^6 bytes.

    Example: a queue whose `gpu` has a quota and no limit.

    Fix: `limit: -1`, or enough for a unit, in the queue and every one above it.

    Source: seen on the real scheduler (limits left out, and below what a pair needs: OverLimit).
    """
    needs = needed_at_once(view)
    for queue in (view.plan.queue, *view.plan.queue_parents):
        item = queue_object(context, queue)
        if item is None:
            continue
        for resource, amount in needs.items():
            limit = amount_of(item, resource, "limit")
            if limit != UNLIMITED and amount > limit:
                said = f"{amount:g} {UNITS[resource]}"
                message = f"a unit of {view.source.name} needs {said} at once, the queue's limit is {limit:g}"
                path = f"spec.resources.{resource}.limit"
                fix = f"give {amount:g} or more, or -1"
                why = "none of it would ever be placed"
                yield Problem(path, message, fix, why, "left out" if limit == 0 else f"{limit:g}", None, item.construct)
