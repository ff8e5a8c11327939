"""A plan as text: what a person sees at a glance, 80 columns where names allow it."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cdk8s_grove.core.facts import defaults, env
from cdk8s_grove.core.plan.model import Plan, SetPlan
from cdk8s_grove.core.report.shape import (
    Copy,
    GangPart,
    PhasePart,
    UnitPart,
    at_once,
    copies,
    copy_kind,
    counted,
    domains,
    folded,
    gang_kind,
    left_out,
    places,
    size,
    spelled,
    unit_kind,
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
    which = f"{counted(len(plan.sets), 'set')}, " if len(plan.sets) > 1 else ""
    said: Line = [("Plan: ", "head"), (f"{which}{size(found.totals for found in plan.sets)}.", "")]
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
        first: dict[Hashable, int] = {}
        alike: list[UnitPart] = []
        like = 0
        for unit in units(self.plan):
            found = first.setdefault(unit_kind(unit), unit.index)
            own = self.full or found == unit.index
            if own or found != like:
                yield from _same_shape(alike, like, several=len(first) > 1)
                alike, like = [], found
            if own:
                yield from self._unit(unit)
            else:
                alike.append(unit)
        yield from _same_shape(alike, like, several=len(first) > 1)

    def _unit(self, unit: UnitPart) -> Iterator[Line]:
        yield from self._gang(f"  unit {unit.index}  ", unit.base)
        kinds = [gang_kind(part) for part in unit.scaled]
        for shown, rest in folded(unit.scaled, kinds, most=self._most(), shown=_SHOWN):
            for part in shown:
                yield from self._gang("  then  ", part)
            if rest:
                yield [(f"    ({left_out(len(rest), 'gang')}, to {rest[-1].gang.name})", "dim")]

    def _most(self) -> int:
        return sys.maxsize if self.full else _MOST

    def _gang(self, label: str, part: GangPart) -> Iterator[Line]:
        amount = part.amount
        line: Line = [(f"{label}gang ", ""), (part.gang.name, "name")]
        line.append((f"  {counted(amount.pods, 'pod')}  {counted(amount.gpus, 'GPU')}  ", ""))
        line.append((at_once(amount), "head"))
        if part.gang.base:
            line.append((f"  after {part.gang.base}", ""))
        if part.gang.constraint:
            line.append((f"  in {domains(part.gang.constraint)}", ""))
        yield line
        for phase in part.phases:
            yield from self._phase(phase)

    def _phase(self, phase: PhasePart) -> Iterator[Line]:
        shapes = ", ".join(f"{number} x ({shape})" for number, shape in copies(phase))
        line: Line = [("    ", ""), (phase.name, "head"), (f"  {shapes}  {counted(phase.gpus, 'GPU')}", "")]
        line += [(f"  {place}", "") for place in places(phase)]
        yield line
        kinds = [copy_kind(phase, copy) for copy in phase.copies]
        for shown, rest in folded(phase.copies, kinds, most=self._most(), shown=_SHOWN):
            for copy in shown:
                yield from self._copy(copy)
            if rest:
                yield [(f"      ({left_out(len(rest), 'copy', 'copies')})", "dim")]

    def _copy(self, copy: Copy) -> Iterator[Line]:
        yield [("      leader  ", ""), (copy.pods[0].fqdn, "name")]
        cliques = [pod.clique for pod in copy.pods]
        for shown, rest in folded(copy.pods, cliques, most=self._most(), shown=_SHOWN):
            for pod in shown:
                yield [(f"      rank {pod.rank}  {pod.hostname}", "")]
            if rest:
                last = rest[-1]
                yield [(f"      ({left_out(len(rest), 'rank')}, to rank {last.rank}  {last.hostname})", "dim")]

    def _more(self) -> Iterator[Line]:
        plan = self.plan
        if plan.startup:
            kind = plan.startup_type.removeprefix("CliqueStartupType")
            waits = (f"{wait.clique} after {', '.join(wait.after)}" for wait in plan.startup)
            yield [(f"  starts {kind}: {'; '.join(waits)}", "")]
        elif self.full and plan.startup_type == defaults.ANY_ORDER:
            yield [("  starts in any order", "")]
        autoscalers = plan.autoscalers if self.full else plan.autoscalers[:_MOST]
        for autoscaler in autoscalers:
            span = f"{autoscaler.min_replicas} to {autoscaler.max_replicas}"
            yield [(f"  autoscaler  {autoscaler.name}  {span}, made by Grove", "")]
        yield from _with_full(len(plan.autoscalers) - len(autoscalers))
        if plan.resource_claims:
            names = plan.resource_claims
            yield [(f"  shared claims  {', '.join(names) if self.full else spelled(names, _MOST)}", "")]
        shown = plan.scale_targets if self.full else plan.scale_targets[:_MOST]
        for target in shown:
            yield [(f"  scale  {target.kind}/{target.name} by {target.counts}", "" if self.full else "dim")]
            if self.full and target.selector:
                yield [(f"    selector {target.selector}", "dim")]
        yield from _with_full(len(plan.scale_targets) - len(shown))


def _same_shape(alike: Sequence[UnitPart], like: int, *, several: bool) -> Iterator[Line]:
    """Units that follow each other and are like one that is shown."""
    shape = f"same shape as unit {like}" if several else "same shape"
    if len(alike) > _MOST:
        first, last = alike[0], alike[-1]
        line: Line = [(f"  units {first.index} to {last.index}  {shape}, gangs ", "")]
        yield [*line, (f"{first.base.gang.name} to {last.base.gang.name}", "name")]
        return
    for unit in alike:
        yield [(f"  unit {unit.index}  {shape}, gang ", ""), (unit.base.gang.name, "name")]


def _with_full(rest: int) -> Iterator[Line]:
    if rest:
        yield [(f"    ({rest:,} more, with --full)", "dim")]


def _override(override: Override) -> Line:
    return [("  override  ", ""), (f"{override.path} {override.value}  {override.reason!r}", "")]
