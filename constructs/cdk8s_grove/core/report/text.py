"""A plan as text: what a person sees at a glance, 80 columns where names allow it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cdk8s_grove.core.facts import defaults, env
from cdk8s_grove.core.plan.model import Plan, SetPlan
from cdk8s_grove.core.report.shape import (
    Copy,
    GangPart,
    PhasePart,
    UnitPart,
    copy_shape,
    counted,
    domains,
    spelled,
    units,
)
from cdk8s_grove.core.spec import Override

Piece = tuple[str, str]
"""Some text and its style: empty, `head`, `name`, `bad` or `dim`."""
Line = list[Piece]

_MOST: Final = 4
"""Alike things shown one by one; of more, two and how many there are."""
_SHOWN: Final = 2


def plan_as_text(plan: Plan, *, full: bool) -> Iterator[Line]:
    """The plan's lines.

    Args:
        plan: What to show.
        full: Every unit, copy and rank, and what else there is; else what is alike is told once.
    """
    for found in plan.sets:
        yield from _Set(found, full).lines()
    total = [found.totals for found in plan.sets]
    numbers = (
        counted(sum(t.units for t in total), "unit"),
        counted(sum(t.gangs for t in total), "gang"),
        counted(sum(t.pods for t in total), "pod"),
        counted(sum(t.gpus for t in total), "GPU"),
    )
    which = f"{counted(len(plan.sets), 'set')}, " if len(plan.sets) > 1 else ""
    said: Line = [("Plan: ", "head"), (f"{which}{', '.join(numbers)}.", "")]
    yield [*said, (f" Modelled on Grove {plan.target.grove}, KAI {plan.target.kai}.", "dim")]
    if plan.passed_by:
        kinds = ", ".join(f"{number} {kind}" for kind, number in plan.passed_by.items())
        yield [(f"Passed by: {kinds}.", "dim")]


@dataclass(frozen=True, slots=True)
class _Set:
    plan: SetPlan
    full: bool

    def lines(self) -> Iterator[Line]:
        plan = self.plan
        head: Line = [(plan.name, "head"), (f"  PodCliqueSet {plan.namespace}/{plan.name}", "")]
        if plan.scheduler == env.KAI_SCHEDULER:
            queue = " < ".join((plan.queue or "none", *plan.queue_parents))
            head.append((f"  queue {queue}", "" if plan.queue else "bad"))
        else:
            head.append((f"  scheduler {plan.scheduler}", ""))
        yield [*head, (f"  {counted(plan.totals.units, 'unit')}", "")]
        for failure in plan.failures:
            lost = f" ({counted(failure.pods_lost, 'pod')} never made)" if failure.pods_lost else ""
            yield [("  would fail  ", "bad"), (f"{failure.kind}, {failure.path}{lost}", "")]
            yield [(f"    {failure.why}", "")]
        yield from self._units()
        yield from self._more()
        yield from (_override(override) for override in plan.overrides)
        yield from ([("  note  ", "dim"), (note, "")] for note in plan.notes)

    def _units(self) -> Iterator[Line]:
        total = self.plan.totals.units
        shown = units(self.plan, most=None if self.full else 1)
        for unit in shown:
            yield from self._unit(unit)
        gangs = [gang.name for gang in self.plan.pod_gangs if gang.base is None][len(shown) :]
        if len(gangs) <= _MOST:
            for index, gang in enumerate(gangs, len(shown)):
                yield [(f"  unit {index}  same shape, gang ", ""), (gang, "name")]
        else:
            yield [
                (f"  units {len(shown)} to {total - 1}  same shape, gangs ", ""),
                (f"{gangs[0]} to {gangs[-1]}", "name"),
            ]

    def _unit(self, unit: UnitPart) -> Iterator[Line]:
        yield from self._gang(f"  unit {unit.index}  ", unit.base)
        scaled = unit.scaled if self.full or len(unit.scaled) <= _MOST else unit.scaled[:_SHOWN]
        for part in scaled:
            yield from self._gang("  then  ", part)
        if len(scaled) < len(unit.scaled):
            rest = len(unit.scaled) - len(scaled)
            yield [(f"    ({counted(rest, 'more gang')} alike, to {unit.scaled[-1].gang.name})", "dim")]

    def _gang(self, label: str, part: GangPart) -> Iterator[Line]:
        amount = part.amount
        line: Line = [(f"{label}gang ", ""), (part.gang.name, "name")]
        line.append((f"  {counted(amount.pods, 'pod')}  {counted(amount.gpus, 'GPU')}  ", ""))
        if amount.pods_at_once == amount.pods:
            line.append(("all at once", "head"))
        else:
            at_once = f"{counted(amount.pods_at_once, 'pod')}, {counted(amount.gpus_at_once, 'GPU')} at once"
            line.append((at_once, "head"))
        if part.gang.base:
            line.append((f"  after {part.gang.base}", ""))
        if part.gang.constraint:
            line.append((f"  in {domains(part.gang.constraint)}", ""))
        yield line
        for phase in part.phases:
            yield from self._phase(phase)

    def _phase(self, phase: PhasePart) -> Iterator[Line]:
        copies = counted(len(phase.copies), "copy", "copies")
        line: Line = [("    ", ""), (phase.name, "head"), (f"  {copies} x ({copy_shape(phase)})", "")]
        line.append((f"  {counted(phase.gpus, 'GPU')}", ""))
        if phase.constraint:
            line.append((f"  each copy in {domains(phase.constraint)}", ""))
        yield line
        shown = phase.copies if self.full or len(phase.copies) <= _MOST else phase.copies[:_SHOWN]
        for copy in shown:
            yield from self._copy(copy)
        if len(shown) < len(phase.copies):
            yield [(f"      ({counted(len(phase.copies) - len(shown), 'more copy', 'more copies')} alike)", "dim")]

    def _copy(self, copy: Copy) -> Iterator[Line]:
        yield [("      leader  ", ""), (copy.pods[0].fqdn, "name")]
        shown = copy.pods if self.full or len(copy.pods) <= _MOST else copy.pods[:_SHOWN]
        for pod in shown:
            yield [(f"      rank {pod.rank}  {pod.hostname}", "")]
        if len(shown) < len(copy.pods):
            last = copy.pods[-1]
            rest = counted(len(copy.pods) - len(shown), "more rank")
            yield [(f"      ({rest} alike, to rank {last.rank}  {last.hostname})", "dim")]

    def _more(self) -> Iterator[Line]:
        plan = self.plan
        if plan.startup:
            kind = plan.startup_type.removeprefix("CliqueStartupType")
            waits = (f"{wait.clique} after {', '.join(wait.after)}" for wait in plan.startup)
            yield [(f"  starts {kind}: {'; '.join(waits)}", "")]
        elif self.full and plan.startup_type == defaults.ANY_ORDER:
            yield [("  starts in any order", "")]
        for autoscaler in plan.autoscalers if self.full else plan.autoscalers[:_SHOWN]:
            span = f"{autoscaler.min_replicas} to {autoscaler.max_replicas}"
            yield [(f"  autoscaler  {autoscaler.name}  {span}, made by Grove", "")]
        if plan.resource_claims:
            names = plan.resource_claims
            yield [(f"  shared claims  {', '.join(names) if self.full else spelled(names, _MOST)}", "")]
        shown = plan.scale_targets if self.full else plan.scale_targets[:_MOST]
        for target in shown:
            yield [(f"  scale  {target.kind}/{target.name} by {target.counts}", "" if self.full else "dim")]
            if self.full and target.selector:
                yield [(f"    selector {target.selector}", "dim")]
        if len(shown) < len(plan.scale_targets):
            yield [(f"    ({len(plan.scale_targets) - len(shown):,} more, with --full)", "dim")]


def _override(override: Override) -> Line:
    return [("  override  ", ""), (f"{override.path} {override.value}  {override.reason!r}", "")]
