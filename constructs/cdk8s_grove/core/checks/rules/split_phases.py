"""A pair is one gang."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.engines import phases_of
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.phases import phase_of_word


@input_rule("GRV304", "split-phases", Severity.WARNING)
def split_phases(context: CheckContext) -> Iterator[Problem]:
    """The phases of one deployment stand in two sets.

    Grove and KAI place each set by itself: one phase runs, the other waits for GPUs, and neither serves.

    Example: PodCliqueSets `qwen-prefill` and `qwen-decode` in one namespace.

    Fix: one PodCliqueSet with a scaling group a phase: one `DisaggReplica` with two `PhaseGang`s.

    Source: modelplaneai/modelplane#424; seen on the real scheduler (one set bound, the other pending).
    """
    phases: dict[tuple[str, str], list[SetView]] = {}
    for view in context.sets:
        told = phases_of(view)
        if len(told) == 1:
            phases.setdefault((view.source.namespace, told.pop()), []).append(view)
    for (namespace, phase), views in sorted(phases.items()):
        others = phases.get((namespace, "decode"), []) if phase == "prefill" else []
        alone = len(views) == len(others) == 1
        for view in views:
            for other in others:
                if not alone and _stem(view.source.name) != _stem(other.source.name):
                    continue
                yield Problem(
                    "spec.template",
                    f"it holds prefill only, and {other.source.name} decode only",
                    "put both phases in one set: a DisaggReplica with a PhaseGang a phase",
                    "two sets are two gangs: one may run while the other waits for GPUs",
                    construct=view.construct,
                )


def _stem(name: str) -> str:
    """A set's name without the words for a phase: `qwen` of `qwen-prefill`."""
    return "-".join(word for word in name.split("-") if phase_of_word(word) is None)
