"""A set has a clique."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.raw import mapping


@input_rule("GRV108", "no-cliques", Severity.ERROR)
def no_cliques(context: CheckContext) -> Iterator[Problem]:
    """A set has no clique.

    Grove's webhook refuses it: there would be no pod.

    Example: `cliques: []`.

    Fix: at least one entry in `spec.template.cliques`.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    for item in context.objects:
        spec = mapping(item.raw.get("spec"))
        written = isinstance(spec.get("template"), dict)  # else the schema speaks
        if item.kind == "PodCliqueSet" and written and not mapping(spec.get("template")).get("cliques"):
            message, why = "the set has no clique", "Grove's webhook refuses it"
            yield Problem("spec.template.cliques", message, "give at least one", why, construct=item.construct)
