"""The suffix trap."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import names


@set_rule("GRV012", "clique-name-suffix", Severity.ERROR)
def clique_suffix(view: SetView) -> Iterator[Problem]:
    """A clique would get the pod template of another.

    Grove takes the first template whose name is a suffix of the clique's full name, so a clique named `l` lends its
    pods to `decode-l`, and nothing says so.

    Example: cliques `l` and `decode-l`, in this order.

    Fix: rename one, for example to `p-l` and `d-l`.

    Source: seen on the real operator (cliques `l` and `decode-l`).
    """
    source, grouped = view.source, view.grouped
    order = [clique.name for clique in source.cliques]
    for index, clique in enumerate(source.cliques):
        group = grouped.get(clique.name)
        for thief in order[:index]:
            victim = names.suffix_victim(thief, source.name, group.name if group else "", clique.name)
            if victim is not None:
                yield Problem(
                    f"{clique.path}.name",
                    f"clique {clique.name!r} would get the pod template of {thief!r}",
                    f"rename {thief!r}, so that no other clique's full name ends in it",
                    "Grove takes the first template whose name is a suffix of the clique's full name",
                    f"{victim} ends in {thief!r}",
                )
                break
