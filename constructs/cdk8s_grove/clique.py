"""The cliques of a phase: the leader of each copy, and its workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Never

from cdk8s_grove._devices import make_devices
from cdk8s_grove._jsii import Construct
from cdk8s_grove._options import path_below, take_options
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError, finding
from cdk8s_grove.core.layout.addresses import leader_fqdn, own_leader
from cdk8s_grove.core.layout.naming import clique_name
from cdk8s_grove.core.spec import Accelerator, Fabric, LeaderSpec, TopologyConstraint, WorkerSpec
from cdk8s_grove.phase_gang import PhaseGang, owner_of
from cdk8s_grove_crds import PodSpec

Pod = PodSpec | Mapping[str, Any]


class LeaderClique(Construct):
    """Rank 0 of each copy: one pod, whose address the other ranks use.

    A phase with nothing but a leader is an engine of one pod.

    Args:
        phase: The `PhaseGang`, or a construct somewhere below it; or an `AggregatedReplica`.
        id: The construct id; the clique's name is the phase's prefix and this (`p-leader`).
        pod: The pod, as a dict in Kubernetes' spelling or a `PodSpec` of the bindings. A command or an
            argument may hold `$(RANK)` and `$(LEADER_ADDRESS)` (with the replica's `env_prefix`).
        name: The clique's name in the set, in place of the default.
        topology: Where the clique's pods are placed, relative to each other: those of one copy; in the group layout,
            where copies are of one pod, those of one unit.
        accelerator: The GPUs of each of its pods, in place of the phase's.
        fabric: What its pods talk to each other over, in place of the phase's.

    Raises:
        SpecError: An unknown option (GRV002), a pod the API server would refuse (GRV022), a second leader
            (GRV004), or a parent that is not below a `PhaseGang` (GRV019).
    """

    def __init__(
        self,
        phase: Construct,
        id: str,
        *,
        pod: Pod | None = None,
        name: str | None = None,
        topology: TopologyConstraint | None = None,
        accelerator: Accelerator | None = None,
        fabric: Fabric | None = None,
        **unknown: Never,
    ) -> None:
        self._phase = owner_of(phase, PhaseGang, "LeaderClique", id)
        options = _given(id=id, pod=pod, name=name, topology=topology, accelerator=accelerator, fabric=fabric)
        self._options = take_options(LeaderSpec, phase, id, options, unknown)
        _refuse_second("leader", self._phase, self._phase.leaders, phase, id, "remove one; a copy has one rank 0")
        super().__init__(phase, id)
        self._phase.leaders.append(self)
        make_devices(self, self._options, self._phase)

    @property
    def phase(self) -> PhaseGang:
        """The phase this clique belongs to."""
        return self._phase

    @property
    def options(self) -> LeaderSpec:
        """The clique's options, frozen."""
        return self._options

    @property
    def name(self) -> str:
        """The clique's name in the set; in the group layout a phase with workers has one a copy: this, `-`, copy."""
        return self._options.name or clique_name(self._phase.id, self._options.id)

    @property
    def topology(self) -> TopologyConstraint | None:
        """Where the clique's pods of one copy are placed, relative to each other."""
        return self._options.topology

    @property
    def accelerator(self) -> Accelerator | None:
        """The GPUs of each pod: the clique's own, else the phase's."""
        return self._phase.accelerator if self._options.accelerator is None else self._options.accelerator

    @property
    def fabric(self) -> Fabric | None:
        """What the pods talk to each other over: the clique's own, else the phase's."""
        return self._phase.fabric if self._options.fabric is None else self._options.fabric

    @property
    def pod(self) -> dict[str, Any]:
        """The pod as it was given, in Kubernetes' spelling."""
        return self._options.pod.to_dict()

    @property
    def address(self) -> str:
        """The address of the pod's own leader, with `$(...)` for the kubelet to expand.

        It means something in command, args and env of the pods of this phase only; there the variable
        LEADER_ADDRESS holds it already.
        """
        phase = self._phase
        return own_leader(phase.replica.options, phase.options, self._options, workers=phase.has_workers)

    def fqdn(self, unit: int = 0, copy: int = 0) -> str:
        """The address of one leader, for pods outside the unit.

        Args:
            unit: Which unit, 0 to units - 1.
            copy: Which copy of the phase in it, 0 to copies - 1.

        Returns:
            `<hostname>.<set>-<unit>.<namespace>.svc.cluster.local`; the namespace is the replica's, else
            the chart's, else `default`.

        Raises:
            SpecError: There is no such unit or copy (GRV001).
        """
        replica = self._phase.replica
        for what, index, count in (("unit", unit, replica.units), ("copy", copy, self._phase.copies)):
            if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < count:
                raise SpecError(
                    [
                        finding(
                            catalog.INVALID_OPTION,
                            f"there is no {what} {index!r}",
                            construct=self.node.path,
                            path=what,
                            found=f"{what}={index!r}",
                            fix=f"give 0 to {count - 1}" if count else "the replica has none",
                        )
                    ]
                )
        return leader_fqdn(
            replica.options,
            self._phase.options,
            self._options,
            workers=self._phase.has_workers,
            unit=unit,
            copy=copy,
            namespace=replica.namespace,
        )


class WorkerClique(Construct):
    """Ranks 1 and up of each copy.

    Args:
        phase: The `PhaseGang`, or a construct somewhere below it; or an `AggregatedReplica`.
        id: The construct id; the clique's name is the phase's prefix and this (`d-worker`).
        pods: Workers in one copy, 1 or more; an engine over N nodes has N - 1.
        pod: The pod, as for `LeaderClique`.
        name: The clique's name in the set, in place of the default.
        topology: Where the clique's pods are placed, relative to each other: those of one copy; in the group layout,
            where copies are of one pod, those of one unit.
        accelerator: The GPUs of each of its pods, in place of the phase's.
        fabric: What its pods talk to each other over, in place of the phase's.

    Raises:
        SpecError: As for `LeaderClique`, and a wrong count (GRV001).
    """

    def __init__(
        self,
        phase: Construct,
        id: str,
        *,
        pods: int | None = None,
        pod: Pod | None = None,
        name: str | None = None,
        topology: TopologyConstraint | None = None,
        accelerator: Accelerator | None = None,
        fabric: Fabric | None = None,
        **unknown: Never,
    ) -> None:
        self._phase = owner_of(phase, PhaseGang, "WorkerClique", id)
        options = _given(
            id=id, pods=pods, pod=pod, name=name, topology=topology, accelerator=accelerator, fabric=fabric
        )
        self._options = take_options(WorkerSpec, phase, id, options, unknown)
        _refuse_second("worker", self._phase, self._phase.workers, phase, id, "remove one, or give the other more pods")
        super().__init__(phase, id)
        self._phase.workers.append(self)
        make_devices(self, self._options, self._phase)

    @property
    def phase(self) -> PhaseGang:
        """The phase this clique belongs to."""
        return self._phase

    @property
    def options(self) -> WorkerSpec:
        """The clique's options, frozen."""
        return self._options

    @property
    def name(self) -> str:
        """The clique's name in the set; in the group layout a phase with workers has one a copy: this, `-`, copy."""
        return self._options.name or clique_name(self._phase.id, self._options.id)

    @property
    def pods(self) -> int:
        """Workers in one copy."""
        return self._options.pods

    @property
    def topology(self) -> TopologyConstraint | None:
        """Where the clique's pods of one copy are placed, relative to each other."""
        return self._options.topology

    @property
    def accelerator(self) -> Accelerator | None:
        """The GPUs of each pod: the clique's own, else the phase's."""
        return self._phase.accelerator if self._options.accelerator is None else self._options.accelerator

    @property
    def fabric(self) -> Fabric | None:
        """What the pods talk to each other over: the clique's own, else the phase's."""
        return self._phase.fabric if self._options.fabric is None else self._options.fabric

    @property
    def pod(self) -> dict[str, Any]:
        """The pod as it was given, in Kubernetes' spelling."""
        return self._options.pod.to_dict()


def _given(**options: object) -> dict[str, object]:
    """The options that were given; for the others the spec says what is missing."""
    return {name: value for name, value in options.items() if value is not None}


def _refuse_second(what: str, phase: PhaseGang, made: Sequence[Construct], scope: Construct, id: str, fix: str) -> None:
    """Refuse a clique where the phase has one of its kind; one that was removed from the tree is none."""
    standing = [clique.node.path for clique in made if clique in phase.standing()]
    if not standing:
        return
    raise SpecError(
        [
            finding(
                catalog.DUPLICATE_CLIQUE,
                f"the phase has a {what} clique already",
                construct=path_below(scope, id),
                why=f"each copy of a phase has at most one {what} clique",
                found=f"{standing[0]} and {path_below(scope, id)}",
                fix=fix,
            )
        ]
    )
