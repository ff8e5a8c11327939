"""Groups name cliques that are there."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.raw import items, mapping, mappings


@input_rule("GRV107", "unknown-clique", Severity.ERROR)
def unknown_clique(context: CheckContext) -> Iterator[Problem]:
    """A scaling group names a clique the set does not have.

    Grove's webhook refuses it.

    Example: `cliqueNames: [leader]` in a set whose clique is `p-leader`.

    Fix: name cliques by their `name` in `spec.template.cliques`.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    for item in context.objects:
        if item.kind != "PodCliqueSet":
            continue
        template = mapping(mapping(item.raw.get("spec")).get("template"))
        known = {str(clique.get("name")) for clique in mappings(template.get("cliques"))}
        for index, group in enumerate(mappings(template.get("podCliqueScalingGroups"))):
            unknown = [str(name) for name in items(group.get("cliqueNames")) if str(name) not in known]
            if unknown:
                yield Problem(
                    f"spec.template.podCliqueScalingGroups[{index}].cliqueNames",
                    f"the group names no clique of the set: {', '.join(unknown)}",
                    f"name some of: {', '.join(sorted(known))}",
                    "Grove's webhook refuses it",
                    construct=item.construct,
                )
