"""How large the things in a picture are. Lengths are in CSS pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from cdk8s_grove.core.plan.model import Pod
from cdk8s_grove.core.report.lettering import cut, width, wrapped
from cdk8s_grove.core.report.shape import counted

WIDTH: Final = 1160
"""Of a picture, where its names allow it."""
LETTERS: Final = 11
"""Size of the letters on a tile."""
LINE: Final = 13
"""Height of a line on a tile."""
_EDGE: Final = 3


@dataclass(frozen=True, slots=True)
class Level:
    """How closely things are drawn.

    Attributes:
        pods: For so many pods.
        widest: Width of the tile with the most GPUs, unless those with the fewest ask for more.
        least: The least width of a tile with GPUs, and that of every tile without.
        lines: Lines of text on a tile; of one, it is the rank's number. Titles are whole where there are four.
        title: Width a title may take, though what it is the title of is narrower.
        abreast: How many units stand side by side, if they have the room.
        pad: Space inside a box.
        gap: Space between boxes.
    """

    pods: int
    widest: float
    least: float
    lines: int
    title: float
    abreast: int
    pad: float
    gap: float


MOST_PODS: Final = 600
"""Pods drawn one by one in a picture; the rest is told in words."""
_LEVELS: Final = (
    Level(24, widest=160, least=42, lines=4, title=300, abreast=1, pad=10, gap=8),
    Level(150, widest=88, least=30, lines=2, title=200, abreast=2, pad=8, gap=6),
    Level(MOST_PODS, widest=44, least=20, lines=1, title=130, abreast=3, pad=5, gap=4),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a picture.

    Attributes:
        level: How closely things are drawn.
        per_gpu: The width of a GPU: a tile is as wide as its pod has GPUs, and as high as every other.
        without: The width of the tile of a pod without GPUs.
    """

    level: Level
    per_gpu: float
    without: float

    @property
    def height(self) -> float:
        """A tile's height."""
        return self.level.lines * LINE + 2 * _EDGE

    def width(self, pod: Pod) -> float:
        """A tile's width."""
        return pod.gpus * self.per_gpu if pod.gpus else self.without

    def lines(self, pod: Pod) -> tuple[str, ...]:
        """What there is room for on a tile: the rank, whose pod template it runs, its GPUs."""
        room = self.width(pod) - 2 * _EDGE
        number = str(pod.rank)
        said = (number,) if self.level.lines == 1 else (f"rank {number}", number)
        rank = next((text for text in said if width(text, LETTERS) <= room), None)
        if rank is None or self.level.lines == 1:
            return (rank,) if rank else ()
        gpus = counted(pod.gpus, "GPU") if self.level.lines == 4 else ""
        last = (gpus,) if gpus and cut(gpus, room, LETTERS) == gpus else ()
        return (rank, *wrapped(pod.template, room, LETTERS, self.level.lines - 1 - len(last)), *last)


def scale_for(pods: Iterable[Pod], drawn: int) -> Scale:
    """The scale of a picture.

    Args:
        pods: All pods of what it shows.
        drawn: How many of them are drawn.
    """
    level = next((level for level in _LEVELS if drawn <= level.pods), _LEVELS[-1])
    gpus: set[int] = set()
    last_rank = 0
    for pod in pods:
        gpus.add(pod.gpus)
        last_rank = max(last_rank, pod.rank)
    gpus.discard(0)
    least = max(level.least, width(str(last_rank), LETTERS) + 2 * _EDGE)
    if not gpus:
        return Scale(level, least, least)
    per_gpu = max(level.widest / max(gpus), least / min(gpus))
    # Whatever the proportions, the largest tile stays within the picture.
    return Scale(level, min(per_gpu, (WIDTH - 160) / max(gpus)), least)
