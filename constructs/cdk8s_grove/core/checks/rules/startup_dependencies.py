"""startsAfter under Explicit start-up."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import defaults


@set_rule("GRV110", "startup-dependencies", Severity.ERROR)
def startup_dependencies(view: SetView) -> Iterator[Problem]:
    """Start-up dependencies name a clique that is not there, twice, or each other.

    Grove's webhook refuses them under CliqueStartupTypeExplicit.

    Example: `startsAfter: [b]` in clique `a`, and `startsAfter: [a]` in clique `b`.

    Fix: name other cliques of the set, once each, without a circle.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliquedeps.go@fcc3b3bb.
    """
    if view.source.startup_type != defaults.EXPLICIT:
        return
    why = "Grove's webhook refuses it"
    cliques = view.source.cliques
    known = {clique.name for clique in cliques}
    for clique in cliques:
        path, after = f"{clique.path}.spec.startsAfter", clique.starts_after
        for name in sorted(set(after)):
            if name == clique.name:
                yield Problem(path, f"clique {name!r} starts after itself", "leave it out", why)
            elif not name:
                yield Problem(path, f"clique {clique.name!r} starts after a clique without a name", "leave it out", why)
            elif name not in known:
                message = f"clique {clique.name!r} starts after {name!r}, which the set does not have"
                fix = f"name some of: {', '.join(sorted(known))}"
                yield Problem("spec.template.cliques.startsAfter", message, fix, why)
            if after.count(name) > 1:
                yield Problem(path, f"clique {clique.name!r} starts after {name!r} twice", "name it once", why)
    try:
        TopologicalSorter({c.name: set(c.starts_after) - {c.name} for c in cliques}).prepare()
    except CycleError as error:
        circle = " after ".join(reversed(error.args[1]))
        yield Problem("spec.template.cliques", f"cliques wait for each other: {circle}", "break the circle", why)
