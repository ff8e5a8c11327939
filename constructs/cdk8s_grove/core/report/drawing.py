"""A plan as SVG: units, gangs outlined, phases, copies, and pods as wide as they have GPUs; light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

from cdk8s_grove.core.plan.model import Plan, Pod, SetPlan
from cdk8s_grove.core.report.boxes import PAD, TITLE_LINE, Box, picture
from cdk8s_grove.core.report.characters import as_xml
from cdk8s_grove.core.report.lettering import width, wrapped
from cdk8s_grove.core.report.scale import LINE, Scale
from cdk8s_grove.core.report.shape import counted, size

drawsvg: Any = import_module("drawsvg")  # it has no types

_PHASES: Final = ("prefill", "decode", "encode")
"""Phases with a colour of their own; others take the next."""
_COLOURS: Final = 6
_HEAD: Final = 15
"""Size of the letters of a heading, with a little more for bold ones."""
_HEAD_LINE: Final = 18
_HEAD_LINES: Final = 3
_KEY: Final = 22
"""Height of the line that says what the scale is."""
_LEAST_HEAD: Final = 560
"""Width a heading may take, though the picture under it is narrower."""


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
        full: Draw every pod; else 600 of them, and the rest is told in words.
    """
    return draw(plan.sets, full=full).svg


def draw(sets: Sequence[SetPlan], *, full: bool = False) -> Drawn:
    """The picture of sets, one below the other, as a file of its own.

    Args:
        sets: The sets.
        full: Draw every pod.
    """
    whole = picture(sets, full=full)
    return _drawn(list(zip(sets, whole.boxes, strict=True)), whole.scale, first=0, styled=True)


def draw_each(sets: Sequence[SetPlan], *, full: bool = False) -> Iterator[Drawn]:
    """The same as an element for each set, for a page that carries the style and numbers the pods throughout.

    Args:
        sets: The sets.
        full: Draw every pod.
    """
    whole = picture(sets, full=full)
    first = 0
    for plan, box in zip(sets, whole.boxes, strict=True):
        drawn = _drawn([(plan, box)], whole.scale, first=first, styled=False)
        first += len(drawn.pods)
        yield drawn


def _drawn(parts: Sequence[tuple[SetPlan, Box]], scale: Scale, *, first: int, styled: bool) -> Drawn:
    room = max(_LEAST_HEAD, *(box.width - 2 * PAD for _, box in parts))
    headings = [wrapped(_heading(plan), room, _HEAD, _HEAD_LINES) for plan, _ in parts]
    above = [len(heading) * _HEAD_LINE + _KEY + 8 for heading in headings]
    across = room + 2 * PAD
    down = sum(head + box.height for head, (_, box) in zip(above, parts, strict=True))
    drawing: Any = drawsvg.Drawing(across, down)
    if styled:
        drawing.append_css(style())
    drawing.append(drawsvg.Rectangle(0, 0, across, down, class_="ground"))
    pods: list[Pod] = []
    y = 0.0
    for heading, head, (plan, box) in zip(headings, above, parts, strict=True):
        for index, line in enumerate(heading):
            drawing.append(drawsvg.Text(line, None, PAD, y + 20 + index * _HEAD_LINE, class_="head"))
        drawing.append(_key(plan, scale, y + head - _KEY))
        artist = _Artist(_colours(plan), first + len(pods))
        drawing.append(artist.group(box, 0, y + head))
        pods += artist.pods
        y += head + box.height
    return Drawn(_element(drawing), tuple(pods))


def _key(plan: SetPlan, scale: Scale, y: float) -> Any:  # noqa: ANN401
    """What the scale is: a bar as wide as a GPU, or as so many that it can be seen."""
    group = drawsvg.Group(class_="key")
    said: list[tuple[str, float, str]] = []
    gpus = {pod.gpus for pod in plan.pods}
    if gpus - {0}:
        number = next(n for n in (10**exponent for exponent in range(12)) if n * scale.per_gpu >= 5)
        said.append(("bar", number * scale.per_gpu, counted(number, "GPU")))
    if 0 in gpus:
        said.append(("bar without", scale.without, "a pod without GPUs"))
    x = float(PAD)
    for kind, long, text in said:
        group.append(drawsvg.Rectangle(x, y + 3, long, 10, class_=kind))
        group.append(drawsvg.Text(text, None, x + long + 6, y + 12, class_="faint"))
        x += long + width(text, 12) + 20
    return group


def style() -> str:
    """The style sheet of the pictures."""
    return (files(__name__.rpartition(".")[0]) / "style.css").read_text(encoding="utf-8")


def _element(drawing: Any) -> str:  # noqa: ANN401
    text: str = drawing.as_svg(header="")
    return as_xml(text).strip() + "\n"


def _heading(plan: SetPlan) -> str:
    queue = f" · queue {plan.queue}" if plan.queue else ""
    fails = " · would fail" if plan.failures else ""
    return f"{plan.namespace}/{plan.name} · {size([plan.totals])}{queue}{fails}"


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
            return drawsvg.Text("".join(box.title), None, x, y + 15, class_="faint")
        group = drawsvg.Group(class_=box.kind)
        radius = 4 if box.kind == "copy" else 8
        group.append(drawsvg.Rectangle(x, y, box.width, box.height, rx=radius, class_="frame"))
        if box.whole:
            group.append_title(box.whole)
        for index, line in enumerate(box.title):
            group.append(drawsvg.Text(line, None, x + box.pad, y + TITLE_LINE * (index + 1) + 1, class_="title"))
        for inner_x, inner_y, inner in box.inner:
            group.append(self.group(inner, x + inner_x, y + inner_y))
        return group

    def _tile(self, box: Box, pod: Pod, x: float, y: float) -> Any:  # noqa: ANN401
        number = self._first + len(self.pods)
        self.pods.append(pod)
        group = drawsvg.Group(
            id=f"pod-{number}", class_=f"pod p{self._colours[pod.phase]}{'' if pod.gpus else ' without'}"
        )
        facts = f"rank {pod.rank} of {pod.phase} copy {pod.copy} · {pod.template} · {counted(pod.gpus, 'GPU')}"
        group.append_title(f"{pod.hostname}\n{facts}\n{pod.fqdn}")
        group.append(drawsvg.Rectangle(x, y, box.width, box.height, rx=3, class_="frame"))
        top = y + (box.height - len(box.lines) * LINE) / 2
        for index, line in enumerate(box.lines):
            group.append(drawsvg.Text(line, None, x + box.width / 2, top + LINE * (index + 0.5)))
        return group
