"""Copies of a group and the least of them."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV105", "group-counts", Severity.ERROR)
def group_counts(view: SetView) -> Iterator[Problem]:
    """A scaling group's replicas or minAvailable is out of range.

    Grove's webhook refuses replicas below 1, minAvailable below 1, and minAvailable above replicas.

    Example: `replicas: 2, minAvailable: 3`.

    Fix: minAvailable is at most replicas; with both equal every copy is in the unit's one gang.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    for group in view.source.groups:
        if group.replicas < 1:
            message = f"group {group.name!r} has {group.replicas} copies"
            yield Problem(f"{group.path}.replicas", message, "give 1 or more", "Grove's webhook refuses it")
        if not 0 < group.min_available <= max(group.replicas, 1):
            message = f"group {group.name!r} has minAvailable {group.min_available} of {group.replicas} copies"
            fix = f"give 1 to {group.replicas}"
            yield Problem(f"{group.path}.minAvailable", message, fix, "Grove's webhook refuses it")
