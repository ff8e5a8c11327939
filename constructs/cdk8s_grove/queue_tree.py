"""KAI queues of any depth, from data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Never, NewType

from cdk8s_grove._jsii import ApiObject, Construct
from cdk8s_grove._options import path_below, take_options
from cdk8s_grove._tree import LOGGER, siblings_in
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError, finding
from cdk8s_grove.core.facts.env import KAI_NODE_POOL_LABEL
from cdk8s_grove.core.rendering import PlacedQueue, limit_warnings, place_queues, render_placed
from cdk8s_grove.core.spec import QueueNode, QueueTreeSpec
from cdk8s_grove.core.spec.errors import closest
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts, check_place

LeafQueue = NewType("LeafQueue", str)
"""The name of a queue that schedules: what a replica's `queue` says."""


class QueueTree(Construct):
    """The queues of a cluster or of a part of it, of any depth, as nested data.

    `Queue` is the short form for one leaf and its parent.

    Args:
        scope: The chart, or any construct in one.
        id: The construct id; no queue is called so.
        queues: The topmost queues by name, each a `QueueNode` or a mapping of its options; one that has `queues` of
            its own is a parent, the others are leaves. One a team: `{team: {"gpus": 8} for team in teams}`.
        parent: A queue of the cluster that the topmost ones stand under; None for roots of their own.
        node_pool: KAI node pool (shard) of all of them: a scheduler sees the queues of its own shard only, so a tree
            is in one.

    Raises:
        SpecError: An option that is unknown (GRV002) or wrong (GRV001, 007, 040, 041), two queues of one name (GRV010),
            a quota above the parent's or above a limit (GRV041). A limit above the one it stands under is logged as a
            warning.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        queues: Mapping[str, QueueNode | Mapping[str, object]],
        parent: str | None = None,
        node_pool: str | None = None,
        **unknown: Never,
    ) -> None:
        check_place(scope, id)
        options: dict[str, object] = {
            "queues": dict(queues) if isinstance(queues, Mapping) else queues,
            "parent": parent,
            "node_pool": node_pool,
        }
        self._options = take_options(QueueTreeSpec, scope, id, options, unknown)
        path = path_below(scope, id)
        try:
            self._placed = {queue.name: queue for queue in place_queues(self._options)}
        except SpecError as error:
            raise error.about(path) from None
        for warning in limit_warnings(self._options):
            LOGGER.warning("%s", warning.about(path).text())
        super().__init__(scope, id)
        siblings = siblings_in(scope)
        labels = {} if node_pool is None else {"labels": {KAI_NODE_POOL_LABEL: node_pool}}
        self._api_objects = {
            name: GroveManifest(
                self,
                name,
                siblings=siblings,
                api_version="scheduling.run.ai/v2",
                kind="Queue",
                metadata={"name": name, **labels},
                build=_builder(queue),
            )
            for name, queue in self._placed.items()
        }

    def __getitem__(self, name: str) -> LeafQueue:
        """The leaf of this name, for `DisaggReplica(..., queue=tree["team-a"])`.

        Raises:
            SpecError: The tree has no such queue, or it has queues below it, and so schedules nothing (GRV042).
        """
        leaves = self.leaves
        if name in leaves:
            return LeafQueue(name)
        is_parent = name in self._placed
        below = [queue.name for queue in self._placed.values() if queue.parent == name]
        raise SpecError(
            [
                finding(
                    catalog.QUEUE_LEAF,
                    f"{name!r} has queues below it, so nothing can run in it"
                    if is_parent
                    else f"the tree has no queue {name!r}{closest(str(name), leaves)}",
                    construct=str(self.node.path),
                    why="KAI schedules from leaf queues only" if is_parent else "",
                    found=f"{name} > {', '.join(below)}" if is_parent else "",
                    fix=f"name a leaf: {', '.join(self._leaves_below(name) if is_parent else leaves)}",
                )
            ]
        )

    def _leaves_below(self, name: str) -> list[str]:
        below = [queue.name for queue in self._placed.values() if queue.parent == name]
        return [leaf for one in below for leaf in self._leaves_below(one)] if below else [name]

    @property
    def queues(self) -> Mapping[str, QueueNode]:
        """The topmost queues, as given."""
        return MappingProxyType(self._options.queues)

    @property
    def parent(self) -> str | None:
        """The queue of the cluster that the topmost ones stand under."""
        return self._options.parent

    @property
    def node_pool(self) -> str | None:
        """KAI node pool of all of them."""
        return self._options.node_pool

    @property
    def options(self) -> QueueTreeSpec:
        """All options, frozen."""
        return self._options

    @property
    def placed(self) -> tuple[PlacedQueue, ...]:
        """Every queue with its exact amounts, one a queue, each before those below it, in the order written."""
        return tuple(self._placed.values())

    @property
    def leaves(self) -> tuple[LeafQueue, ...]:
        """The queues that schedule, in the order written."""
        parents = {queue.parent for queue in self._placed.values()}
        return tuple(LeafQueue(name) for name in self._placed if name not in parents)

    @property
    def api_objects(self) -> Mapping[str, ApiObject]:
        """Every queue as an API object, by name, for cdk8s' own ways: patches, labels, dependencies."""
        return MappingProxyType(self._api_objects)

    def manifests(self) -> list[dict[str, Any]]:
        """The queues as plain data, each before those below it, in the order written."""
        return [one.to_json() for one in self._api_objects.values()]


def _builder(queue: PlacedQueue) -> Callable[[Metadata, Parts], dict[str, Any]]:
    def build(metadata: Metadata, _: Parts) -> dict[str, Any]:
        document = render_placed(queue)
        # An object of the cluster: the chart's namespace is not for it.
        document["metadata"] |= {key: value for key, value in metadata.items() if key != "namespace"}
        return document

    return build
