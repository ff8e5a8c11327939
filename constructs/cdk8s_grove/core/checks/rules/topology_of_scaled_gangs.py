"""A constraint does not reach over gangs."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV306", "topology-of-scaled-gangs", Severity.WARNING)
def topology_of_scaled_gangs(view: SetView) -> Iterator[Problem]:
    """The set's topology constraint does not hold scaled gangs near their unit.

    Grove enforces a set's constraint in each gang by itself. A copy above minAvailable is a gang of its own, and may
    land in another domain than the rest of its unit.

    Example: `pack: {required: rack}` on the set, and `minAvailable: 1` in a group of 2 copies.

    Fix: minAvailable equal to replicas, so that a unit is one gang, or a constraint on the group itself.

    Source: ai-dynamo/grove#648; seen on the real scheduler (a scaled copy in another rack).
    """
    source = view.source
    if source.topology is None or view.plan.topology is None:
        return
    for group in source.groups:
        most = max(group.replicas, group.scaling.most if group.scaling else 0)
        if most <= group.min_available:
            continue
        may = "are" if group.replicas > group.min_available else "may become"
        message = f"{most - group.min_available} copies of {group.name!r} {may} gangs of their own"
        fix = f"give minAvailable of {group.replicas}, or a constraint on the group that is enough"
        why = "the set's topology constraint holds within a gang only"
        yield Problem(f"{group.path}.minAvailable", message, fix, why)
