"""Deployments are no gangs."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext
from cdk8s_grove.core.checks.engines import argv_of, phase_of
from cdk8s_grove.core.checks.parts import pods_in
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import env


@input_rule("GRV305", "phase-as-workload", Severity.WARNING)
def phase_as_workload(context: CheckContext) -> Iterator[Problem]:
    """A phase runs as a Deployment, StatefulSet or LeaderWorkerSet under KAI.

    KAI takes each replica of a Deployment as a gang of its own, so prefill and decode are placed one by one.

    Example: a Deployment with `schedulerName: kai-scheduler` and `--kv-transfer-config`.

    Fix: one PodCliqueSet: a `DisaggReplica` with a `PhaseGang` a phase.

    Source: kai-scheduler/KAI-Scheduler#2109; NVIDIA/nvcf#603.
    """
    for item in context.of_kind("Deployment", "StatefulSet", "LeaderWorkerSet"):
        for path, pod in pods_in(item.raw):
            if pod.get("schedulerName") == env.KAI_SCHEDULER and phase_of(argv_of(pod)):
                message = f"a {item.kind} runs {phase_of(argv_of(pod))} under KAI"
                fix = "make it a phase of one set: a DisaggReplica with a PhaseGang a phase"
                why = "its pods and the other phase's are placed one by one"
                yield Problem(path, message, fix, why, construct=item.construct)
