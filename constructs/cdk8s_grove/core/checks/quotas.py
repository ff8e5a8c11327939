"""What a queue lets run, and what a set needs of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cdk8s_grove.core.checks.context import CheckContext, Object, SetView
from cdk8s_grove.core.facts import priorities
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.plan.model import Pod
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.plan.source import Container, PodSource

UNLIMITED: Final = -1
UNITS: Final = {"gpu": "GPUs", "cpu": "millicores", "memory": "MB"}
"""The resources of a queue, and what they are counted in."""

_PER_UNIT: Final = {"cpu": 1000, "memory": 1 / 1_000_000}


def queue_object(context: CheckContext, name: str | None) -> Object | None:
    """A queue of the input."""
    return next((item for item in context.of_kind("Queue") if item.name == name), None)


def amount_of(queue: Object, resource: str, field: str) -> float:
    """A queue's quota or limit; 0 where it is left out, as KAI has it."""
    resources = mapping(mapping(queue.raw.get("spec")).get("resources"))
    amount = mapping(resources.get(resource)).get(field)
    return float(amount) if isinstance(amount, int | float) and not isinstance(amount, bool) else 0


def needed_at_once(view: SetView) -> dict[str, float]:
    """What one unit's base gang needs at the same time, in a queue's units; what it does not ask for is left out."""
    least = {group.name: group.min_replicas for gang in view.plan.pod_gangs[:1] for group in gang.pod_groups}
    templates = {clique.name: clique.pod for clique in view.source.cliques}
    needs = {"gpu": float(view.plan.totals.gpus_at_once)}
    for resource, factor in _PER_UNIT.items():
        needs[resource] = factor * sum(
            least.get(pod.clique, 0) / clique_pods * _requested(templates[pod.template], resource)
            for pod, clique_pods in _with_sizes(view)
        )
    return {resource: amount for resource, amount in needs.items() if amount > 0}


def _with_sizes(view: SetView) -> Iterable[tuple[Pod, int]]:
    sizes = {clique.name: clique.replicas for clique in view.plan.pod_cliques}
    return ((pod, sizes[pod.clique]) for pod in view.plan.pods if pod.unit == 0)


def _requested(pod: PodSource, resource: str) -> float:
    return float(sum(_of_container(container, resource) for container in pod.containers))


def _of_container(container: Container, resource: str) -> float:
    text = container.requests.get(resource) or container.limits.get(resource) or "0"
    try:
        return float(parse_quantity(text))
    except ValueError:
        return 0


def is_non_preemptible(view: SetView, context: CheckContext) -> bool:
    """Whether KAI never preempts the set's pods."""
    if view.source.labels.get("kai.scheduler/preemptibility"):
        return view.source.labels["kai.scheduler/preemptibility"] == "non-preemptible"
    name = view.source.priority_class or ""
    for item in context.of_kind("PriorityClass"):
        value = item.raw.get("value")
        if item.name == name and isinstance(value, int):
            return value >= priorities.NON_PREEMPTIBLE
    return priorities.SHIPPED.get(name, 0) >= priorities.NON_PREEMPTIBLE
