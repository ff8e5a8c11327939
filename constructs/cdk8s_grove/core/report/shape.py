"""A set as people think of it: units, gangs, phases, copies, ranks; and what is alike is told once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cdk8s_grove.core.plan.model import Amount, Constraint, Pod, PodGang, SetPlan


@dataclass(frozen=True, slots=True)
class Copy:
    """One engine instance.

    Attributes:
        index: From 0, within its unit and phase.
        pods: By rank.
    """

    index: int
    pods: tuple[Pod, ...]


@dataclass(frozen=True, slots=True)
class PhasePart:
    """The copies of a phase in one gang.

    Attributes:
        name: The phase.
        copies: By index.
        constraint: What the pods of one copy must share.
    """

    name: str
    copies: tuple[Copy, ...]
    constraint: Constraint | None

    @property
    def gpus(self) -> int:
        """The GPUs its pods have for themselves."""
        return sum(pod.gpus for copy in self.copies for pod in copy.pods)


@dataclass(frozen=True, slots=True)
class GangPart:
    """A gang and what is in it.

    Attributes:
        gang: The gang.
        amount: Its numbers.
        phases: In the order of the set.
    """

    gang: PodGang
    amount: Amount
    phases: tuple[PhasePart, ...]


@dataclass(frozen=True, slots=True)
class UnitPart:
    """A unit: its base gang, and the gangs that come after it."""

    index: int
    base: GangPart
    scaled: tuple[GangPart, ...]


def units(plan: SetPlan, *, most: int | None = None) -> list[UnitPart]:
    """The units, or the first `most` of them; all units of a set are alike."""
    count = plan.totals.units if most is None else min(most, plan.totals.units)
    members: dict[str, list[Pod]] = {}
    for pod in plan.pods:
        if pod.unit < count:
            members.setdefault(pod.gang, []).append(pod)
    parts: dict[int, list[GangPart]] = {index: [] for index in range(count)}
    for gang, amount in zip(plan.pod_gangs, plan.totals.per_gang, strict=True):
        if gang.unit < count:
            phases = tuple(_phases(gang, members.get(gang.name, ())))
            parts[gang.unit].append(GangPart(gang, amount, phases))
    return [UnitPart(index, found[0], tuple(found[1:])) for index, found in parts.items()]


def _phases(gang: PodGang, pods: Iterable[Pod]) -> Iterable[PhasePart]:
    constraint_of = {name: config.constraint for config in gang.group_constraints for name in config.pod_groups}
    phases: dict[str, dict[int, list[Pod]]] = {}
    for pod in pods:
        phases.setdefault(pod.phase, {}).setdefault(pod.copy, []).append(pod)
    for name, copies in phases.items():
        ordered = tuple(
            Copy(index, tuple(sorted(copies[index], key=lambda pod: (pod.rank, pod.hostname))))
            for index in sorted(copies)
        )
        yield PhasePart(name, ordered, constraint_of.get(ordered[0].pods[0].clique))


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 pod`, `2 pods`, `3 copies`."""
    many = plural or f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"


def domains(constraint: Constraint | None) -> str:
    """`one rack`, `one block, rack if it can be`; nothing without a constraint."""
    if constraint is None:
        return ""
    parts: list[str] = []
    if constraint.required:
        parts.append(f"one {constraint.required_domain}")
    if constraint.preferred:
        parts.append(f"one {constraint.preferred_domain} if possible")
    return ", ".join(parts)


def copy_shape(phase: PhasePart) -> str:
    """`1 pod` or `leader + 3 workers`, of one copy."""
    pods = len(phase.copies[0].pods)
    return "1 pod" if pods == 1 else f"leader + {counted(pods - 1, 'worker')}"


def spelled(names: Sequence[str], most: int) -> str:
    """Names joined, the middle of a long list left out."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} … {names[-1]}"
