"""What cannot be preempted has to fit the quota."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.quotas import UNLIMITED, amount_of, is_non_preemptible, queue_object
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV311", "queue-quota", Severity.ERROR)
def queue_quota(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A set that cannot be preempted needs more than a queue's quota.

    Workloads of a priority of 100 or more (`build`, `inference`) are never preempted, so KAI takes them within the
    quota only, of the queue and of every one above it. A quota that is left out is 0.

    Example: a pair of 16 GPUs with `priorityClassName: inference` in a queue with a quota of 8.

    Fix: raise the quotas, or use a priority below 100 (`train`).

    Source: seen on the real scheduler (NonPreemptibleOverQuota).
    """
    if not is_non_preemptible(view, context):
        return
    totals = view.plan.totals
    for queue in (view.plan.queue, *view.plan.queue_parents):
        item = queue_object(context, queue)
        if item is None:
            continue
        quota = amount_of(item, "gpu", "quota")
        if quota == UNLIMITED or totals.gpus <= quota:
            continue
        never = totals.gpus_at_once > quota
        needs = f"a unit needs {totals.gpus_at_once}" if never else f"all units need {totals.gpus}"
        message = f"{needs} GPUs, the queue's quota is {quota:g}, and {view.source.name} cannot be preempted"
        fix = "raise the quota, here and above, or use a priority below 100"
        severity = Severity.ERROR if never else Severity.WARNING
        why = "what cannot be preempted has to fit the quota of every queue above it"
        found = f"{quota:g}"
        yield Problem("spec.resources.gpu.quota", message, fix, why, found, severity, item.construct)
