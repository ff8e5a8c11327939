"""A tree of queues as KAI's Queue objects, and such an object read back, both exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Any, Final

from pydantic import ValidationError

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, InputError, Severity, SpecError, finding, join_path
from cdk8s_grove.core.facts.durations import format_duration, parse_duration
from cdk8s_grove.core.facts.env import KAI_NODE_POOL_LABEL
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.facts.queues import COUNTED, UNLIMITED, from_kai, to_kai
from cdk8s_grove.core.spec import QueueNode, QueueTreeSpec
from cdk8s_grove.core.spec.errors import findings_of
from cdk8s_grove_crds import Queue

_OPTIONS: Final = {"cpu": "cpus", "gpu": "gpus", "memory": "memory"}
_UNITS: Final = {"cpu": "cores", "gpu": "GPUs", "memory": "bytes"}


@dataclass(frozen=True, slots=True)
class QueueShare:
    """What a queue has of one resource, in GPUs, cores or bytes, exact.

    Attributes:
        quota: What it is entitled to; None for no bound.
        limit: The most it may use; None for no bound of its own.
        weight: Its share of what others leave unused, relative to its siblings.
    """

    quota: Fraction | None
    limit: Fraction | None
    weight: Fraction


@dataclass(frozen=True, slots=True)
class PlacedQueue:
    """One Queue object, in the units people think in.

    Attributes:
        name: Its name in the cluster.
        parent: The queue above; None for a root.
        shares: Of `cpu`, `gpu` and `memory`, in that order.
        priority: Order among siblings; None for KAI's default.
        display_name: For people.
        preempt_min_runtime: How long its workloads run before a higher priority may stop them.
        reclaim_min_runtime: How long before another queue may take back what is its own.
        node_pool: The shard it belongs to.
    """

    name: str
    parent: str | None
    shares: Mapping[str, QueueShare]
    priority: int | None = None
    display_name: str | None = None
    preempt_min_runtime: timedelta | None = None
    reclaim_min_runtime: timedelta | None = None
    node_pool: str | None = None


@dataclass(frozen=True, slots=True)
class _Stand:
    """A node of the spec and where it stands."""

    name: str
    path: str
    node: QueueNode
    above: tuple[_Stand, ...]


def place_queues(spec: QueueTreeSpec) -> tuple[PlacedQueue, ...]:
    """Every queue of a tree, each before those below it, in the order they are written.

    Raises:
        SpecError: Two queues of one name (GRV010), a queue under itself (GRV040), amounts that do not fit together or
            that KAI's numbers cannot hold (GRV041): all of them.
    """
    stands = tuple(_stands(spec.queues, "queues", ()))
    findings = [*_name_findings(stands, spec.parent), *(one for stand in stands for one in _amount_findings(stand))]
    if findings:
        raise SpecError(findings)
    return tuple(
        PlacedQueue(
            name=stand.name,
            parent=stand.above[-1].name if stand.above else spec.parent,
            shares={
                resource: QueueShare(
                    quota=_quota(stand.node, resource),
                    limit=_given(stand.node, resource, "max_"),
                    weight=Fraction(str(stand.node.over_quota_weight)),
                )
                for resource in COUNTED
            },
            priority=stand.node.priority,
            display_name=stand.node.display_name,
            preempt_min_runtime=stand.node.preempt_min_runtime,
            reclaim_min_runtime=stand.node.reclaim_min_runtime,
            node_pool=spec.node_pool,
        )
        for stand in stands
    )


def limit_warnings(spec: QueueTreeSpec) -> tuple[Finding, ...]:
    """The limits that say nothing: above that of a queue they stand under.

    KAI takes them and holds a workload to every limit from its leaf up, so the lower one decides.
    Source: kai-scheduler/KAI-Scheduler pkg/scheduler/plugins/proportion/capacity_policy/max_allowed_check.go@v0.17.0.
    """
    return tuple(
        finding(
            catalog.QUEUE_AMOUNT,
            f"max_{option} of {stand.name!r} is above the limit of what it stands under",
            path=f"{stand.path}.max_{option}",
            why="the lower limit decides, so the higher one says nothing",
            found=f"{_said(resource, limit)} under {_said(resource, bound)}",
            fix=f"give {_said(resource, bound)} or less, or leave it out",
            severity=Severity.WARNING,
        )
        for stand in _stands(spec.queues, "queues", ())
        for resource, option in _OPTIONS.items()
        if (limit := _given(stand.node, resource, "max_")) is not None
        and (bound := _limit_above(stand, resource)) is not None
        and limit > bound
    )


def render_placed(queue: PlacedQueue) -> dict[str, Any]:
    """The Queue object of a placed queue."""
    metadata: dict[str, Any] = {"name": queue.name}
    if queue.node_pool is not None:
        metadata["labels"] = {KAI_NODE_POOL_LABEL: queue.node_pool}
    body: dict[str, Any] = {
        "displayName": queue.display_name,
        "parentQueue": queue.parent,
        "preemptMinRuntime": _runtime(queue.preempt_min_runtime),
        "priority": queue.priority,
        "reclaimMinRuntime": _runtime(queue.reclaim_min_runtime),
        "resources": {
            resource: {
                "limit": to_kai(resource, share.limit),
                "overQuotaWeight": _number(share.weight),
                "quota": to_kai(resource, share.quota),
            }
            for resource, share in queue.shares.items()
        },
    }
    document = {
        "apiVersion": "scheduling.run.ai/v2",
        "kind": "Queue",
        "metadata": metadata,
        "spec": {key: value for key, value in body.items() if value is not None},
    }
    return Queue.model_validate(document).to_dict()


def render_queue_tree(spec: QueueTreeSpec) -> list[dict[str, Any]]:
    """The Queue objects of a tree, each before those below it.

    Raises:
        SpecError: As for `place_queues`.
    """
    return [render_placed(queue) for queue in place_queues(spec)]


def read_queue(document: Mapping[str, Any]) -> PlacedQueue:
    """A Queue object as KAI takes it: what is left out is 0, -1 is no bound.

    Raises:
        InputError: The object is no Queue, or has an amount that means nothing (GRV076).
    """
    try:
        read = Queue.model_validate(dict(document))
    except ValidationError as error:
        raise InputError(findings_of(error, Queue)) from None
    raw: Mapping[str, Any] = read.to_dict()
    metadata: Mapping[str, Any] = raw.get("metadata") or {}
    body: Mapping[str, Any] = raw.get("spec") or {}
    resources: Mapping[str, Mapping[str, float]] = body.get("resources") or {}
    labels: Mapping[str, str] = metadata.get("labels") or {}
    name = str(metadata.get("name") or "")

    def amount(resource: str, field: str) -> Fraction | None:
        number = resources.get(resource, {}).get(field, 0)
        try:
            return from_kai(resource, number)
        except ValueError:
            raise _unreadable(name, f"spec.resources.{resource}.{field}", str(number), "0 or more, or -1") from None

    def runtime(field: str) -> timedelta | None:
        text: str | None = body.get(field)
        try:
            return None if text is None else parse_duration(text)
        except ValueError:
            raise _unreadable(name, f"spec.{field}", str(text), "a duration, such as 15m") from None

    return PlacedQueue(
        name=name,
        parent=body.get("parentQueue") or None,
        shares={
            resource: QueueShare(
                quota=amount(resource, "quota"),
                limit=amount(resource, "limit"),
                weight=Fraction(str(resources.get(resource, {}).get("overQuotaWeight", 0))),
            )
            for resource in COUNTED
        },
        priority=body.get("priority"),
        display_name=body.get("displayName"),
        preempt_min_runtime=runtime("preemptMinRuntime"),
        reclaim_min_runtime=runtime("reclaimMinRuntime"),
        node_pool=labels.get(KAI_NODE_POOL_LABEL),
    )


def _stands(queues: Mapping[str, QueueNode], path: str, above: tuple[_Stand, ...]) -> Iterator[_Stand]:
    for name, node in queues.items():
        stand = _Stand(name, join_path(path, name), node, above)
        yield stand
        yield from _stands(node.queues, f"{stand.path}.queues", (*above, stand))


def _given(node: QueueNode, resource: str, bound: str) -> Fraction | None:
    """What the node says itself, in GPUs, cores or bytes; None for no bound."""
    value: float | str | None = getattr(node, bound + _OPTIONS[resource])
    if value is None or value == UNLIMITED:
        return None
    # Through the decimal the user wrote: 0.1 cores are 100 millicores, not 100.00000000000001.
    return parse_quantity(value) if isinstance(value, str) else Fraction(str(value))


def _quota(node: QueueNode, resource: str) -> Fraction | None:
    """The node's quota: its own, else that of the queues below together; None for no bound."""
    if getattr(node, _OPTIONS[resource]) is not None or not node.queues:
        return _given(node, resource, "")
    below = [_quota(child, resource) for child in node.queues.values()]
    known = [amount for amount in below if amount is not None]
    return sum(known, Fraction(0)) if len(known) == len(below) else None


