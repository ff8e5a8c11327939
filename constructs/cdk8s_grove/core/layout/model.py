"""What the layout decides, as data: sets, scaling groups, cliques, and the variables of their pods."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cdk8s_grove.core.facts import names

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import CliqueSpec, PhaseSpec, ReplicaSpec


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
class CliqueLayout:
    """One clique of a phase.

    Attributes:
        name: The clique's name in the set.
        path: Where the user wrote it: `phases[0].leader`.
        pods: Pods in one copy.
        env: Variables every container gets, before its own.
        rank: Where the rank comes from.
        rank_variable: The variable's name.
        spec: What the user asked for.
    """

    name: str
    path: str
    pods: int
    env: tuple[EnvEntry, ...]
    rank: Rank
    rank_variable: str
    spec: CliqueSpec


@dataclass(frozen=True, slots=True)
class PhaseLayout:
    """One phase: a scaling group of its own.

    Attributes:
        group: The scaling group's name in the set.
        copies: Copies in a unit.
        min_copies: Copies that belong to the unit's gang.
        cliques: Leader first, then workers if there are any.
        spec: What the user asked for.
    """

    group: str
    copies: int
    min_copies: int
    cliques: tuple[CliqueLayout, ...]
    spec: PhaseSpec

    @property
    def pods_per_copy(self) -> int:
        """Pods in one copy: its nodes."""
        return sum(clique.pods for clique in self.cliques)


@dataclass(frozen=True, slots=True)
class ReplicaLayout:
    """The whole set, one scaling group a phase.

    Attributes:
        name: The set's name.
        units: Whole instances.
        phases: In the user's order.
        spec: What the user asked for.
    """

    name: str
    units: int
    phases: tuple[PhaseLayout, ...]
    spec: ReplicaSpec

    @property
    def pods_per_unit(self) -> int:
        """Pods of one unit over all its phases."""
        return sum(phase.copies * phase.pods_per_copy for phase in self.phases)

    def hostnames(self, unit: int) -> tuple[str, ...]:
        """The pods of one unit: by phase, copy and rank, in that order."""
        return tuple(
            names.hostname(names.group_clique(self.name, unit, phase.group, copy, clique.name), index)
            for phase in self.phases
            for copy in range(phase.copies)
            for clique in phase.cliques
            for index in range(clique.pods)
        )
