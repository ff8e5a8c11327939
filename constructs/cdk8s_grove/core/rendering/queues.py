"""A queue spec as KAI's Queue objects: a parent and a leaf, in KAI's units."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cdk8s_grove.core.facts.durations import format_duration
from cdk8s_grove.core.facts.env import KAI_NODE_POOL_LABEL
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.facts.queues import COUNTED, UNLIMITED, to_kai
from cdk8s_grove.core.spec import QueueSpec
from cdk8s_grove_crds import Queue


def render_queue(spec: QueueSpec) -> dict[str, Any]:
    """The leaf queue."""
    document = _queue(spec.name, spec.node_pool, _resources([spec], spec.over_quota_weight))
    body = document["spec"]
    optional = {
        "displayName": spec.display_name,
        "priority": spec.priority,
        "preemptMinRuntime": spec.preempt_min_runtime and format_duration(spec.preempt_min_runtime),
        "reclaimMinRuntime": spec.reclaim_min_runtime and format_duration(spec.reclaim_min_runtime),
    }
    body["parentQueue"] = spec.parent
    body.update({key: value for key, value in optional.items() if value is not None})
    return Queue.model_validate(document).to_dict()


def render_parent(leaves: Sequence[QueueSpec]) -> dict[str, Any]:
    """The parent of these leaves: entitled to what they are entitled to together, and no bound of its own."""
    pools = {leaf.node_pool for leaf in leaves}
    pool = pools.pop() if len(pools) == 1 else None
    quotas = _resources(leaves, 1)
    for amounts in quotas.values():
        amounts["limit"] = UNLIMITED
    return Queue.model_validate(_queue(leaves[0].parent, pool, quotas)).to_dict()


def _queue(name: str, node_pool: str | None, resources: dict[str, dict[str, float]]) -> dict[str, Any]:
    metadata: dict[str, Any] = {"name": name}
    if node_pool is not None:
        metadata["labels"] = {KAI_NODE_POOL_LABEL: node_pool}
    return {
        "apiVersion": "scheduling.run.ai/v2",
        "kind": "Queue",
        "metadata": metadata,
        "spec": {"resources": resources},
    }


def _resources(queues: Sequence[QueueSpec], weight: float) -> dict[str, dict[str, float]]:
    """Quota and limit summed over `queues`; one without a bound leaves the sum without one."""

    def total(resource: str, bound: str) -> float:
        amounts = [_amount(queue, resource, bound) for queue in queues]
        known = [amount for amount in amounts if amount is not None]
        return to_kai(resource, sum(known, Fraction(0)) if len(known) == len(amounts) else None)

    return {
        resource: {
            "quota": total(resource, ""),
            "limit": total(resource, "max_"),
            "overQuotaWeight": int(weight) if weight == int(weight) else weight,
        }
        for resource in COUNTED
    }


def _amount(queue: QueueSpec, resource: str, bound: str) -> Fraction | None:
    """An amount in cores, GPUs or bytes, exact."""
    if resource == "memory":
        memory: str | None = getattr(queue, f"{bound}memory")
        return None if memory is None else parse_quantity(memory)
    count: float | None = getattr(queue, f"{bound}{resource}s")
    # Through the decimal the user wrote: 0.1 cores are 100 millicores, not 100.00000000000001.
    return None if count is None else Fraction(str(count))
