"""Variables that Grove adds too."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV205", "variable-twice", Severity.ERROR)
def variable_twice(view: SetView) -> Iterator[Problem]:
    """A container sets a variable that this Grove adds behind it.

    The PodClique would hold one name twice, and its schema refuses that: the clique is never made.

    Example: `GROVE_PCSG_INDEX` in a container's env, on Grove before v0.1.0-alpha.12-rc2.

    Fix: leave it out; Grove sets it.

    Source: seen on Grove v0.1.0-alpha.11.
    """
    for failure in view.plan.failures:
        if failure.kind == "PodClique":
            why = f"{failure.pods_lost} pods are never made"
            yield Problem(failure.path, failure.why, "leave the variable out; Grove sets it", why)
