"""A set as people think of it: units, gangs, phases, copies, ranks; what is alike is told once, what differs apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cdk8s_grove.core.facts import env
from cdk8s_grove.core.plan.model import Amount, Constraint, Pod, PodGang, SetPlan, Totals

_Item = TypeVar("_Item")


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
        constraint: What the pods of one copy of its scaling group must share.
        whole_group: Whether that copy of the group holds other copies or phases too.
        clique_constraints: What the pods of one clique must share, by the clique's full name.
    """

    name: str
    copies: tuple[Copy, ...]
    constraint: Constraint | None
    whole_group: bool
    clique_constraints: Mapping[str, Constraint]

    @property
    def gpus(self) -> int:
        """The GPUs its pods have for themselves."""
        return sum(pod.gpus for copy in self.copies for pod in copy.pods)

    @property
    def pods(self) -> int:
        """Its pods."""
        return sum(len(copy.pods) for copy in self.copies)


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

    @property
    def pods(self) -> int:
        """Its pods."""
        return sum(phase.pods for phase in self.phases)


@dataclass(frozen=True, slots=True)
class UnitPart:
    """A unit: its base gang, and the gangs that come after it."""

    index: int
    base: GangPart
    scaled: tuple[GangPart, ...]

    @property
    def pods(self) -> int:
        """Its pods."""
        return self.base.pods + sum(part.pods for part in self.scaled)


def units(plan: SetPlan, *, most: int | None = None) -> list[UnitPart]:
    """The units, or the first `most` of them."""
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


def _phases(gang: PodGang, pods: Iterable[Pod]) -> Iterator[PhasePart]:
    config_of = {name: config for config in gang.group_constraints for name in config.pod_groups}
    of_clique = {group.name: group.constraint for group in gang.pod_groups if group.constraint}
    phases: dict[str, dict[int, list[Pod]]] = {}
    for pod in pods:
        phases.setdefault(pod.phase, {}).setdefault(pod.copy, []).append(pod)
    for name, copies in phases.items():
        ordered = tuple(
            Copy(index, tuple(sorted(copies[index], key=lambda pod: (pod.rank, pod.hostname))))
            for index in sorted(copies)
        )
        first = {pod.clique for pod in ordered[0].pods}
        config = config_of.get(ordered[0].pods[0].clique)
        own = {pod.clique: of_clique[pod.clique] for copy in ordered for pod in copy.pods if pod.clique in of_clique}
        yield PhasePart(
            name,
            ordered,
            constraint=config.constraint if config else None,
            whole_group=config is not None and not first.issuperset(config.pod_groups),
            clique_constraints=own,
        )


def copy_kind(phase: PhasePart, copy: Copy) -> Hashable:
    """What two copies have in common if they are alike: GPUs, pod template and topology constraint of each rank."""
    return tuple((pod.gpus, _borrowed(pod), phase.clique_constraints.get(pod.clique)) for pod in copy.pods)


def gang_kind(part: GangPart) -> Hashable:
    """The same of gangs."""
    amount = part.amount
    phases = tuple(
        (phase.name, phase.constraint, tuple(copy_kind(phase, copy) for copy in phase.copies)) for phase in part.phases
    )
    return phases, part.gang.constraint, amount.gpus, amount.pods_at_once, amount.gpus_at_once


def unit_kind(unit: UnitPart) -> Hashable:
    """The same of units."""
    return tuple(gang_kind(part) for part in (unit.base, *unit.scaled))


def clique_name(pod: Pod) -> str:
    """A pod's clique as the set names it."""
    group = pod.labels.get(env.LABEL_GROUP)
    before = f"{group}-{pod.labels.get(env.LABEL_COPY)}" if group else pod.subdomain
    return pod.clique.removeprefix(f"{before}-")


def _borrowed(pod: Pod) -> str:
    """The clique whose pod template it runs, if that is not its own."""
    return "" if pod.template == clique_name(pod) else pod.template


def folded(
    items: Sequence[_Item], kinds: Sequence[Hashable], *, most: int, shown: int
) -> list[tuple[list[_Item], list[_Item]]]:
    """What to show one by one and what to leave out, for each kind.

    Args:
        items: The things.
        kinds: The kind of each.
        most: So many things are all shown, in their order.
        shown: Of more, so many of each kind.
    """
    if len(items) <= most:
        return [(list(items), [])]
    by_kind: dict[Hashable, list[_Item]] = {}
    for item, kind in zip(items, kinds, strict=True):
        by_kind.setdefault(kind, []).append(item)
    # One left out would take as much room as the line that says so.
    return [(a, []) if len(a) <= shown + 1 else (a[:shown], a[shown:]) for a in by_kind.values()]