def _promised(node: QueueNode, resource: str) -> Fraction:
    """What the node and those below are promised for certain.

    One without a bound is promised whatever the queue above has, which is never too much.
    Source: kai-scheduler/KAI-Scheduler
    pkg/scheduler/plugins/proportion/resource_division/resource_division.go@v0.17.0 (setDeservedResource).
    """
    own = _given(node, resource, "")
    return own if own is not None else _promised_below(node, resource)


def _promised_below(node: QueueNode, resource: str) -> Fraction:
    return sum((_promised(child, resource) for child in node.queues.values()), Fraction(0))


def _limit_above(stand: _Stand, resource: str) -> Fraction | None:
    """The lowest limit of the queues above."""
    limits = [_given(one.node, resource, "max_") for one in stand.above]
    return min((limit for limit in limits if limit is not None), default=None)


def _name_findings(stands: Sequence[_Stand], parent: str | None) -> Iterator[Finding]:
    first: dict[str, _Stand] = {}
    for stand in stands:
        other = first.setdefault(stand.name, stand)
        if other is not stand:
            yield finding(
                catalog.DUPLICATE_NAME,
                f"two queues are called {stand.name!r}",
                path=stand.path,
                why="a queue's name is that of the whole cluster, wherever it stands in the tree",
                found=f"{other.path} and {stand.path}",
                fix="give one of them another name; display_name may be the same",
            )
        if stand.name == parent:
            yield finding(
                catalog.QUEUE_NAME,
                f"{stand.name!r} is the queue the tree stands under",
                path=stand.path,
                why="a queue cannot stand under itself",
                fix="give the queue or the parent another name",
            )


