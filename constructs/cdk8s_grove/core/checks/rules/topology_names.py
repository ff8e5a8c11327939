"""One topology a set, and it is there."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import versions


@set_rule("GRV116", "topology-names", Severity.ERROR)
def topology_names(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A topology constraint names no topology, another one than the rest, or one that is not there.

    Grove's webhook wants one topology in a set: named on the outermost constraint, inherited below. It refuses a name
    without a ClusterTopologyBinding, and every constraint where topology-aware scheduling is off.

    Example: `topologyConstraint: {pack: {required: rack}}`, without `topologyName`.

    Fix: name the ClusterTopologyBinding on the set's constraint, and put the binding beside it.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go and
    topologyconstraints.go@fcc3b3bb.
    """
    source, name = view.source, view.plan.topology
    own = source.topology
    placed = [
        ("spec.template", own),
        *((g.path, g.topology) for g in source.groups),
        *((c.path, c.topology) for c in source.cliques),
    ]
    asked = [(f"{path}.topologyConstraint", constraint) for path, constraint in placed if constraint is not None]
    if not asked:
        return
    why = "Grove's webhook refuses it"
    if not context.target.topology_aware:
        for path, _ in asked:
            yield Problem(path, "topology-aware scheduling is off in this operator", "leave the constraint out", why)
        return
    if not context.target.grove_has(versions.TOPOLOGY_NAME):
        return
    grouped = view.grouped
    named = {constraint.topology for _, constraint in asked if constraint.topology}
    for path, constraint in asked:
        clique = next((c for c in source.cliques if f"{c.path}.topologyConstraint" == path), None)
        group = grouped.get(clique.name) if clique else None
        above = [own] if path != "spec.template.topologyConstraint" else []
        above += [group.topology] if group else []
        if not constraint.topology and not any(outer and outer.topology for outer in above):
            fix = "name the ClusterTopologyBinding"
            yield Problem(f"{path}.topologyName", "the constraint names no topology and inherits none", fix, why)
    if len(named) > 1:
        for path, constraint in asked:
            if constraint.topology and constraint.topology != name:
                message = f"the set names {len(named)} topologies: {', '.join(sorted(named))}"
                yield Problem(f"{path}.topologyName", message, "name one everywhere", why, constraint.topology)
    elif name is not None and name not in context.beside.topologies:
        path = next(f"{path}.topologyName" for path, constraint in asked if constraint.topology)
        message = f"the ClusterTopologyBinding {name!r} is not in the input"
        fix = "put it beside the set, or correct the name"
        severity = context.absent("ClusterTopologyBinding")
        yield Problem(
            "spec.template.topologyConstraint.topologyName" if own else path, message, fix, why, name, severity
        )
