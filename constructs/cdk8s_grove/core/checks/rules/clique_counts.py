"""Pods of a clique and the least of them."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV104", "clique-counts", Severity.ERROR)
def clique_counts(view: SetView) -> Iterator[Problem]:
    """A clique's minAvailable is not between 1 and its replicas.

    Grove's webhook refuses it. A clique that asks for 0 pods is refused for it too: minAvailable defaults to that 0.

    Example: `replicas: 2, minAvailable: 3`.

    Fix: minAvailable from 1 to replicas; equal to replicas where an engine runs over several nodes.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    for clique in view.source.cliques:
        if not 0 < clique.min_available <= clique.replicas:
            path = f"{clique.path}.spec.minAvailable"
            message = f"clique {clique.name!r} has minAvailable {clique.min_available} of {clique.replicas} pods"
            yield Problem(path, message, f"give 1 to {clique.replicas}", "Grove's webhook refuses it")
