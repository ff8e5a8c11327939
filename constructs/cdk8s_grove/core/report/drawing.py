"""A plan as SVG: units, gangs outlined, phases, copies, and pods as wide as they have GPUs; light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from cdk8s_grove.core.plan.model import Plan, Pod, SetPlan
from cdk8s_grove.core.report.boxes import PAD, TITLE, Box, picture
from cdk8s_grove.core.report.shape import counted

drawsvg: Any = import_module("drawsvg")  # it has no types

_PHASES: Final = ("prefill", "decode", "encode")
"""Phases with a colour of their own; others take the next."""
_COLOURS: Final = 6
_HEAD: Final = 30
_HEAD_CHARACTER: Final = 8.2


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture.

    Attributes:
        svg: The SVG element's text.
        pods: The pods in it; the n-th is the element `pod-n`.
    """

    svg: str
    pods: tuple[Pod, ...]


def plan_as_svg(plan: Plan, *, full: bool = False) -> str:
    """The picture of every set, one below the other, as a file of its own.

    Args:
        plan: What to show.
        full: Draw every pod; else units and copies beyond 600 pods a set are told in words.
    """
    return draw(plan.sets, full=full).svg


def draw(sets: Sequence[SetPlan], *, full: bool = False, first: int = 0, styled: bool = True) -> Drawn:
    """The picture of sets, one below the other.

    Args:
        sets: The sets.
        full: Draw every pod.
        first: Number of the first pod's element, where a page holds several pictures.
        styled: Carry the style along, for a file of its own.
    """
    wholes = [picture(plan, full=full) for plan in sets]
    headings = [_heading(plan) for plan in sets]
    width = max(*(whole.width for whole in wholes), *(len(h) * _HEAD_CHARACTER + 2 * PAD for h in headings))
    height = sum(_HEAD + whole.height for whole in wholes)
    drawing: Any = drawsvg.Drawing(width, height)
    if styled:
        drawing.append_css(style())
    drawing.append(drawsvg.Rectangle(0, 0, width, height, class_="ground"))
    pods: list[Pod] = []
    y = 0.0
    for plan, heading, whole in zip(sets, headings, wholes, strict=True):
        drawing.append(drawsvg.Text(heading, None, PAD, y + 20, class_="head"))
        artist = _Artist(_colours(plan), first + len(pods))
        drawing.append(artist.group(whole, 0, y + _HEAD))
        pods += artist.pods
        y += _HEAD + whole.height
    return Drawn(_element(drawing), tuple(pods))


def style() -> str:
    """The style sheet of the pictures."""
    return (files(__name__.rpartition(".")[0]) / "style.css").read_text(encoding="utf-8")


def _element(drawing: Any) -> str:  # noqa: ANN401
    text: str = drawing.as_svg(header="")
    return text.strip() + "\n"


def _heading(plan: SetPlan) -> str:
    totals = plan.totals
    numbers = (
        counted(totals.units, "unit"),
        counted(totals.gangs, "gang"),
        counted(totals.pods, "pod"),
        counted(totals.gpus, "GPU"),
    )
    queue = f" · queue {plan.queue}" if plan.queue else ""
    fails = " · would fail" if plan.failures else ""
    return f"{plan.namespace}/{plan.name} · {', '.join(numbers)}{queue}{fails}"


def _colours(plan: SetPlan) -> dict[str, int]:
    """A colour a phase: the known ones always the same."""
    names = list(dict.fromkeys(pod.phase for pod in plan.pods))
    colours = {name: _PHASES.index(name) for name in names if name in _PHASES}
    free: Iterator[int] = (n for n in range(len(_PHASES), _COLOURS) if n not in colours.values())
    for name in names:
        if name not in colours:
            colours[name] = next(free, _COLOURS - 1)
    return colours


class _Artist:
    """Draws boxes and numbers the pods. Nothing of the user's is put into an attribute."""

    def __init__(self, colours: dict[str, int], first: int) -> None:
        self._colours, self._first = colours, first
        self.pods: list[Pod] = []

    def group(self, box: Box, x: float, y: float) -> Any:  # noqa: ANN401
        if box.pod is not None:
            return self._tile(box, box.pod, x, y)
        if box.kind == "more":
            return drawsvg.Text(box.title, None, x, y + 15, class_="faint")
        group = drawsvg.Group(class_=box.kind)
        radius = 4 if box.kind == "copy" else 8
        group.append(drawsvg.Rectangle(x, y, box.width, box.height, rx=radius, class_="frame"))
        if box.title:
            group.append(drawsvg.Text(box.title, None, x + box.pad, y + TITLE - 6, class_="title"))
        for inner_x, inner_y, inner in box.inner:
            group.append(self.group(inner, x + inner_x, y + inner_y))
        return group

    def _tile(self, box: Box, pod: Pod, x: float, y: float) -> Any:  # noqa: ANN401
        number = self._first + len(self.pods)
        self.pods.append(pod)
        group = drawsvg.Group(id=f"pod-{number}", class_=f"pod p{self._colours[pod.phase]}")
        group.append_title(f"{pod.hostname}\nrank {pod.rank} of {pod.phase} copy {pod.copy}\n{pod.fqdn}")
        group.append(drawsvg.Rectangle(x, y, box.width, box.height, rx=3, class_="frame"))
        for index, line in enumerate(box.lines):
            height = box.height * (index + 1) / (len(box.lines) + 1)
            group.append(drawsvg.Text(line, None, x + box.width / 2, y + height))
        return group
