"""What cannot be preempted has to fit the quota."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.quotas import UNITS, UNLIMITED, amount_of, is_non_preemptible, needed_at_once, queue_object
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV311", "queue-quota", Severity.ERROR)
def queue_quota(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A set that cannot be preempted needs more than a queue's quota.

    Workloads of a priority of 100 or more (`build`, `inference`) are never preempted, so KAI takes them within the
    quota only, of the queue and of every one above it: in GPUs, CPU and memory. A quota that is left out is 0.

    Example: a pair of 16 GPUs with `priorityClassName: inference` in a queue with a quota of 8.

    Fix: raise the quotas, or use a priority below 100 (`train`).

    Source: seen on the real scheduler (NonPreemptibleOverQuota).
    """
    if not is_non_preemptible(view, context):
        return
    at_once, units = needed_at_once(view), view.source.units
    for queue in (view.plan.queue, *view.plan.queue_parents):
        item = queue_object(context, queue)
        if item is None:
            continue
        for resource, of_a_unit in at_once.items():
            quota, unit = amount_of(item, resource, "quota"), UNITS[resource]
            of_all = float(view.plan.totals.gpus) if resource == "gpu" else of_a_unit * units
            if quota == UNLIMITED or of_all <= quota:
                continue
            never = of_a_unit > quota
            needs = f"a unit needs {of_a_unit:g} {unit}" if never else f"all units need {of_all:g} {unit}"
            message = f"{needs}, the queue's quota is {quota:g}, and {view.source.name} cannot be preempted"
            fix = "raise the quota, here and above, or use a priority below 100"
            severity = Severity.ERROR if never else Severity.WARNING
            why = "what cannot be preempted has to fit the quota of every queue above it"
            yield Problem(f"spec.resources.{resource}.quota", message, fix, why, f"{quota:g}", severity, item.construct)
