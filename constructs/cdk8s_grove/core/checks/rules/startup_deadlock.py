"""Workers that wait for their leader."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import defaults


@set_rule("GRV302", "startup-deadlock", Severity.WARNING)
def startup_deadlock(view: SetView) -> Iterator[Problem]:
    """The workers of a copy start after its leader.

    A leader of vLLM or SGLang is not ready before its workers have joined, and Grove starts them only when it is ready:
    neither ever is. (A TensorRT-LLM leader starts after its workers.)

    Example: `cliqueStartupType: CliqueStartupTypeInOrder` with the leader before the worker.

    Fix: `CliqueStartupTypeAnyOrder`, or let only the leader wait.

    Source: ai-dynamo/dynamo#8173.
    """
    grouped, source = view.grouped, view.source
    for wait in view.plan.startup:
        group = grouped.get(wait.clique)
        if group is None or group.clique_names.index(wait.clique) == 0:
            continue
        leader = group.clique_names[0]
        if leader in wait.after:
            clique = next(c for c in source.cliques if c.name == wait.clique)
            explicit = source.startup_type == defaults.EXPLICIT
            path = f"{clique.path}.spec.startsAfter" if explicit else "spec.template.cliqueStartupType"
            message = f"{wait.clique!r} waits until {leader!r} of its own copy is ready"
            why = "a leader of vLLM or SGLang is not ready before its workers have joined"
            yield Problem(path, message, "start them in any order", why, source.startup_type)