def chosen(
    items: Sequence[_Item], kinds: Sequence[Hashable], sizes: Sequence[int], room: int
) -> tuple[list[tuple[_Item, int]], int, bool]:
    """The things there is room for, at least one of each kind if that can be.

    Args:
        items: The things, in the order they are shown.
        kinds: The kind of each.
        sizes: The size of each.
        room: For all. If not even the first has enough, it gets all there is.

    Returns:
        The things and the room of each, how many are left out, and whether those are like ones that are not.
    """
    firsts = {kind: index for index, kind in reversed(list(enumerate(kinds)))}
    left, taken = room, set[int]()
    for index in (*sorted(firsts.values()), *(i for i in range(len(items)) if firsts[kinds[i]] != i)):
        if sizes[index] <= left:
            taken.add(index)
            left -= sizes[index]
    if not taken and items and room > 0:
        return [(items[0], room)], len(items) - 1, all(kind == kinds[0] for kind in kinds)
    seen = {kinds[index] for index in taken}
    alike = all(kind in seen for kind in kinds)
    return [(items[index], sizes[index]) for index in sorted(taken)], len(items) - len(taken), alike


def shares(sizes: Sequence[int], room: int) -> list[int]:
    """How much of a room each of several things gets: what it needs, or what is left shared fairly."""
    found = [0] * len(sizes)
    for done, index in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        found[index] = min(sizes[index], room // (len(sizes) - done))
        room -= found[index]
    return found


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 pod`, `2 pods`, `3 copies`."""
    many = plural or f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"


def left_out(number: int, noun: str, plural: str = "", *, alike: bool = True) -> str:
    """`3 more copies alike`; without the last word if they are not."""
    return counted(number, f"more {noun}", f"more {plural or f'{noun}s'}") + " alike" * alike


def size(totals: Iterable[Totals]) -> str:
    """`2 units, 2 gangs, 14 pods, 112 GPUs`, of one set or several."""
    every = list(totals)
    return ", ".join(
        (
            counted(sum(found.units for found in every), "unit"),
            counted(sum(found.gangs for found in every), "gang"),
            counted(sum(found.pods for found in every), "pod"),
            counted(sum(found.gpus for found in every), "GPU"),
        )
    )


def at_once(amount: Amount) -> str:
    """`all at once`, or how much of a gang has to be placed at the same time."""
    if amount.pods_at_once == amount.pods:
        return "all at once"
    return f"{counted(amount.pods_at_once, 'pod')}, {counted(amount.gpus_at_once, 'GPU')} at once"


def domains(constraint: Constraint | None) -> str:
    """`one rack`, `one block, one rack if possible`; nothing without a constraint."""
    if constraint is None:
        return ""
    parts: list[str] = []
    if constraint.required:
        parts.append(f"one {constraint.required_domain}")
    if constraint.preferred:
        parts.append(f"one {constraint.preferred_domain} if possible")
    return ", ".join(parts)


def places(phase: PhasePart) -> list[str]:
    """What has to be placed in which domain: `each copy in one rack`, `each clique worker in one host`."""
    found: list[str] = []
    if phase.constraint:
        what = "each copy of its group" if phase.whole_group else "each copy"
        found.append(f"{what} in {domains(phase.constraint)}")
    names_of: dict[str, dict[str, int]] = {}
    for full, name in {pod.clique: clique_name(pod) for copy in phase.copies for pod in copy.pods}.items():
        if full in phase.clique_constraints:
            names = names_of.setdefault(domains(phase.clique_constraints[full]), {})
            names[name] = names.get(name, 0) + 1
    for where, names in names_of.items():
        each = "each " * any(number > 1 for number in names.values())
        found.append(f"{each}clique {spelled(list(names), 3)} in {where}")
    return found


def copies(phase: PhasePart) -> list[tuple[str, str]]:
    """How many copies of which shape, for each kind: `3 copies`, `leader + 1 worker`."""
    by_kind: dict[Hashable, list[Copy]] = {}
    for copy in phase.copies:
        by_kind.setdefault(copy_kind(phase, copy), []).append(copy)
    kinds = list(by_kind.values())
    gpus = [sum(pod.gpus for pod in found[0].pods) for found in kinds]
    by_gpus = len({(len(found[0].pods), number) for found, number in zip(kinds, gpus, strict=True)}) > len(
        {len(found[0].pods) for found in kinds}
    )
    shapes: list[tuple[str, str]] = []
    for found, number in zip(kinds, gpus, strict=True):
        words = [_shape(found[0])]
        words += [counted(number, "GPU")] * by_gpus
        borrowed = list(dict.fromkeys(name for pod in found[0].pods if (name := _borrowed(pod))))
        words += [f"with the pod template of {spelled(borrowed, 3)}"] if borrowed and len(kinds) > 1 else []
        shapes.append((counted(len(found), "copy", "copies"), ", ".join(words)))
    return shapes


def _shape(copy: Copy) -> str:
    pods = len(copy.pods)
    return "1 pod" if pods == 1 else f"leader + {counted(pods - 1, 'worker')}"


def spelled(names: Sequence[str], most: int) -> str:
    """Names joined, the middle of a long list left out."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} … {names[-1]}"
