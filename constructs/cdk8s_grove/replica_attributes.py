"""What a replica was given: each option is a read-only attribute of the same name."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from cdk8s_grove.core.spec import Override, ReplicaVolume, Target, TopologyConstraint, UnitScaling
from cdk8s_grove.core.spec.replica import Layout, ReplicaOptions
from cdk8s_grove.core.spec.scaling import Autoscaler

if TYPE_CHECKING:
    from cdk8s_grove.manifest import GroveManifest


class ReplicaAttributes:
    """The options of a replica, as attributes."""

    _options: ReplicaOptions
    _api_object: GroveManifest

    @property
    def name(self) -> str:
        """The set's name."""
        return self._options.name

    @property
    def namespace(self) -> str | None:
        """The set's namespace: the option's, else the chart's, else None."""
        namespace: str | None = self._options.namespace or self._api_object.metadata.namespace
        return namespace

    @property
    def units(self) -> int:
        """Whole instances."""
        return self._options.units

    @property
    def layout(self) -> Layout:
        """How phases and units become scaling groups."""
        return self._options.layout

    @property
    def min_units(self) -> int | None:
        """In the group layout, how many units one gang holds."""
        return self._options.min_units

    @property
    def group_name(self) -> str:
        """In the group layout, the scaling group's name."""
        return self._options.group_name

    @property
    def scaling(self) -> UnitScaling | None:
        """The autoscaler of units, as `scale` was asked for it."""
        return self._options.scaling

    @property
    def replicas_owned_by(self) -> Autoscaler | None:
        """The autoscaler that owns the number of units."""
        return self._options.replicas_owned_by

    @property
    def options(self) -> ReplicaOptions:
        """All options, frozen."""
        return self._options

    @property
    def queue(self) -> str:
        """The name of the queue that pays for the pods."""
        return self._options.queue

    @property
    def target(self) -> Target:
        """The releases the manifest is for."""
        return self._options.target

    @property
    def priority(self) -> str | None:
        """Name of the PriorityClass of all pods."""
        return self._options.priority

    @property
    def termination_delay(self) -> timedelta | None:
        """How long a gang may stay below its minimum."""
        return self._options.termination_delay

    @property
    def node_pool(self) -> str | None:
        """KAI node pool of the pods."""
        return self._options.node_pool

    @property
    def topology(self) -> TopologyConstraint | None:
        """Where the pods of one unit are placed."""
        return self._options.topology

    @property
    def env_prefix(self) -> str:
        """What stands before the names of the library's variables."""
        return self._options.env_prefix

    @property
    def volumes(self) -> tuple[ReplicaVolume, ...]:
        """What every pod mounts."""
        return self._options.volumes

    @property
    def labels(self) -> dict[str, str]:
        """The labels given to the construct."""
        return dict(self._options.labels)

    @property
    def annotations(self) -> dict[str, str]:
        """The annotations given to the construct."""
        return dict(self._options.annotations)

    @property
    def overrides(self) -> tuple[Override, ...]:
        """Fields set after rendering."""
        return self._options.overrides
