"""GPUs of claims that KAI leaves out of a queue's count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts.gpus import counts_for_a_queue, is_gpu_class
from cdk8s_grove.core.plan.raw import mapping, mappings


@set_rule("GRV324", "claimed-gpus-uncounted", Severity.WARNING)
def claimed_gpus_uncounted(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """GPUs a pod claims by DRA are not counted against its queue's quota and limit, or are counted as one.

    KAI counts the claims of pods before they have devices: of a request with alternatives nothing, of a request for
    all devices one, and of a device class without `gpu` in its name nothing. The queue then holds more than its share.

    Example: a claim template with `firstAvailable` of two GPU classes.

    Fix: ask for a number of one class whose name holds `gpu`; or leave it, where quotas do not matter.

    Source: kai-scheduler/KAI-Scheduler pkg/common/resources/dra.go@d5bc503a.
    """
    for clique in view.source.cliques:
        for index, claim in enumerate(clique.pod.claims):
            spec = context.beside.claim_templates.get((view.source.namespace, claim.template or ""), {})
            for request in mappings(mapping(spec.get("devices")).get("requests")):
                message = _uncounted(request)
                if message:
                    path = f"{clique.pod.path}.resourceClaims[{index}]"
                    fix = "claim a number of devices of one class with `gpu` in its name"
                    why = "the queue would hold more GPUs than its quota and limit say"
                    yield Problem(path, f"{message} of {claim.template!r}", fix, why, str(request.get("name", "")))


def _uncounted(request: Mapping[str, Any]) -> str:
    alternatives = mappings(request.get("firstAvailable"))
    classes = [str(one.get("deviceClassName")) for one in (*alternatives, mapping(request.get("exactly")) or request)]
    gpus = [name for name in classes if is_gpu_class(name)]
    if not gpus:
        return ""
    if alternatives:
        return "KAI counts no GPUs for the alternatives"
    if not counts_for_a_queue(gpus[0]):
        return f"KAI does not take {gpus[0]} for GPUs in the claim"
    exact = mapping(request.get("exactly")) or request
    return "KAI counts one GPU for all that a node has" if exact.get("allocationMode") == "All" else ""
