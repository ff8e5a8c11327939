"""Names and roles that may be there once."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.parts import cliques_of
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.raw import mapping


@set_rule("GRV106", "unique-names", Severity.ERROR)
def unique_names(view: SetView) -> Iterator[Problem]:
    """Two cliques have one role, two groups one name, or a clique stands in two groups.

    Grove's webhook refuses each. A role that is left out is an empty one, and two of those are the same role too.

    Example: two cliques with `roleName: worker`.

    Fix: a `roleName` of its own for each clique, a `name` of its own for each group, each clique in one group.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    raw = [mapping(item.get("spec")).get("roleName") or "" for item in cliques_of(view.stored)]
    groups = view.source.groups
    for path, what, values in (
        ("spec.template.cliques.roleName", "two cliques have the role", raw),
        ("spec.template.podCliqueScalingGroups.name", "two groups have the name", [group.name for group in groups]),
        (
            "spec.template.podCliqueScalingGroups.cliqueNames",
            "two groups hold, or one holds twice, the clique",
            [name for group in groups for name in group.clique_names],
        ),
    ):
        for value in sorted({value for value in values if values.count(value) > 1}):
            yield Problem(path, f"{what} {value!r}", "give each its own", "Grove's webhook refuses it", found=value)
