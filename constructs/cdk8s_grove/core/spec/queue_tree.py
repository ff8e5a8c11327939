"""KAI queues of any depth, as nested data."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts.durations import parse_duration
from cdk8s_grove.core.facts.queues import UNLIMITED
from cdk8s_grove.core.spec.base import LabelValue, Spec, refuse
from cdk8s_grove.core.spec.queue import MOST, Amount, QueueName, memory_quantity


def _bound(number: float) -> float:
    if number != UNLIMITED and not 0 <= number <= MOST:
        refuse(catalog.QUEUE_AMOUNT, "is no amount", fix="give 0 or more, at most 10^12, or -1 for no bound")
    return number


def _memory_bound(value: object) -> str | int:
    if type(value) is int and value == UNLIMITED:
        return value
    if not isinstance(value, str):
        refuse(
            catalog.QUEUE_AMOUNT,
            "is not a quantity of memory",
            why="a number alone does not say of what",
            fix="write it as '512Gi', '2Ti' or '800G', or give -1 for no bound",
        )
    return memory_quantity(value)


def _runtime(value: object) -> object:
    if isinstance(value, str):
        try:
            value = parse_duration(value)
        except ValueError:
            refuse(catalog.INVALID_OPTION, "is not a duration", fix="write it as '15m', '1h30m' or '0s'")
    if isinstance(value, timedelta) and value < timedelta(0):
        refuse(catalog.INVALID_OPTION, "is less than 0", fix="give '0s' or more")
    return value


def _not_empty(queues: dict[str, QueueNode]) -> dict[str, QueueNode]:
    if not queues:
        refuse(catalog.INVALID_OPTION, "holds no queue", fix="name at least one: {'team-a': {'gpus': 8}}")
    return queues


Bound = Annotated[float, Field(allow_inf_nan=False), AfterValidator(_bound)]
MemoryBound = Annotated[str | int, PlainValidator(_memory_bound)]
MinRuntime = Annotated[timedelta, BeforeValidator(_runtime)]


class QueueNode(Spec):
    """A queue of a tree, and the queues below it; those that have none below are leaves, and only leaves schedule.

    Attributes:
        gpus: GPUs the queue is entitled to, fractions too; -1 for no bound. None: for a leaf no bound of its own, for
            others what the queues below are entitled to together.
        cpus: CPU cores likewise.
        memory: Memory likewise, as a Kubernetes quantity: `"512Gi"`.
        max_gpus: Most GPUs the queue may use, borrowed ones included; None or -1 for no bound of its own. The bounds
            of the queues above hold for it too.
        max_cpus: Most CPU cores likewise.
        max_memory: Most memory likewise.
        over_quota_weight: Its share of what others leave unused, relative to its siblings; 0 or more.
        priority: Order among siblings; higher is served first. None leaves KAI's default of 100, whatever the queue
            above has.
        display_name: For people.
        preempt_min_runtime: How long its workloads run before a higher priority in the queue may stop them; 0 or more.
            None leaves what the nearest queue above has, else the scheduler's default.
        reclaim_min_runtime: How long they run before another queue may take back what it is entitled to; likewise.
        queues: The queues below, by name; names are those of the whole cluster.
    """

    gpus: Bound | None = None
    cpus: Bound | None = None
    memory: MemoryBound | None = None
    max_gpus: Bound | None = None
    max_cpus: Bound | None = None
    max_memory: MemoryBound | None = None
    over_quota_weight: Amount = 1
    priority: Annotated[int, Field(ge=-(2**31), le=2**31 - 1)] | None = None
    display_name: str | None = None
    preempt_min_runtime: MinRuntime | None = None
    reclaim_min_runtime: MinRuntime | None = None
    queues: dict[QueueName, QueueNode] = Field(default_factory=dict)


class QueueTreeSpec(Spec):
    """Queues of any depth.

    Attributes:
        queues: The topmost queues by name, at least one.
        parent: A queue of the cluster that the topmost ones stand under; None for roots of their own.
        node_pool: The shard of all of them. A scheduler sees the queues of its own shard only, and drops one whose
            parent it does not see.
            Source: kai-scheduler/KAI-Scheduler pkg/scheduler/cache/cluster_info/queue.go@v0.17.0.
    """

    queues: Annotated[dict[QueueName, QueueNode], AfterValidator(_not_empty)]
    parent: QueueName | None = None
    node_pool: LabelValue | None = None
