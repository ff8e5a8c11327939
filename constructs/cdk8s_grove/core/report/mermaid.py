"""A plan as a Mermaid flowchart, for a README or a ticket."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.plan.model import Plan, SetPlan
from cdk8s_grove.core.report.shape import (
    GangPart,
    PhasePart,
    copy_shape,
    counted,
    domains,
    units,
)

_COPIES = 6


def plan_as_mermaid(plan: Plan, *, full: bool = False) -> Iterator[str]:
    """The flowchart, in pieces of whole lines.

    Args:
        plan: What to show.
        full: Every unit and copy; else the first unit, and of many copies the first six.
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
        for unit in units(plan, most=None if self._full else 1):
            name = f"{self._name}_u{unit.index}"
            yield f"  subgraph {name}[{_quoted(f'unit {unit.index}')}]"
            for index, part in enumerate((unit.base, *unit.scaled)):
                yield from (f"    {line}" for line in self._gang(part, f"{name}_g{index}"))
            for index in range(1, len(unit.scaled) + 1):
                yield f"    {name}_g0 -.->|then| {name}_g{index}"
            yield "  end"
        rest = plan.totals.units - (plan.totals.units if self._full else min(1, plan.totals.units))
        if rest:
            more = counted(rest, "more unit")
            yield f"  {self._name}_more[{_quoted(f'{more} alike')}]"
        yield "end"

    def _gang(self, part: GangPart, name: str) -> Iterator[str]:
        amount = part.amount
        title = f"gang {part.gang.name}: {counted(amount.pods, 'pod')}, {counted(amount.gpus, 'GPU')}"
        where = f", in {domains(part.gang.constraint)}" if part.gang.constraint else ""
        yield f"subgraph {name}[{_quoted(title + where)}]"
        for index, phase in enumerate(part.phases):
            yield from (f"  {line}" for line in self._phase(phase, f"{name}_p{index}"))
        yield "end"

    def _phase(self, phase: PhasePart, name: str) -> Iterator[str]:
        where = f", each in {domains(phase.constraint)}" if phase.constraint else ""
        title = f"{phase.name}: {counted(len(phase.copies), 'copy', 'copies')} of {copy_shape(phase)}{where}"
        yield f"subgraph {name}[{_quoted(title)}]"
        shown = phase.copies if self._full or len(phase.copies) <= _COPIES else phase.copies[:_COPIES]
        for copy in shown:
            leader = copy.pods[0]
            gpus = sum(pod.gpus for pod in copy.pods)
            text = f"copy {copy.index}: {leader.hostname}<br/>{counted(len(copy.pods), 'pod')}, {counted(gpus, 'GPU')}"
            yield f"  {name}_c{copy.index}[{_quoted(text)}]"
        if len(shown) < len(phase.copies):
            rest = counted(len(phase.copies) - len(shown), "more copy", "more copies")
            yield f"  {name}_more[{_quoted(f'{rest} alike')}]"
        yield "end"


def _quoted(text: str) -> str:
    """A label; Mermaid's own escapes for what would end it."""
    return '"' + text.replace("#", "#35;").replace('"', "#quot;") + '"'
