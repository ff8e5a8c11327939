"""Boxes in boxes, for a picture: sizes from the inside out, no drawing yet.

Lengths are in CSS pixels. A pod's tile is as wide as it has GPUs, so areas compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cdk8s_grove.core.plan.model import Pod, SetPlan
from cdk8s_grove.core.report.shape import (
    Copy,
    GangPart,
    PhasePart,
    UnitPart,
    copy_shape,
    counted,
    domains,
    units,
)

WIDTH: Final = 1160
PAD: Final = 10
COPY_PAD: Final = 4
TITLE: Final = 22
CHARACTER: Final = 6.9
"""Width of a character of a title, at most; titles are in 12 pixels of a sans serif."""
MOST_PODS: Final = 600
"""Pods drawn one by one; units and copies beyond are told in words."""
_FEW_COPIES: Final = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """How large things are.

    Attributes:
        per_gpu: Width of one GPU.
        narrowest: The least width of a tile.
        height: A tile's height.
        lines: Lines of text on it; 0 for the rank's number alone. Titles are whole where it is 2.
        abreast: How many units stand side by side, if they have the room.
        pad: Space inside a box.
        gap: Space between boxes.
    """

    per_gpu: float
    narrowest: float
    height: float
    lines: int
    abreast: int
    pad: float
    gap: float


_SCALES: Final = (
    (24, Scale(17, 120, 44, 2, 1, PAD, 8)),
    (150, Scale(8, 56, 24, 1, 2, 8, 6)),
    (MOST_PODS, Scale(4, 26, 18, 0, 3, 5, 4)),
)


@dataclass(slots=True)
class Box:
    """A rectangle, and those in it.

    Attributes:
        kind: `unit`, `gang`, `scaled gang`, `phase`, `copy`, `pod` or `more`.
        title: Text in its head.
        width: Outer width.
        height: Outer height.
        inner: Boxes in it, and where: x and y from its own corner.
        pod: The pod, of a tile.
        lines: What stands on a tile.
        pad: Space between its edge and what is in it.
    """

    kind: str
    title: str
    width: float
    height: float
    inner: list[tuple[float, float, Box]] = field(default_factory=list["tuple[float, float, Box]"])
    pod: Pod | None = None
    lines: tuple[str, ...] = ()
    pad: float = 0


def picture(plan: SetPlan, *, full: bool) -> Box:
    """The whole set as one box.

    Args:
        plan: The set.
        full: Draw every pod, however many.
    """
    shown = units(plan, most=None if full else _units_shown(plan))
    pods = sum(amount.pods for amount in plan.totals.per_gang[:1]) * max(len(shown), 1)
    scale = next((scale for most, scale in _SCALES if pods <= most), _SCALES[-1][1])
    room = (WIDTH - 2 * PAD) / scale.abreast - scale.gap
    boxes = [_Packer(scale, full).unit(unit, room) for unit in shown]
    rest = plan.totals.units - len(shown)
    if rest:
        boxes.append(_words(counted(rest, "more unit") + " alike"))
    return _framed("set", "", boxes, WIDTH, gap=scale.gap, pad=PAD)


def _units_shown(plan: SetPlan) -> int:
    per_unit = plan.totals.pods // plan.totals.units if plan.totals.units else 1
    return max(1, MOST_PODS // max(per_unit, 1))


@dataclass(frozen=True, slots=True)
class _Packer:
    scale: Scale
    full: bool

    def unit(self, unit: UnitPart, room: float) -> Box:
        inside = room - 2 * self.scale.pad
        gangs = [self._gang(part, inside) for part in (unit.base, *unit.scaled)]
        return self._framed("unit", f"unit {unit.index}", gangs, room)

    def _gang(self, part: GangPart, room: float) -> Box:
        amount, gang = part.amount, part.gang
        at_once = "all at once"
        if amount.pods_at_once != amount.pods:
            at_once = f"{counted(amount.pods_at_once, 'pod')} at once"
        facts = [gang.name, counted(amount.gpus, "GPU"), at_once]
        if self.scale.lines == 2:
            facts = [f"gang {gang.name}", counted(amount.pods, "pod"), *facts[1:]]
            facts += [f"after {gang.base}"] if gang.base else []
        if gang.constraint:
            facts.append(f"in {domains(gang.constraint)}")
        phases = [self._phase(phase, room - 2 * self.scale.pad) for phase in part.phases]
        kind = "scaled gang" if gang.base else "gang"
        return self._framed(kind, " · ".join(facts), phases, room)

    def _phase(self, phase: PhasePart, room: float) -> Box:
        facts = [phase.name]
        if self.scale.lines == 2:
            facts.append(f"{counted(len(phase.copies), 'copy', 'copies')} of {copy_shape(phase)}")
        if phase.constraint:
            facts.append(f"each in {domains(phase.constraint)}")
        pods = sum(len(copy.pods) for copy in phase.copies)
        shown = phase.copies if self.full or pods <= MOST_PODS else phase.copies[:_FEW_COPIES]
        copies = [self._copy(copy, room - 2 * self.scale.pad) for copy in shown]
        if len(shown) < len(phase.copies):
            copies.append(_words(counted(len(phase.copies) - len(shown), "more copy", "more copies") + " alike"))
        return self._framed("phase", " · ".join(facts), copies, room)

    def _copy(self, copy: Copy, room: float) -> Box:
        tiles = [self._tile(pod) for pod in copy.pods]
        title = f"copy {copy.index}" if self.scale.lines else ""
        return _framed("copy", title, tiles, room, gap=3, pad=COPY_PAD)

    def _tile(self, pod: Pod) -> Box:
        scale = self.scale
        lines = [f"rank {pod.rank}" if scale.lines else str(pod.rank)]
        if scale.lines == 2:
            lines.append(f"{pod.template} · {counted(pod.gpus, 'GPU')}")
        width = max(scale.narrowest, pod.gpus * scale.per_gpu, max(map(len, lines)) * CHARACTER + 8)
        return Box("pod", "", width, scale.height, pod=pod, lines=tuple(lines))

    def _framed(self, kind: str, title: str, boxes: Sequence[Box], room: float) -> Box:
        return _framed(kind, title, boxes, room, gap=self.scale.gap, pad=self.scale.pad)


def _words(text: str) -> Box:
    return Box("more", text, len(text) * CHARACTER + 8, TITLE)


def _framed(kind: str, title: str, boxes: Sequence[Box], room: float, *, gap: float, pad: float) -> Box:
    """A box around others, which follow each other in lines no longer than the room."""
    x = y = 0.0
    line = widest = 0.0
    inner: list[tuple[float, float, Box]] = []
    head = pad + (TITLE if title else 0)
    for box in boxes:
        if x and x + box.width > room - 2 * pad:
            x, y, line = 0.0, y + line + gap, 0.0
        inner.append((pad + x, head + y, box))
        widest = max(widest, x + box.width)
        x, line = x + box.width + gap, max(line, box.height)
    width = max(widest, len(title) * CHARACTER) + 2 * pad
    return Box(kind, title, width, head + y + line + pad, inner, pad=pad)
