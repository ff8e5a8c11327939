"""The annotation that asks for MNNVL."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import env, names


@set_rule("GRV119", "mnnvl", Severity.ERROR)
def mnnvl(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """The annotation that asks for an MNNVL group is not one the operator takes.

    Its webhook refuses the annotation where the operator's configuration has MNNVL off, and a group that is no DNS
    label.

    Example: `grove.io/mnnvl-group: a` on an operator with MNNVL off.

    Fix: turn MNNVL on in the operator (and check with `--mnnvl`), or leave the annotation out.

    Source: ai-dynamo/grove operator/internal/mnnvl/webhook.go and helpers.go@fcc3b3bb.
    """
    source = view.source
    where = [("metadata", source.annotations)]
    where += [(group.path, group.annotations) for group in source.groups]
    where += [(clique.path, clique.annotations) for clique in source.cliques]
    for path, notes in where:
        group = notes.get(env.ANNOTATION_MNNVL)
        if group is None or group == env.MNNVL_OUT:
            continue
        at, why = f"{path}.annotations[{env.ANNOTATION_MNNVL!r}]", "Grove's webhook refuses it"
        if not names.DNS_1123.fullmatch(group):
            yield Problem(at, f"{group!r} is no name of a group", "use a DNS label, or 'none'", why, group)
        if not context.target.mnnvl:
            yield Problem(
                at, "MNNVL is off in this operator", "turn it on there, or leave the annotation out", why, group
            )
