"""A phase of serving: how often it runs in a unit, and with which cliques."""

from __future__ import annotations

from typing import Final, Literal, Self, get_args

from pydantic import model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.spec.accelerator import Accelerator
from cdk8s_grove.core.spec.base import Count, Spec, refuse
from cdk8s_grove.core.spec.clique import LeaderSpec, WorkerSpec
from cdk8s_grove.core.spec.fabric import Fabric
from cdk8s_grove.core.spec.scaling import PhaseScaling
from cdk8s_grove.core.spec.topology import TopologyConstraint

Phase = Literal["prefill", "decode", "encode", "aggregated"]
PHASES: Final[tuple[str, ...]] = get_args(Phase)


class PhaseOptions(Spec):
    """The options of a phase apart from its cliques; the construct takes the same ones.

    Attributes:
        id: Stable id; `prefill`, `decode`, `encode` and `aggregated` tell the phase by themselves.
        phase: What the phase does, where the id does not say it.
        name: The scaling group's name in the set; by default the id. A DNS label.
        copies: Engine instances of this phase in one unit, 1 or more.
        min_copies: How many of them belong to the unit's gang, 1 to `copies`; by default all. The
            others follow as gangs of their own.
        topology: Where the pods of one copy are placed, for each copy by itself; in the set layout.
        scaling: The autoscaler of its copies above `min_copies`; in the set layout.
        accelerator: The GPUs of each of its pods.
        fabric: What its pods talk to each other over.
    """

    id: str
    phase: Phase | None = None
    name: str | None = None
    copies: Count = 1
    min_copies: Count | None = None
    topology: TopologyConstraint | None = None
    scaling: PhaseScaling | None = None
    accelerator: Accelerator | None = None
    fabric: Fabric | None = None

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.phase is None and self.id not in PHASES:
            refuse(
                catalog.UNKNOWN_PHASE,
                f"is needed: the id {self.id!r} does not say which phase it is",
                why="the pods learn their phase from it",
                fix=f"give phase=, one of {', '.join(PHASES)}",
                field="phase",
            )
        if self.min_copies is not None and self.min_copies > self.copies:
            refuse(
                catalog.MIN_COPIES,
                f"is {self.min_copies}, but copies is {self.copies}",
                why="a gang cannot wait for copies that do not exist",
                fix=f"give min_copies of at most {self.copies}, or more copies",
                field="min_copies",
            )
        return self

    @property
    def role(self) -> str:
        """The phase's kind: one of prefill, decode, encode, aggregated."""
        return self.phase or self.id


class PhaseSpec(PhaseOptions):
    """One phase of a unit, whole.

    Attributes:
        leader: Rank 0 of each copy.
        worker: Ranks 1 and up of each copy; None for a copy of one pod.
    """

    leader: LeaderSpec
    worker: WorkerSpec | None = None
