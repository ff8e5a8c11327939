"""Which phase, copy and rank a pod has, told from the structure of a set and from its names.

A scaling group is one phase, and each of its copies is one copy of the engine, unless its cliques' names say that
it holds several phases; then each phase in it is taken by itself. A clique outside every group is a phase whose
pods are a copy each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cdk8s_grove.core.plan.source import CliqueSource, GroupSource

_PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "encode": ("e", "enc", "encode", "encoder"),
    "prefill": ("p", "pre", "prefill", "prefiller", "context", "ctx"),
    "decode": ("d", "dec", "decode", "decoder", "generation", "gen"),
}
_WORKERS: Final = ("w", "wkr", "worker", "workers")
_LEADERS: Final = ("l", "ldr", "leader")
_PHASE_OF: Final = {word: phase for phase, words in _PHASES.items() for word in words}
_GLUED: Final = re.compile(rf"([epd])({'|'.join((*_LEADERS[1:], *_WORKERS[1:]))})")
"""`pleader`, `dworker`: as Grove's own guide names them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the pods of a clique stand in their phase.

    Attributes:
        phase: The phase's name.
        copies: Copies of the phase in one copy of the scaling group.
        first_copy: Which of them this clique's pods begin with.
        first_rank: Rank of its first pod.
        apart: Each pod is a copy of its own.
    """

    phase: str
    copies: int = 1
    first_copy: int = 0
    first_rank: int = 0
    apart: bool = False

    def copy(self, group_copy: int, index: int) -> int:
        """The copy, within unit and phase, of the pod with this index in a copy of the group."""
        return group_copy * self.copies + self.first_copy + (index if self.apart else 0)

    def rank(self, index: int) -> int:
        """The rank of that pod in its copy."""
        return 0 if self.apart else self.first_rank + index


def standalone_place(clique: CliqueSource) -> Place:
    """Of a clique outside every group."""
    return Place(clique.name, copies=clique.replicas, apart=True)


def group_places(group: GroupSource, cliques: Iterable[CliqueSource]) -> dict[str, Place]:
    """Of each clique in a group, by its name.

    Args:
        group: The scaling group.
        cliques: Its cliques, in the order of `cliqueNames`.
    """
    members = list(cliques)
    phases = [_phase(clique.name) for clique in members]
    if len(set(phases)) < 2 or None in phases:
        return _one_copy(group.name, members)
    places: dict[str, Place] = {}
    for phase in dict.fromkeys(phases):
        places |= _phase_in_group(str(phase), [c for c, of in zip(members, phases, strict=True) if of == phase])
    return places


def _one_copy(phase: str, members: list[CliqueSource], *, copies: int = 1, copy: int = 0) -> dict[str, Place]:
    places: dict[str, Place] = {}
    rank = 0
    for clique in members:
        places[clique.name] = Place(phase, copies=copies, first_copy=copy, first_rank=rank)
        rank += clique.replicas
    return places


def _phase_in_group(phase: str, members: list[CliqueSource]) -> dict[str, Place]:
    """Copies of one pod each, and copies of several pods that are unrolled into a leader and its workers."""
    runs: list[list[CliqueSource]] = []
    for clique in members:
        if not runs or not _is_worker(clique.name):
            runs.append([])
        runs[-1].append(clique)
    counts = [1 if _is_worker(run[-1].name) else run[-1].replicas for run in runs]
    places: dict[str, Place] = {}
    copies, copy = sum(counts), 0
    for run, count in zip(runs, counts, strict=True):
        if _is_worker(run[-1].name):
            places |= _one_copy(phase, run, copies=copies, copy=copy)
        else:
            places[run[-1].name] = Place(phase, copies=copies, first_copy=copy, apart=True)
        copy += count
    return places


def phase_of_word(word: str) -> str | None:
    """The phase a word stands for, if any."""
    return _PHASE_OF.get(word)


def _phase(name: str) -> str | None:
    words = name.split("-")
    glued = _GLUED.fullmatch(words[0])
    if glued:
        return _PHASE_OF[glued[1]]
    # One letter says a phase only at the front: `p-leader`, but not `leader-p`.
    return next((_PHASE_OF[w] for i, w in enumerate(words) if w in _PHASE_OF and (len(w) > 1 or i == 0)), None)


def _is_worker(name: str) -> bool:
    words = name.split("-")
    glued = _GLUED.fullmatch(words[0])
    return (glued is not None and glued[2] in _WORKERS) or any(word in _WORKERS for word in words[1:])
