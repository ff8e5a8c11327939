"""Boxes in boxes, for a picture: sizes from the inside out, no drawing yet. Lengths are in CSS pixels."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cdk8s_grove.core.plan.model import Pod, SetPlan
from cdk8s_grove.core.report.lettering import ELLIPSIS, width, wrapped
from cdk8s_grove.core.report.scale import MOST_PODS, WIDTH, Scale, scale_for
from cdk8s_grove.core.report.shape import (
    Copy,
    GangPart,
    PhasePart,
    UnitPart,
    at_once,
    chosen,
    copies,
    copy_kind,
    counted,
    domains,
    gang_kind,
    left_out,
    places,
    shares,
    unit_kind,
    units,
)

PAD: Final = 10
COPY_PAD: Final = 4
TITLE: Final = 12.5
"""Size of the letters of a title, with a little more for bold ones."""
TITLE_LINE: Final = 15
_UNDER_TITLE: Final = 7
_MOST_TITLE_LINES: Final = 4


@dataclass(slots=True)
class Box:
    """A rectangle, and those in it.

    Attributes:
        kind: `set`, `unit`, `gang`, `scaled gang`, `phase`, `copy`, `pod` or `more`.
        title: The lines in its head.
        width: Outer width.
        height: Outer height.
        inner: Boxes in it, and where: x and y from its own corner.
        pod: The pod, of a tile.
        lines: What stands on a tile.
        pad: Space between its edge and what is in it.
        whole: The title, if its lines are not all of it.
    """

    kind: str
    title: tuple[str, ...]
    width: float
    height: float
    inner: list[tuple[float, float, Box]] = field(default_factory=list["tuple[float, float, Box]"])
    pod: Pod | None = None
    lines: tuple[str, ...] = ()
    pad: float = 0
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Sets, drawn to one scale.

    Attributes:
        boxes: One a set.
        scale: The scale.
    """

    boxes: tuple[Box, ...]
    scale: Scale


def picture(sets: Sequence[SetPlan], *, full: bool) -> Picture:
    """Sets as boxes.

    Args:
        sets: The sets.
        full: Draw every pod; else as many as a picture holds, shared out fairly from the sets down to the copies.
    """
    sizes = [max(found.totals.pods, 1) for found in sets]
    room = shares(sizes, sys.maxsize if full else MOST_PODS)
    scale = scale_for((pod for found in sets for pod in found.pods), sum(room))
    packer = _Packer(scale)
    return Picture(tuple(packer.set(found, share) for found, share in zip(sets, room, strict=True)), scale)


