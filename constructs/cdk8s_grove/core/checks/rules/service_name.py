"""The headless service of a unit."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV201", "service-name", Severity.ERROR)
def service_name(view: SetView) -> Iterator[Problem]:
    """The set's name cannot name its headless service.

    The API server and Grove's webhook take it; then the service is refused, and nothing else of the set is made.

    Example: a set named `kimi.k2`.

    Fix: a DNS label that begins with a letter and has no dot.

    Source: seen on the real operator (a set with a dot).
    """
    for failure in view.plan.failures:
        if failure.kind == "Service":
            why = f"{failure.pods_lost} pods are never made"
            yield Problem(
                failure.path,
                failure.why,
                "name the set with a DNS label: a letter first, then letters, digits and '-'",
                why,
            )
