"""One scheduler, and one the operator knows."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import env


@set_rule("GRV111", "scheduler", Severity.ERROR)
def scheduler(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """The cliques name several schedulers, or one the operator does not know.

    Grove's webhook refuses a set whose pods have more than one scheduler (one that is left out is the operator's
    default), and one that its configuration does not enable.

    Example: `kai-scheduler` on one clique and nothing on another.

    Fix: `schedulerName: kai-scheduler` on every clique; `--scheduler NAME` where your operator enables others.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    path = "spec.template.cliques.spec.podSpec.schedulerName"
    used = {clique.pod.scheduler or env.DEFAULT_SCHEDULER for clique in view.source.cliques}
    said = ", ".join(sorted(used))
    if len(used) > 1:
        message = f"the cliques name {len(used)} schedulers"
        yield Problem(path, message, "name one on every clique", "Grove's webhook refuses it", found=said)
    unknown = sorted(used - set(context.target.schedulers))
    if unknown:
        message = f"the operator does not know the scheduler {', '.join(unknown)}"
        fix = f"use one of: {', '.join(context.target.schedulers)}"
        yield Problem(path, message, fix, "Grove's webhook refuses it", found=said)
