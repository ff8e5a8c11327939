"""Claims Grove shares between pods."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV118", "resource-sharing", Severity.ERROR)
def resource_sharing(view: SetView) -> Iterator[Problem]:
    """A shared claim is not what Grove's webhook takes.

    It refuses a filter that names nobody, or somebody who is not there, a claim named twice, one without a name, and a
    namespace on a template of the set's own.

    Example: `filter: {}`.

    Fix: name cliques or groups of the set in the filter, or leave it out.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    source, why = view.source, "Grove's webhook refuses it"
    cliques = {clique.name for clique in source.cliques}
    groups = {group.name for group in source.groups}
    lists = [(source.sharing, cliques, groups)]
    lists += [(group.sharing, set(group.clique_names), set[str]()) for group in source.groups]
    lists += [(clique.sharing, cliques, groups) for clique in source.cliques]
    for entries, known_cliques, known_groups in lists:
        seen: set[str] = set()
        for entry in entries:
            if not entry.template:
                yield Problem(f"{entry.path}.name", "the shared claim names no template", "name one", why)
            elif entry.template in seen:
                message = f"the template {entry.template!r} is shared twice here"
                yield Problem(f"{entry.path}.name", message, "share it once", why, entry.template)
            seen.add(entry.template)
            if entry.namespace and entry.template in source.claim_templates:
                message = f"{entry.template!r} is a template of the set and has no namespace"
                yield Problem(f"{entry.path}.namespace", message, "leave the namespace out", why, entry.namespace)
            if entry.cliques is None:
                continue
            if not entry.cliques and not entry.groups:
                yield Problem(f"{entry.path}.filter", "the filter names nobody", "name somebody, or leave it out", why)
            for field, names, known in (
                ("childCliqueNames", entry.cliques, known_cliques),
                ("childScalingGroupNames", entry.groups, known_groups),
            ):
                for index, name in enumerate(names):
                    if name not in known:
                        path = f"{entry.path}.filter.{field}[{index}]"
                        yield Problem(
                            path, f"{name!r} is not there", f"name some of: {', '.join(sorted(known))}", why, name
                        )
