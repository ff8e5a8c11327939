"""The topology of a cluster: which node labels say where a node stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Never

from cdk8s_grove._jsii import ApiObject, Construct
from cdk8s_grove._options import plain, take_options
from cdk8s_grove._tree import siblings_in
from cdk8s_grove.core.diagnostics import SpecError
from cdk8s_grove.core.rendering import render_topology
from cdk8s_grove.core.spec import (
    ClusterTopologyBindingSpec,
    Target,
    TopologyConstraint,
    TopologyLevel,
    TopologyPreset,
)
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts, check_place


class ClusterTopologyBinding(Construct):
    """The levels by which topology constraints place pods; Grove makes KAI's Topology of the same name out of it.

    Args:
        scope: The chart, or any construct in one.
        id: The construct id; also the topology's name unless `name` is given.
        levels: 1 to 16 `TopologyLevel`s, broad to narrow, each with a domain and a node label of its own; or a preset:
            `aws`, `coreweave`, `coreweave-nvl72`, `gke`, `kubernetes`, `nvidia`, `oci`, `topograph`, `topograph-v1`.
        name: The topology's name in the cluster.
        scheduler_topologies: By scheduler, the topology of its own that is in the cluster already and to be used:
            `{"kai-scheduler": "dc1"}`. None: Grove makes it.
        target: The Grove it is for: v0.1.0-alpha.9 or newer.

    Raises:
        SpecError: An option that is unknown (GRV002) or wrong (GRV001, 007), a Grove that has no such object (GRV018).
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        levels: Sequence[TopologyLevel] | TopologyPreset,
        name: str | None = None,
        scheduler_topologies: Mapping[str, str] | None = None,
        target: Target | None = None,
        **unknown: Never,
    ) -> None:
        check_place(scope, id)
        options: dict[str, object] = {
            "name": id if name is None else name,
            "levels": levels,
            "scheduler_topologies": plain(scheduler_topologies),
            "target": Target() if target is None else target,
        }
        self._options = take_options(ClusterTopologyBindingSpec, scope, id, options, unknown)
        super().__init__(scope, id)
        self._api_object = GroveManifest(
            self,
            "Resource",
            siblings=siblings_in(scope),
            api_version="grove.io/v1alpha1",
            kind="ClusterTopologyBinding",
            metadata={"name": self.name},
            build=self._build,
        )

    def _build(self, metadata: Metadata, _: Parts) -> dict[str, Any]:
        document = render_topology(self._options)
        # An object of the cluster: the chart's namespace is not for it.
        document["metadata"] |= {key: value for key, value in metadata.items() if key != "namespace"}
        return document

    def within(self, required: str | None = None, *, preferred: str | None = None) -> TopologyConstraint:
        """A constraint by this topology: what a replica's, a phase's or a clique's `topology` takes.

        Args:
            required: The domain the pods must share; without it they do not start.
            preferred: The domain they should share if there is room.

        Raises:
            SpecError: The topology has no such domain, or none is given (GRV001).
        """
        try:
            return self._options.within(required, preferred=preferred)
        except SpecError as error:
            raise error.about(str(self.node.path)) from None

    @property
    def name(self) -> str:
        """The topology's name: what a constraint's `topology_name` says."""
        return self._options.name

    @property
    def levels(self) -> tuple[TopologyLevel, ...]:
        """The levels, broad to narrow."""
        return self._options.levels

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains, broad to narrow."""
        return self._options.domains

    @property
    def scheduler_topologies(self) -> dict[str, str]:
        """By scheduler, the topology of its own that is used."""
        return dict(self._options.scheduler_topologies)

    @property
    def target(self) -> Target:
        """The releases it is for."""
        return self._options.target

    @property
    def api_object(self) -> ApiObject:
        """The API object, for cdk8s' own ways: patches, labels, dependencies."""
        return self._api_object

    def manifest(self) -> dict[str, Any]:
        """The ClusterTopologyBinding as plain data."""
        return self._api_object.to_json()
