"""A KAI queue: always a parent and a leaf, for only leaves under a parent schedule."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Never

from cdk8s_grove._jsii import ApiObject, Construct
from cdk8s_grove._options import take_options
from cdk8s_grove._tree import siblings_in
from cdk8s_grove.core.facts.env import KAI_NODE_POOL_LABEL
from cdk8s_grove.core.rendering import render_parent, render_queue
from cdk8s_grove.core.spec import QueueSpec
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts, check_place

_API_VERSION = "scheduling.run.ai/v2"


class Queue(Construct):
    """A leaf queue for a replica's pods, and the parent it stands under.

    An amount that is not given is unlimited (KAI's own default is 0, under which nothing runs). The parent
    is entitled to what its leaves are entitled to together.

    Args:
        scope: The chart, or any construct in one.
        id: The construct id; also the leaf's name unless `name` is given.
        parent: The parent's name; or another `Queue`, to share its parent, which two queues of a chart cannot
            both make. None: `<name>-parent`.
        create_parent: False where a queue of the parent's name is in the cluster already and not to be
            touched.
        name: The leaf's name.
        gpus: GPUs the queue is entitled to.
        cpus: CPU cores it is entitled to.
        memory: Memory it is entitled to, as a Kubernetes quantity: `"512Gi"`.
        max_gpus: Most GPUs it may use, borrowed ones included.
        max_cpus: Most CPU cores likewise.
        max_memory: Most memory likewise.
        over_quota_weight: Its share of what others leave unused, relative to its siblings; 0 or more.
        priority: Order among siblings; higher is served first.
        display_name: For people.
        preempt_min_runtime: How long its workloads run before a higher priority in the queue may stop them.
        reclaim_min_runtime: How long they run before another queue may take back what is its own.
        node_pool: KAI node pool (shard) of the queue.

    Raises:
        SpecError: An option that is unknown (GRV002) or wrong (GRV001, 007, 040, 041).
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        parent: str | Queue | None = None,
        create_parent: bool = True,
        name: str | None = None,
        gpus: float | None = None,
        cpus: float | None = None,
        memory: str | None = None,
        max_gpus: float | None = None,
        max_cpus: float | None = None,
        max_memory: str | None = None,
        over_quota_weight: float = 1,
        priority: int | None = None,
        display_name: str | None = None,
        preempt_min_runtime: timedelta | str | None = None,
        reclaim_min_runtime: timedelta | str | None = None,
        node_pool: str | None = None,
        **unknown: Never,
    ) -> None:
        check_place(scope, id)
        leaf = id if name is None else name
        options: dict[str, object] = {
            "name": leaf,
            "parent": parent.parent if isinstance(parent, Queue) else parent or f"{leaf}-parent",
            "gpus": gpus,
            "cpus": cpus,
            "memory": memory,
            "max_gpus": max_gpus,
            "max_cpus": max_cpus,
            "max_memory": max_memory,
            "over_quota_weight": over_quota_weight,
            "priority": priority,
            "display_name": display_name,
            "preempt_min_runtime": preempt_min_runtime,
            "reclaim_min_runtime": reclaim_min_runtime,
            "node_pool": node_pool,
        }
        self._options = take_options(QueueSpec, scope, id, options, unknown)
        super().__init__(scope, id)
        self._siblings: list[Queue] = parent._siblings if isinstance(parent, Queue) else []
        self._siblings.append(self)
        self._check = siblings_in(scope)
        if create_parent and not isinstance(parent, Queue):
            self._object("Parent", self.parent, render_parent, self._leaves)
        self._api_object = self._object(
            "Resource", self.name, lambda leaf: render_queue(leaf[0]), lambda: [self._options]
        )

    def _object(
        self,
        id: str,
        name: str,
        render: Callable[[list[QueueSpec]], dict[str, Any]],
        leaves: Callable[[], list[QueueSpec]],
    ) -> GroveManifest:
        def build(metadata: Metadata, _: Parts) -> dict[str, Any]:
            document = render(leaves())
            document["metadata"] |= metadata
            return document

        pool = self._options.node_pool
        labels = {} if pool is None else {"labels": {KAI_NODE_POOL_LABEL: pool}}
        return GroveManifest(
            self,
            id,
            siblings=self._check,
            api_version=_API_VERSION,
            kind="Queue",
            metadata={"name": name, **labels},
            build=build,
            parts=lambda _: tuple(leaves()),
        )

    def _leaves(self) -> list[QueueSpec]:
        """The leaves of the parent that stand; they may do so anywhere in the app."""
        standing = self.node.root.node.find_all()
        return [queue.options for queue in self._siblings if queue in standing]

    @property
    def name(self) -> str:
        """The leaf's name: what a replica's `queue` says."""
        return self._options.name

    @property
    def parent(self) -> str:
        """The parent's name."""
        return self._options.parent

    @property
    def options(self) -> QueueSpec:
        """All options, frozen."""
        return self._options

    @property
    def api_object(self) -> ApiObject:
        """The leaf as an API object."""
        return self._api_object

    def manifest(self) -> dict[str, Any]:
        """The leaf as plain data."""
        return self._api_object.to_json()
