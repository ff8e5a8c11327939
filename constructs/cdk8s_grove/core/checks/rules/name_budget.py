"""The webhook's limit of 45 characters."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import names


@set_rule("GRV008", "name-budget", Severity.ERROR)
def name_budget(view: SetView) -> Iterator[Problem]:
    """The names of set, scaling group and clique together are too long.

    Grove's webhook refuses a set where they have more than 45 characters (set and clique, outside a group), because
    pods are named after all of them.

    Example: set `qwen3-coder-480b-production`, group `prefill`, clique `prefill-worker`: 48.

    Fix: shorten one of them; `p` and `d` for groups, `pl` and `pw` for cliques are enough.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb, line 44.
    """
    pcs, grouped = view.source.name, view.grouped
    for clique in view.source.cliques:
        group = grouped.get(clique.name)
        parts = [pcs, *([group.name] if group else []), clique.name]
        total = sum(map(len, parts))
        if total > names.NAME_BUDGET:
            sums = " + ".join(f"{part} ({len(part)})" for part in parts)
            fix = f"shorten them by {total - names.NAME_BUDGET}"
            why = f"Grove's webhook takes {names.NAME_BUDGET} characters"
            yield Problem("metadata.name", f"the names have {total} characters together: {sums}", fix, why)
