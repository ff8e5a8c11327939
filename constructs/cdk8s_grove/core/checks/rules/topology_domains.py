"""Domains of the topology, broad above narrow."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.source import Asked


@set_rule("GRV117", "topology-domains", Severity.ERROR)
def topology_domains(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A constraint asks for a domain the topology does not have, or a narrower one than something inside it.

    Grove's webhook refuses both: what packs the set may not be narrower than what packs a group in it, nor a group's
    than a clique's.

    Example: `rack` on the set and `block` on a group.

    Fix: a domain of the ClusterTopologyBinding; broad on the set, narrow on the clique.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/topologyconstraints.go@fcc3b3bb.
    """
    levels = list(context.beside.topologies.get(view.plan.topology or "", {}))
    if not levels or not context.target.topology_aware:
        return
    source, why = view.source, "Grove's webhook refuses it"
    whole = ("spec.template", source.topology)
    groups = [(group.path, group.topology) for group in source.groups]
    cliques = {clique.name: (clique.path, clique.topology) for clique in source.cliques}
    unknown = False
    for path, constraint in (whole, *groups, *cliques.values()):
        for kind, domain in pair(constraint):
            if domain and domain not in levels:
                unknown = True
                message, fix = f"the topology has no domain {domain!r}", f"use one of: {', '.join(levels)}"
                yield Problem(f"{path}.topologyConstraint.pack.{kind}", message, fix, why, domain)
    if unknown:
        return
    inside = [(whole, inner) for inner in (*groups, *cliques.values())]
    inside += [
        ((group.path, group.topology), cliques[name])
        for group in source.groups
        for name in group.clique_names
        if name in cliques
    ]
    for (path, outer), (inner_path, inner) in inside:
        for (kind, broad), (_, narrow) in zip(pair(outer), pair(inner), strict=True):
            if broad and narrow and levels.index(broad) > levels.index(narrow):
                at = f"{path}.topologyConstraint" + (".pack.preferred" if kind == "preferred" else "")
                message = f"{broad!r} is narrower than {narrow!r} of {inner_path}"
                yield Problem(at, message, "give the outer one the broader domain", why, broad)


def pair(constraint: Asked | None) -> tuple[tuple[str, str], tuple[str, str]]:
    """Required and preferred domain."""
    required, preferred = (constraint.required, constraint.preferred) if constraint else ("", "")
    return ("required", required), ("preferred", preferred)
