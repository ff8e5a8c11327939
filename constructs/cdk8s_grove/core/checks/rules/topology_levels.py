"""Each level of a topology is one of its own."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts.topologies import HOSTNAME
from cdk8s_grove.core.plan.raw import mapping, mappings


@input_rule("GRV125", "topology-levels", Severity.ERROR)
def topology_levels(context: CheckContext) -> Iterator[Problem]:
    """Two levels of a ClusterTopologyBinding have one domain or one key, or the host is above another level.

    Grove's webhook refuses a domain or a key that is there twice. It takes `kubernetes.io/hostname` anywhere, but the
    Topology it makes for KAI may have that label at its last level only, so there is none, and nothing is placed by it.

    Example: levels `host` (`kubernetes.io/hostname`) and, after it, `rack`.

    Fix: levels from broad to narrow, each with a domain and a key of its own.

    Source: ai-dynamo/grove operator/internal/webhook/admission/clustertopology/validation/validation.go@fcc3b3bb;
    kai-scheduler/KAI-Scheduler pkg/apis/kai/v1alpha1/topology_types.go@v0.17.0.
    """
    for item in context.of_kind("ClusterTopologyBinding"):
        levels = mappings(mapping(item.raw.get("spec")).get("levels"))
        for field in ("domain", "key"):
            seen: set[str] = set()
            for index, level in enumerate(levels):
                value = str(level.get(field))
                if value in seen and field in level:
                    message, fix = f"two levels have the {field} {value!r}", f"give each level a {field} of its own"
                    path = f"spec.levels[{index}].{field}"
                    yield Problem(path, message, fix, "Grove's webhook refuses it", value, construct=item.construct)
                seen.add(value)
        for index, level in enumerate(levels[:-1]):
            if level.get("key") == HOSTNAME:
                message = "the host stands above another level"
                why = "KAI takes this label at the last level of a topology only, so Grove cannot make it"
                path = f"spec.levels[{index}].key"
                yield Problem(path, message, "put it last", why, HOSTNAME, construct=item.construct)
