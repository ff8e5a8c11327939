"""The disaggregated deployment: one construct, one PodCliqueSet."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Never

from cdk8s_grove._jsii import ApiObject, Construct
from cdk8s_grove._options import plain, take_options
from cdk8s_grove._scaling import make_autoscaler, take_scaling
from cdk8s_grove._tree import siblings_in
from cdk8s_grove.core.checks import KINDS_READ, Options, Report, check_manifests
from cdk8s_grove.core.diagnostics import Finding, GroveError
from cdk8s_grove.core.plan import Plan, plan_manifests
from cdk8s_grove.core.plan.context import REFERRED_KINDS
from cdk8s_grove.core.rendering import assemble
from cdk8s_grove.core.spec import (
    Override,
    Pace,
    ReplicaSpec,
    ReplicaVolume,
    Target,
    TopologyConstraint,
    Trigger,
    UnitScaling,
)
from cdk8s_grove.core.spec.metrics import Metric
from cdk8s_grove.core.spec.replica import Layout, ReplicaOptions
from cdk8s_grove.core.spec.scaling import Autoscaler
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts, check_place
from cdk8s_grove.queue import Queue
from cdk8s_grove.replica_attributes import ReplicaAttributes
from cdk8s_grove.volume_claims import make_claims

if TYPE_CHECKING:
    from cdk8s_grove.phase_gang import PhaseGang

_FROM_SPEC = ("name", "namespace", "labels", "annotations")


class DisaggReplica(ReplicaAttributes, Construct):
    """A prefill/decode deployment as one PodCliqueSet, so that Grove and KAI place each unit as one gang.

    Phases are added below it as `PhaseGang`s; the manifest is made when it is asked for.

    Args:
        scope: The chart, or any construct in one.
        id: The construct id; also the set's name unless `name` is given.
        units: Whole instances, each with every phase at its ratio; 0 or more.
        layout: `set`: a scaling group a phase; units are what the set scales, and a phase may keep a floor below
            its copies. `group`: one scaling group holds all phases; units are its copies, so that one object scales
            them, and copies of several pods are unrolled into cliques of their own.
        min_units: In the group layout, how many units one gang holds; None: one.
        group_name: In the group layout, the scaling group's name, a DNS label.
        replicas_owned_by: In the set layout, the autoscaler that owns the number of units, `hpa` or `keda`, whether or
            not `scale` makes it: the manifest then leaves it out, so that applying it again changes nothing. The first
            time that is 0 units, from which KEDA scales up and a HorizontalPodAutoscaler does not.
        queue: The KAI leaf queue that pays for the pods: its name, or a `Queue`.
        name: The set's name, a DNS-1035 label. Set, scaling group and clique names may have 45
            characters together.
        namespace: Where the set lives; by default the chart's namespace.
        target: The Grove and KAI releases the manifest is for.
        priority: Name of the PriorityClass of all pods.
        termination_delay: How long a gang may stay below its minimum before Grove starts it anew: a
            timedelta, or Go's notation (`"15m"`); more than 0. None leaves Grove's default of 4 hours.
        node_pool: KAI node pool (shard) of the pods.
        topology: Where the pods of one unit are placed, for each unit by itself: `topo.within("rack")` of a
            `ClusterTopologyBinding`. In the set layout it is the set's and holds within each gang, so not for copies
            above a phase's `min_copies`; in the group layout it is the scaling group's.
        env_prefix: Put before LEADER_ADDRESS, RANK, NODES and PHASE, the variables of every container:
            `MODELPLANE_`, `DYNAMO_`, or nothing. Give one where an engine reads a RANK of its own. Where a shell
            has to compute the rank (several workers, before Grove v0.1.0-alpha.14-rc1), RANK is a variable of
            the pod's first container and of those that run a shell or mention it, if they have a command.
        volumes: What every pod mounts in its first container, in this order: weights, caches. A claim that is new
            (`new_claim`) is made as a child of the replica.
        labels: Labels of the set, beside the chart's.
        annotations: Annotations of the set.
        overrides: Fields set after rendering, in this order.

    Raises:
        SpecError: On construction, an option that is unknown (GRV002) or has a wrong value (GRV001, 007,
            013, 018). What needs the whole tree is raised when the manifest is asked for.

    Attributes:
        made_phases: The phases made for it, whether or not they still stand in the tree (see `phases`).
        only_phase: The phase its cliques belong to where it has one of its own, as an `AggregatedReplica` has; else
            None.
        siblings: What the package makes beside it, in the user's own scope.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        units: int = 1,
        layout: Layout = "set",
        min_units: int | None = None,
        group_name: str = "unit",
        replicas_owned_by: Autoscaler | None = None,
        queue: str | Queue | None = None,
        name: str | None = None,
        namespace: str | None = None,
        target: Target | None = None,
        priority: str | None = None,
        termination_delay: timedelta | str | None = None,
        node_pool: str | None = None,
        topology: TopologyConstraint | None = None,
        env_prefix: str = "",
        volumes: Sequence[ReplicaVolume] = (),
        labels: Mapping[str, str] | None = None,
        annotations: Mapping[str, str] | None = None,
        overrides: Sequence[Override] = (),
        **unknown: Never,
    ) -> None:
        check_place(scope, id)
        options: dict[str, object] = {
            "name": id if name is None else name,
            "namespace": namespace,
            "units": units,
            "layout": layout,
            "min_units": min_units,
            "group_name": group_name,
            "replicas_owned_by": replicas_owned_by,
            "target": Target() if target is None else target,
            "priority": priority,
            "termination_delay": termination_delay,
            "node_pool": node_pool,
            "topology": topology,
            "env_prefix": env_prefix,
            "volumes": volumes,
            "labels": plain(labels),
            "annotations": plain(annotations),
            "overrides": overrides,
        }
        if queue is not None:
            options["queue"] = queue.name if isinstance(queue, Queue) else queue
        self._options = take_options(ReplicaOptions, scope, id, options, unknown)
        super().__init__(scope, id)
        self.made_phases: list[PhaseGang] = []
        self.only_phase: PhaseGang | None = None
        self.siblings = siblings_in(scope)
        make_claims(self, self.siblings)
        self._api_object = GroveManifest(
            self,
            "Resource",
            siblings=self.siblings,
            api_version="grove.io/v1alpha1",
            kind="PodCliqueSet",
            metadata={key: value for key, value in dict(self._options).items() if key in _FROM_SPEC and value},
            build=self._build,
            target=self._options.target,
            parts=self._standing,
        )

    @property
    def phases(self) -> tuple[PhaseGang, ...]:
        """The phases that stand in the tree, in the order they were made."""
        standing = self.node.find_all()
        return tuple(phase for phase in self.made_phases if phase in standing)

    @property
    def api_object(self) -> ApiObject:
        """The PodCliqueSet as an API object, for cdk8s' own ways: patches, labels, dependencies."""
        return self._api_object

    def scale(
        self,
        *,
        min: int = 1,
        max: int,
        metrics: Sequence[Metric] = (),
        triggers: Sequence[Trigger] = (),
        up: Pace | None = None,
        down: Pace | None = None,
    ) -> ApiObject:
        """Let an autoscaler add and remove whole units, so that the phases stay at their ratio.

        Args:
            min: The least units; 1 or more, with triggers 0 or more.
            max: The most units, `min` or more.
            metrics: For a HorizontalPodAutoscaler: what it looks at; the metric that asks for the most counts.
            triggers: For a ScaledObject of KEDA, in place of metrics.
            up: How fast units are added. None leaves Kubernetes' default.
            down: How fast units are removed. None leaves Kubernetes' default.

        Returns:
            The autoscaler, a child of the replica: it scales the set, or in the group layout the scaling group.

        Raises:
            SpecError: A wrong option, or a second call (GRV001).
        """
        options = {"min": min, "max": max, "metrics": metrics, "triggers": triggers, "up": up, "down": down}
        scaling = take_scaling(UnitScaling, self, options, given=self._options.scaling is not None)
        self._options = self._options.model_copy(update={"scaling": scaling})
        return make_autoscaler(self, self._options, scaling, self.siblings)

    def manifest(self) -> dict[str, Any]:
        """The PodCliqueSet as plain data, as `App.synth` writes it.

        Raises:
            GroveError: The replica is not complete, or does not fit together.
        """
        return self._api_object.to_json()

    def plan(self) -> Plan:
        """What Grove and KAI make of the replica, beside everything its app holds: queues, claim templates and so on.

        Raises:
            GroveError: As for `manifest`.
        """
        manifests = [self._api_object.unchecked(), *self._beside(REFERRED_KINDS)]
        return plan_manifests(manifests, self.target, place=self.node.path, overrides=self.overrides)

    def check(self, options: Options | None = None) -> Report:
        """What the cluster would refuse of the replica, and what would never run, beside everything its app holds.

        Args:
            options: Rules to leave out, and whether the app is all there is.

        Raises:
            GroveError: The replica is not complete, or does not fit together.
        """
        manifests = [self._api_object.unchecked(), *self._beside(KINDS_READ)]
        places = [str(self.node.path), *(f"beside[{index}]" for index in range(len(manifests) - 1))]
        report = check_manifests(manifests, self.target, options, places=places)
        own = (one for one in report.findings if report.places[one.construct].label == places[0])
        return dataclasses.replace(report, findings=tuple(own))

    def _beside(self, kinds: Collection[str]) -> list[dict[str, Any]]:
        """The app's other objects of these kinds."""
        own = self._api_object
        found = (one for one in self.node.root.node.find_all() if isinstance(one, ApiObject) and one is not own)
        objects = [one for one in found if one.kind in kinds]
        return [one.unchecked() if isinstance(one, GroveManifest) else one.to_json() for one in objects]

    def spec(self) -> ReplicaSpec:
        """The replica as plain data, for `cdk8s_grove.core`; without the chart's labels and namespace.

        Raises:
            SpecError: The tree is not complete: no phase (GRV005), a phase without leader (GRV003).
        """
        return self._spec({}, self._standing(self.node.find_all()))

    def _standing(self, tree: Collection[object]) -> Parts:
        """The phases that stand, each with its options and its cliques that stand."""
        return tuple(phase.collect(tree) for phase in self.made_phases if phase in tree)

    def _spec(self, metadata: Metadata, phases: Parts) -> ReplicaSpec:
        data = dict(self._options)
        data.update({key: metadata[key] for key in _FROM_SPEC if key in metadata})
        data["phases"] = phases
        return ReplicaSpec.model_validate(data)

    def _build(self, metadata: Metadata, phases: Parts) -> dict[str, Any]:
        try:
            document = assemble(self._spec(metadata, phases))
        except GroveError as error:
            raise self._in_the_tree(error) from None
        # What cdk8s knows and a spec does not: finalizers, owner references and the like.
        document["metadata"] |= {k: v for k, v in metadata.items() if k not in document["metadata"]}
        return document

    def _in_the_tree(self, error: GroveError) -> GroveError:
        """The same error, naming the constructs the user wrote instead of places in a spec."""
        path: str = self.node.path
        # Nobody wrote an only phase: its options and cliques are the replica's.
        phases = [path if phase is self.only_phase else phase.node.path for phase in self.phases]
        return type(error)(_in_the_tree(found, path, phases) for found in error.findings)


def _in_the_tree(found: Finding, replica: str, phases: Sequence[str]) -> Finding:
    match = re.match(r"phases\[(\d+)\]\.?", found.path)
    if match is None or int(match[1]) >= len(phases):
        return dataclasses.replace(found, construct=replica)
    return dataclasses.replace(found, construct=phases[int(match[1])], path=found.path[match.end() :])
