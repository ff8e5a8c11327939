"""A plan as a Mermaid flowchart, for a README or a ticket."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Sequence
from typing import Final, TypeVar

from cdk8s_grove.core.plan.model import Plan, SetPlan
from cdk8s_grove.core.report.characters import in_mermaid
from cdk8s_grove.core.report.shape import (
    Copy,
    GangPart,
    PhasePart,
    UnitPart,
    chosen,
    copies,
    copy_kind,
    counted,
    domains,
    gang_kind,
    left_out,
    places,
    unit_kind,
    units,
)

_Item = TypeVar("_Item")
_MOST: Final = 6
"""Copies of a phase, and scaled gangs of a unit, that are shown."""


def plan_as_mermaid(plan: Plan, *, full: bool = False) -> Iterator[str]:
    """The flowchart, in pieces of whole lines.

    Args:
        plan: What to show.
        full: Every unit, gang and copy; else one unit of each kind, and of many gangs and copies six, where
            those that differ come first.
    """
    yield "flowchart LR\n"
    for number, found in enumerate(plan.sets):
        yield from (f"  {line}\n" for line in _Set(found, f"s{number}", full).lines())


class _Set:
    def __init__(self, plan: SetPlan, name: str, full: bool) -> None:  # noqa: FBT001
        self._plan, self._name, self._full = plan, name, full

    def lines(self) -> Iterator[str]:
        plan = self._plan
        yield f"subgraph {self._name}[{_quoted(f'{plan.namespace}/{plan.name}')}]"
        every = units(plan)
        kinds = [unit_kind(unit) for unit in every]
        shown, more = self._chosen(every, kinds, "unit", most=min(len(set(kinds)), _MOST))
        for unit in shown:
            yield from (f"  {line}" for line in self._unit(unit, f"{self._name}_u{unit.index}"))
        yield from _more(more, f"{self._name}_more")
        yield "end"

    def _unit(self, unit: UnitPart, name: str) -> Iterator[str]:
        yield f"subgraph {name}[{_quoted(f'unit {unit.index}')}]"
        kinds = [gang_kind(part) for part in unit.scaled]
        shown, more = self._chosen(unit.scaled, kinds, "gang")
        parts = (unit.base, *shown)
        for index, part in enumerate(parts):
            yield from (f"  {line}" for line in self._gang(part, f"{name}_g{index}"))
        yield from _more(more, f"{name}_more")
        for index in range(1, len(parts)):
            yield f"  {name}_g0 -.->|then| {name}_g{index}"
        if more:
            yield f"  {name}_g0 -.->|then| {name}_more"
        yield "end"

    def _chosen(
        self, items: Sequence[_Item], kinds: Sequence[Hashable], noun: str, plural: str = "", *, most: int = _MOST
    ) -> tuple[list[_Item], str]:
        """What to show, and how to say what is left out."""
        room = sys.maxsize if self._full else most
        shown, rest, alike = chosen(items, kinds, [1] * len(items), room)
        return [item for item, _ in shown], left_out(rest, noun, plural, alike=alike) if rest else ""

    def _gang(self, part: GangPart, name: str) -> Iterator[str]:
        amount = part.amount
        title = f"gang {part.gang.name}: {counted(amount.pods, 'pod')}, {counted(amount.gpus, 'GPU')}"
        where = f", in {domains(part.gang.constraint)}" if part.gang.constraint else ""
        yield f"subgraph {name}[{_quoted(title + where)}]"
        for index, phase in enumerate(part.phases):
            yield from (f"  {line}" for line in self._phase(phase, f"{name}_p{index}"))
        yield "end"

    def _phase(self, phase: PhasePart, name: str) -> Iterator[str]:
        shapes = ", ".join(f"{number} of {shape}" for number, shape in copies(phase))
        yield f"subgraph {name}[{_quoted('; '.join((f'{phase.name}: {shapes}', *places(phase))))}]"
        shown, more = self._chosen(phase.copies, [copy_kind(phase, c) for c in phase.copies], "copy", "copies")
        for copy in shown:
            yield f"  {name}_c{copy.index}[{_copy(copy)}]"
        yield from _more(more, f"{name}_more")
        yield "end"


def _copy(copy: Copy) -> str:
    gpus = sum(pod.gpus for pod in copy.pods)
    text = f"{counted(len(copy.pods), 'pod')}, {counted(gpus, 'GPU')}"
    return _quoted(f"copy {copy.index}: {copy.pods[0].hostname}", text)


def _more(text: str, name: str) -> Iterator[str]:
    if text:
        yield f"  {name}[{_quoted(text)}]"


def _quoted(*lines: str) -> str:
    """A label."""
    return f'"{"<br/>".join(map(in_mermaid, lines))}"'