def _amount_findings(stand: _Stand) -> Iterator[Finding]:
    node = stand.node
    for resource, option in _OPTIONS.items():
        own, limit = _given(node, resource, ""), _given(node, resource, "max_")
        below = _promised_below(node, resource)
        listed = ", ".join(f"{name} {_said(resource, _promised(one, resource))}" for name, one in node.queues.items())
        if own is not None and below > own:
            yield finding(
                catalog.QUEUE_AMOUNT,
                f"{stand.name!r} has {_said(resource, own)}, and the queues below it {_said(resource, below)} together",
                path=f"{stand.path}.{option}",
                why="what they are entitled to would not be there when all ask for it",
                found=listed,
                fix=f"give {_said(resource, below)} or more, or leave {option} out: it is then what they have together",
            )
        promised = below if own is None else own
        if limit is not None and promised > limit:
            said, where = _said(resource, promised), option if own is not None else f"max_{option}"
            yield finding(
                catalog.QUEUE_AMOUNT,
                f"{stand.name!r} is entitled to {said}, and may use {_said(resource, limit)}",
                path=f"{stand.path}.{where}",
                why="the queue could never use what it is entitled to",
                found=listed if own is None else "",
                fix=f"give max_{option} {said} or more, or leave it out",
            )
        for name, amount in ((option, _quota(node, resource)), (f"max_{option}", limit)):
            if amount is not None and from_kai(resource, to_kai(resource, amount)) != amount:
                yield finding(
                    catalog.QUEUE_AMOUNT,
                    f"{name} of {stand.name!r} has more digits than KAI's number holds",
                    path=f"{stand.path}.{name}",
                    why="KAI counts in 64-bit floating point, and another amount would arrive",
                    found=_said(resource, amount),
                    fix="round it to at most 15 digits",
                )


def _said(resource: str, amount: Fraction) -> str:
    return f"{_number(amount)} {_UNITS[resource]}"


def _number(amount: Fraction) -> float:
    return int(amount) if amount.denominator == 1 else float(amount)


def _runtime(duration: timedelta | None) -> str | None:
    return None if duration is None else format_duration(duration)


def _unreadable(name: str, path: str, found: str, wanted: str) -> InputError:
    said = f"{path.rpartition('.')[2]} is not {wanted}"
    return InputError(
        [finding(catalog.NOT_A_SET, said, construct=f"Queue {name}", path=path, found=found, fix=f"give {wanted}")]
    )
