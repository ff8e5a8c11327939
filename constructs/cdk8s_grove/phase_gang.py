"""A phase of a replica, held at its ratio to the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Never, TypeVar

from cdk8s_grove._jsii import Construct
from cdk8s_grove._options import path_below, take_options
from cdk8s_grove._scaling import take_scaling
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError, finding
from cdk8s_grove.core.spec import Accelerator, Fabric, Phase, PhaseScaling, TopologyConstraint
from cdk8s_grove.core.spec.metrics import Metric
from cdk8s_grove.core.spec.phase import PhaseOptions
from cdk8s_grove.disagg_replica import DisaggReplica

if TYPE_CHECKING:
    from cdk8s_grove.clique import LeaderClique, WorkerClique

Owner = TypeVar("Owner", bound=Construct)


class PhaseGang(Construct):
    """One phase of a unit, held at its ratio to the others.

    Args:
        replica: The `DisaggReplica`, or a construct somewhere below it.
        id: `prefill`, `decode`, `encode` or `aggregated`, or any id together with `phase`. Also the
            scaling group's name unless `name` is given.
        phase: What the phase does, where the id does not say it.
        name: The scaling group's name, a DNS label; in the set layout.
        copies: Engine instances of this phase in one unit, 1 or more.
        min_copies: How many of them belong to the unit's gang, 1 to `copies`; the others follow as gangs
            of their own. None: all of them.
        topology: Where the pods of one copy are placed, for each copy by itself; in the set layout.
        accelerator: The GPUs of each of its pods, and the nodes that have them: `Accelerator(gpus=8)`.
        fabric: What its pods talk to each other over, and shared memory: `Fabric(resources={"rdma/ib": 8})`.

    Raises:
        SpecError: An option that is unknown (GRV002) or wrong (GRV001, 006, 011), or a parent that is not
            below a `DisaggReplica` (GRV019).

    Attributes:
        leaders: The leader cliques made for it; at most one of them stands in the tree.
        workers: The worker cliques likewise.
    """

    def __init__(
        self,
        replica: Construct,
        id: str,
        *,
        phase: Phase | None = None,
        name: str | None = None,
        copies: int = 1,
        min_copies: int | None = None,
        topology: TopologyConstraint | None = None,
        accelerator: Accelerator | None = None,
        fabric: Fabric | None = None,
        **unknown: Never,
    ) -> None:
        owner = owner_of(replica, DisaggReplica, "PhaseGang", id)
        if owner.only_phase is not None:
            raise SpecError(
                [
                    finding(
                        catalog.MISPLACED,
                        "a PhaseGang does not belong under a replica that has its only phase",
                        construct=path_below(replica, id),
                        why="its cliques stand right under it, and a unit is one engine",
                        found=f"it stands under a {type(owner).__name__}",
                        fix="put the cliques under the replica, or use a DisaggReplica for several phases",
                    )
                ]
            )
        options = {
            "id": id,
            "phase": phase,
            "name": name,
            "copies": copies,
            "min_copies": min_copies,
            "topology": topology,
            "accelerator": accelerator,
            "fabric": fabric,
        }
        self._options = take_options(PhaseOptions, replica, id, options, unknown)
        super().__init__(replica, id)
        self._replica = owner
        self.leaders: list[LeaderClique] = []
        self.workers: list[WorkerClique] = []
        owner.made_phases.append(self)

    @property
    def id(self) -> str:
        """The construct id."""
        return self._options.id

    @property
    def replica(self) -> DisaggReplica:
        """The replica this phase belongs to."""
        return self._replica

    @property
    def options(self) -> PhaseOptions:
        """All options, frozen."""
        return self._options

    @property
    def has_workers(self) -> bool:
        """Whether a worker clique stands in the tree."""
        standing = self.standing() if self.workers else ()
        return any(worker in standing for worker in self.workers)

    @property
    def phase(self) -> str:
        """What the phase does."""
        return self._options.role

    @property
    def name(self) -> str:
        """The scaling group's name in the set."""
        return self._options.name or self._options.id

    @property
    def copies(self) -> int:
        """Engine instances of this phase in one unit."""
        return self._options.copies

    @property
    def min_copies(self) -> int:
        """How many of the copies belong to the unit's gang."""
        return self.copies if self._options.min_copies is None else self._options.min_copies

    @property
    def topology(self) -> TopologyConstraint | None:
        """Where the pods of one copy are placed."""
        return self._options.topology

    @property
    def accelerator(self) -> Accelerator | None:
        """The GPUs of each pod, where a clique has none of its own."""
        return self._options.accelerator

    @property
    def fabric(self) -> Fabric | None:
        """What the pods talk to each other over, where a clique has none of its own."""
        return self._options.fabric

    @property
    def scaling(self) -> PhaseScaling | None:
        """The autoscaler of the copies above `min_copies`, as `scale` was asked for it."""
        return self._options.scaling

    def scale(self, *, max: int, metrics: Sequence[Metric], min: int | None = None) -> None:
        """Let an autoscaler add and remove copies of this phase above its floor, in each unit by itself.

        Grove makes a HorizontalPodAutoscaler a unit. The copies it adds are gangs of their own, and the phases are then
        no longer at their ratio: to hold it, scale the replica's units.

        Args:
            max: The most copies in a unit, `copies` or more.
            metrics: What it looks at, one or more; the metric that asks for the most counts.
            min: The least copies, `min_copies` or more. None: `min_copies`.

        Raises:
            SpecError: A wrong option, or a second call (GRV001). Whether the phase has a floor, and whether the layout
                lets it scale by itself, is said when the manifest is asked for (GRV024, GRV023).
        """
        options = {"min": min, "max": max, "metrics": metrics}
        scaling = take_scaling(PhaseScaling, self, options, given=self._options.scaling is not None)
        self._options = self._options.model_copy(update={"scaling": scaling})

    @property
    def rank_env(self) -> str:
        """The variable that holds a pod's rank; `$(...)` around it works in command and args everywhere."""
        return f"{self._replica.env_prefix}RANK"

    def standing(self) -> Collection[object]:
        """The constructs in the tree below it; the cliques of a replica's only phase stand below the replica."""
        home: Construct = self._replica if self._replica.only_phase is self else self
        return home.node.find_all()

    def collect(self, standing: Collection[object]) -> dict[str, Any]:
        """The phase and its cliques as plain data.

        Args:
            standing: The constructs that are in the tree; one that was removed does not count.
        """
        data: dict[str, Any] = dict(self._options)
        data.update(("leader", leader.options) for leader in self.leaders if leader in standing)
        data.update(("worker", worker.options) for worker in self.workers if worker in standing)
        return data


def owner_of(scope: Construct, kind: type[Owner], what: str, id: str) -> Owner:
    """The nearest `kind` at or above `scope`.

    Raises:
        SpecError: There is none (GRV019).
    """
    if isinstance(scope, kind):
        return scope
    for above in reversed(scope.node.scopes) if isinstance(scope, Construct) else ():
        if isinstance(above, kind):
            return above
        if isinstance(above, DisaggReplica) and isinstance(above.only_phase, kind):
            return above.only_phase
    raise SpecError(
        [
            finding(
                catalog.MISPLACED,
                f"a {what} belongs under a {kind.__name__}",
                construct=path_below(scope, id),
                why="its pods are part of that object",
                found=f"it stands under a {type(scope).__name__}",
                fix=f"give a {kind.__name__} as the first argument",
            )
        ]
    )
