"""Pod fields Grove writes itself."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV315", "overwritten-fields", Severity.WARNING)
def overwritten_fields(view: SetView) -> Iterator[Problem]:
    """A pod sets a field that Grove overwrites.

    Hostname and subdomain are how pods find each other; Grove sets them from the clique's name, and scheduling gates
    for the gang.

    Example: `hostname: leader`.

    Fix: leave it out; a pod's address is `<clique>-<index>.<set>-<unit>`.

    Source: ai-dynamo/grove operator/internal/controller/podclique/components/pod/pod.go@fcc3b3bb.
    """
    for clique in view.source.cliques:
        for field in ("hostname", "subdomain", "schedulingGates"):
            if clique.pod.raw.get(field):
                message = f"the pod of {clique.name!r} sets {field}, which Grove overwrites"
                yield Problem(f"{clique.pod.path}.{field}", message, "leave it out", found=str(clique.pod.raw[field]))
