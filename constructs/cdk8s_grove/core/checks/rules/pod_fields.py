"""Pod fields Grove refuses."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV113", "pod-fields", Severity.ERROR)
def pod_fields(view: SetView) -> Iterator[Problem]:
    """A pod sets a field that Grove refuses.

    Its webhook refuses topologySpreadConstraints and nodeName on a new set: placement is the gang's business.

    Example: `topologySpreadConstraints` on a clique's pod.

    Fix: leave it out; pack with `topologyConstraint`, spread with affinity.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    for clique in view.source.cliques:
        for field in ("topologySpreadConstraints", "nodeName"):
            value = clique.pod.raw.get(field)
            # An empty list is set too, an empty name is not.
            if value is not None and value != "":
                message = f"the pod of clique {clique.name!r} sets {field}"
                yield Problem(f"{clique.pod.path}.{field}", message, "leave it out", "Grove's webhook refuses it")
