"""What the layout decides, as data: scaling groups, cliques, and the variables of their pods."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cdk8s_grove.core.facts import names

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import Accelerator, CliqueSpec, Fabric, PhaseScaling, ReplicaSpec, TopologyConstraint


class Rank(enum.Enum):
    """Where a pod's rank comes from."""

    ENV = "env"
    """From its environment: a literal, or Grove's index over the scaling group."""
    LAUNCHER = "launcher"
    """Only a shell can compute it: clique index + 1."""


@dataclass(frozen=True, slots=True)
class EnvEntry:
    """One variable: a value, or the path of a field of the pod."""

    name: str
    value: str = ""
    field_path: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The entry as Kubernetes spells it."""
        if self.field_path is None:
            return {"name": self.name, "value": self.value}
        return {"name": self.name, "valueFrom": {"fieldRef": {"fieldPath": self.field_path}}}


@dataclass(frozen=True, slots=True)
class Equipment:
    """Devices and memory of a clique's pods.

    Attributes:
        accelerator: Their GPUs.
        fabric: What they talk to each other over.
        claim_template: The claim template that is made for them; None where they claim nothing.
        channel_template: The claim template by which they enter their ComputeDomain; None where they are in none that
            the library makes.
    """

    accelerator: Accelerator | None
    fabric: Fabric | None
    claim_template: str | None
    channel_template: str | None


@dataclass(frozen=True, slots=True)
class CliqueLayout:
    """One clique of a scaling group.

    Attributes:
        name: The clique's name in the set.
        path: Where the user wrote it: `phases[0].leader`.
        pods: Its pods.
        min_pods: The least of them its gang starts with.
        env: Variables every container gets, before its own.
        rank: Where the rank comes from.
        rank_variable: The variable's name.
        equipment: Its devices and memory.
        spec: What the user asked for.
    """

    name: str
    path: str
    pods: int
    min_pods: int
    env: tuple[EnvEntry, ...]
    rank: Rank
    rank_variable: str
    equipment: Equipment
    spec: CliqueSpec


@dataclass(frozen=True, slots=True)
class GroupLayout:
    """One scaling group: a phase in the set layout, a unit in the group layout.

    Attributes:
        name: Its name in the set.
        path: Where the user named it: `phases[0]`, or nothing for the replica itself.
        copies: Its copies: of the phase in a unit, or units.
        min_copies: Copies that belong to the base gang.
        cliques: Of each phase the leader first, then the workers; in the group layout copy by copy.
        topology: Where the pods of one copy are placed.
        scaling: The autoscaler Grove makes for it.
    """

    name: str
    path: str
    copies: int
    min_copies: int
    cliques: tuple[CliqueLayout, ...]
    topology: TopologyConstraint | None = None
    scaling: PhaseScaling | None = None


@dataclass(frozen=True, slots=True)
class ReplicaLayout:
    """The whole set.

    Attributes:
        name: The set's name.
        copies: How often the set has its scaling groups: units in the set layout; in the group layout once, or not
            at all for 0 units.
        groups: Its scaling groups: one a phase in the user's order, or one for all.
        topology: Where the pods of each gang of the set are placed.
        spec: What the user asked for.
    """

    name: str
    copies: int
    groups: tuple[GroupLayout, ...]
    topology: TopologyConstraint | None
    spec: ReplicaSpec

    def hostnames(self, unit: int) -> tuple[str, ...]:
        """The pods of one unit: by scaling group, copy, clique and index, in that order."""
        in_group = self.spec.layout == "group"
        return tuple(
            names.hostname(names.group_clique(self.name, 0 if in_group else unit, group.name, copy, clique.name), index)
            for group in self.groups
            for copy in ([unit] if in_group else range(group.copies))
            for clique in group.cliques
            for index in range(clique.pods)
        )
