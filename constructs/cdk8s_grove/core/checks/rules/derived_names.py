"""Names Grove derives."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import names


@set_rule("GRV009", "derived-name-too-long", Severity.ERROR)
def derived_names(view: SetView) -> Iterator[Problem]:
    """A name that Grove derives is longer than Kubernetes takes.

    Services, gangs, scaling groups and hostnames have 63 characters at most, a clique's full name 57, since its pods
    get six more. Counted with the largest index an autoscaler may reach.

    Example: names of 45 characters together, in a group that may be scaled to 10,000,001 copies.

    Fix: shorten the set's, the group's or the clique's name.

    Source: seen on the real operator; kubernetes/apimachinery pkg/util/validation/validation.go@v0.35.0.
    """
    source, grouped = view.source, view.grouped
    last = max(source.units - 1, 0)
    for clique in source.cliques:
        group = grouped.get(clique.name)
        if group is None:
            fqn = names.standalone_clique(source.name, last, clique.name)
        else:
            copies = max(group.replicas, group.scaling.most if group.scaling else 0)
            fqn = names.group_clique(source.name, last, group.name, max(copies - 1, 0), clique.name)
        pods = max(clique.replicas, clique.scaling.most if clique.scaling else 0)
        host = names.hostname(fqn, max(pods - 1, 0))
        for what, name, most in (("clique", fqn, names.MAX_CLIQUE), ("hostname", host, names.MAX_LABEL)):
            if len(name) > most:
                message = f"the {what} {name} has {len(name)} characters, {most} are the most"
                yield Problem(
                    f"{clique.path}.name", message, f"shorten the names by {len(name) - most}", "it is never made"
                )
                break
