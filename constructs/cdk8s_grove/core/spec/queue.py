"""A KAI queue and its parent, in the units people think in."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts.labels import is_dns_subdomain
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.spec.base import LabelValue, Spec, refuse
from cdk8s_grove.core.spec.replica import Duration

MOST = 10**12
"""Of GPUs, cores, MB: beyond, KAI's numbers are no longer exact."""


def _object_name(name: str) -> str:
    if not is_dns_subdomain(name):
        refuse(
            catalog.QUEUE_NAME,
            "is not a Kubernetes name",
            fix="use lower-case letters, digits, '-' and '.', with a letter or digit first and last",
        )
    return name


def memory_quantity(text: str) -> str:
    """Refuse what is no amount of memory."""
    try:
        amount = parse_quantity(text)
    except ValueError:
        refuse(catalog.QUEUE_AMOUNT, "is not a quantity of memory", fix="write it as '512Gi', '2Ti' or '800G'")
    if amount < 0:
        refuse(catalog.QUEUE_AMOUNT, "is negative", fix="leave it out for unlimited")
    if amount > MOST * 10**6:
        refuse(catalog.QUEUE_AMOUNT, "is more than any cluster has", fix="leave it out for unlimited")
    return text


def _amount(number: float) -> float:
    if number > MOST:
        refuse(catalog.QUEUE_AMOUNT, "is more than any cluster has", fix="leave it out for unlimited")
    return number


QueueName = Annotated[LabelValue, AfterValidator(_object_name)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False), AfterValidator(_amount)]
Memory = Annotated[str, AfterValidator(memory_quantity)]


class QueueSpec(Spec):
    """A leaf queue and the parent it stands under; KAI schedules from leaf queues only.

    Attributes:
        name: The leaf's name; the label of the pods, so at most 63 characters.
        parent: The parent's name.
        gpus: GPUs the queue is entitled to; None for no bound.
        cpus: CPU cores likewise (KAI counts millicores).
        memory: Memory likewise, as a Kubernetes quantity (KAI counts MB of 10^6 bytes).
        max_gpus: Most GPUs the queue may use, borrowed ones included; None for no bound.
        max_cpus: Most CPU cores likewise.
        max_memory: Most memory likewise.
        over_quota_weight: Its share of what others leave unused, relative to its siblings.
        priority: Order among siblings; higher is served first. None leaves KAI's default.
        display_name: For people.
        preempt_min_runtime: How long its workloads run before a higher priority in the queue may stop them.
        reclaim_min_runtime: How long they run before another queue may take back what it is entitled to.
        node_pool: The shard the queue belongs to.
    """

    name: QueueName
    parent: QueueName
    gpus: Amount | None = None
    cpus: Amount | None = None
    memory: Memory | None = None
    max_gpus: Amount | None = None
    max_cpus: Amount | None = None
    max_memory: Memory | None = None
    over_quota_weight: Amount = 1
    priority: Annotated[int, Field(ge=-(2**31), le=2**31 - 1)] | None = None
    display_name: str | None = None
    preempt_min_runtime: Duration | None = None
    reclaim_min_runtime: Duration | None = None
    node_pool: LabelValue | None = None

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.name == self.parent:
            refuse(
                catalog.QUEUE_NAME,
                f"is {self.parent!r}, the queue's own name",
                why="a queue cannot be its own parent",
                fix="give the parent another name",
                field="parent",
            )
        memory = [parse_quantity(m) if m else None for m in (self.memory, self.max_memory)]
        for resource, quota, limit in (
            ("gpus", self.gpus, self.max_gpus),
            ("cpus", self.cpus, self.max_cpus),
            ("memory", memory[0], memory[1]),
        ):
            if quota is not None and limit is not None and quota > limit:
                refuse(
                    catalog.QUEUE_AMOUNT,
                    f"is more than max_{resource}",
                    why="the queue could never use what it is entitled to",
                    fix=f"raise max_{resource}, or leave it out",
                    field=resource,
                )
        return self