@dataclass(frozen=True, slots=True)
class _Packer:
    """Packs what there is room for. Where a method has `most`, it is how many pods may be drawn."""

    scale: Scale

    def set(self, plan: SetPlan, most: int) -> Box:
        level = self.scale.level
        every = units(plan)
        shown, rest, alike = chosen(every, [unit_kind(unit) for unit in every], _sizes(every), most)
        room = (WIDTH - 2 * PAD) / max(min(level.abreast, len(shown)), 1) - level.gap
        boxes = [self._unit(unit, share, room) for unit, share in shown]
        boxes += _rest(rest, "unit", alike=alike, some=bool(boxes))
        return _framed("set", "", boxes, WIDTH, gap=level.gap, pad=PAD, title_room=0)

    def _unit(self, unit: UnitPart, most: int, room: float) -> Box:
        level = self.scale.level
        inside = room - 2 * level.pad
        parts = (unit.base, *unit.scaled)
        # The base gang comes first, and it is like no other.
        kinds: list[Hashable] = [None, *(gang_kind(part) for part in unit.scaled)]
        shown, rest, alike = chosen(parts, kinds, _sizes(parts), most)
        gangs = [self._gang(part, share, inside) for part, share in shown]
        gangs += _rest(rest, "gang", alike=alike)
        return self._framed("unit", f"unit {unit.index}", gangs, room)

    def _gang(self, part: GangPart, most: int, room: float) -> Box:
        amount, gang = part.amount, part.gang
        facts = [gang.name, counted(amount.gpus, "GPU"), at_once(amount)]
        if self._roomy:
            facts = [f"gang {gang.name}", counted(amount.pods, "pod"), *facts[1:]]
            facts += [f"after {gang.base}"] if gang.base else []
        if gang.constraint:
            facts.append(f"in {domains(gang.constraint)}")
        inside = room - 2 * self.scale.level.pad
        room_of = shares(_sizes(part.phases), most)
        phases = [self._phase(phase, share, inside) for phase, share in zip(part.phases, room_of, strict=True)]
        return self._framed("scaled gang" if gang.base else "gang", " · ".join(facts), phases, room)

    def _phase(self, phase: PhasePart, most: int, room: float) -> Box:
        shapes = copies(phase)
        facts = [phase.name]
        if self._roomy or len(shapes) > 1:
            facts.append(", ".join(f"{number} of {shape}" for number, shape in shapes))
        facts += places(phase)
        kinds = [copy_kind(phase, copy) for copy in phase.copies]
        shown, rest, alike = chosen(phase.copies, kinds, [max(len(copy.pods), 1) for copy in phase.copies], most)
        inside = room - 2 * self.scale.level.pad
        boxes = [self._copy(copy, share, inside) for copy, share in shown]
        boxes += _rest(rest, "copy", "copies", alike=alike, some=bool(boxes))
        return self._framed("phase", " · ".join(facts), boxes, room)

    def _copy(self, copy: Copy, most: int, room: float) -> Box:
        tiles = [self._tile(pod) for pod in copy.pods[:most]]
        tiles += _rest(len(copy.pods) - len(tiles), "rank", alike=False)
        title = f"copy {copy.index}" if self.scale.level.lines > 1 else ""
        return _framed("copy", title, tiles, room, gap=3, pad=COPY_PAD, title_room=self.scale.level.title)

    def _tile(self, pod: Pod) -> Box:
        scale = self.scale
        return Box("pod", (), scale.width(pod), scale.height, pod=pod, lines=scale.lines(pod))

    @property
    def _roomy(self) -> bool:
        return self.scale.level.lines == 4

    def _framed(self, kind: str, title: str, boxes: Sequence[Box], room: float) -> Box:
        level = self.scale.level
        return _framed(kind, title, boxes, room, gap=level.gap, pad=level.pad, title_room=level.title)


def _sizes(parts: Sequence[UnitPart | GangPart | PhasePart]) -> list[int]:
    """The pods of each; one that is empty takes its place too."""
    return [max(part.pods, 1) for part in parts]


def _rest(number: int, noun: str, plural: str = "", *, alike: bool, some: bool = True) -> list[Box]:
    """What is left out, in words."""
    if not number:
        return []
    text = left_out(number, noun, plural, alike=alike) if some else f"{counted(number, noun, plural)}, not drawn"
    return [Box("more", (text,), width(text, TITLE) + 8, TITLE_LINE + _UNDER_TITLE)]


def _framed(
    kind: str, title: str, boxes: Sequence[Box], room: float, *, gap: float, pad: float, title_room: float
) -> Box:
    """A box around others, which follow each other in lines no longer than the room."""
    x = y = 0.0
    line = widest = 0.0
    inner: list[tuple[float, float, Box]] = []
    for box in boxes:
        if x and x + box.width > room - 2 * pad:
            x, y, line = 0.0, y + line + gap, 0.0
        inner.append((pad + x, y, box))
        widest = max(widest, x + box.width)
        x, line = x + box.width + gap, max(line, box.height)
    widest = max(widest, min(width(title, TITLE), title_room))
    titles = wrapped(title, widest, TITLE, _MOST_TITLE_LINES) if title else ()
    head = pad + (len(titles) * TITLE_LINE + _UNDER_TITLE if titles else 0)
    placed = [(inner_x, head + inner_y, box) for inner_x, inner_y, box in inner]
    whole = "" if (titles and not titles[-1].endswith(ELLIPSIS)) or not title else title
    return Box(kind, titles, widest + 2 * pad, head + y + line + pad, placed, pad=pad, whole=whole)
