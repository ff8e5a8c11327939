"""Which pods of a live set an edit replaces, adds and removes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.model import SetPlan
from cdk8s_grove.core.plan.source import SetSource


@dataclass(frozen=True, slots=True)
class Side:
    """A set, before or after.

    Attributes:
        source: As read.
        plan: What it becomes.
    """

    source: SetSource
    plan: SetPlan


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of pods, by hostname."""

    replaced: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()


class Live:
    """A live set whose manifest is edited: it keeps the numbers it was made with, except where it is made anew.

    Args:
        old: As it was applied, and not scaled since.
        new: As it will be applied.
    """

    def __init__(self, old: Side, new: Side) -> None:
        self._old, self._new = old, new
        self._kept = min(old.source.units, new.source.units)
        self._sizes: dict[str, int] = {}
        for pod in old.plan.pods:
            self._sizes[pod.clique] = self._sizes.get(pod.clique, 0) + 1

    def units(self) -> Fate:
        """The pods of units that come or go."""
        return Fate(
            added=frozenset(pod.hostname for pod in self._new.plan.pods if pod.unit >= self._kept),
            removed=frozenset(pod.hostname for pod in self._old.plan.pods if pod.unit >= self._kept),
        )

    def gangs(self) -> int:
        """How many gangs come, or (below 0) go, with the units."""
        return sum(gang.unit >= self._kept for gang in self._new.plan.pod_gangs) - sum(
            gang.unit >= self._kept for gang in self._old.plan.pod_gangs
        )

    def anew(self, changed: Iterable[str]) -> Fate:
        """The pods that are made anew when the pod templates of these cliques change.

        A copy of a scaling group is made anew as a whole, at the sizes the new manifest gives its cliques; a
        standalone clique's pods are replaced one by one, at the size it has.
        """
        templates = set(changed)
        replaced: set[str] = set()
        added: set[str] = set()
        removed: set[str] = set()
        for clique, new_size in self._restarted(templates):
            size = self._sizes.get(clique, 0)
            after = size if new_size is None else new_size
            hosts = [names.hostname(clique, index) for index in range(max(size, after))]
            replaced |= set(hosts[: min(size, after)])
            added |= set(hosts[size:after])
            removed |= set(hosts[after:size])
        return Fate(frozenset(replaced), frozenset(added), frozenset(removed))

    def _restarted(self, templates: set[str]) -> Iterator[tuple[str, int | None]]:
        """Full names of cliques that are made anew, and their new size where that is not the one they have."""
        source = self._old.source
        sizes = {clique.name: clique.replicas for clique in self._new.source.cliques}
        grouped = {name for group in source.groups for name in group.clique_names}
        for unit in range(self._kept):
            for group in source.groups:
                if templates.isdisjoint(group.clique_names):
                    continue
                for copy in range(group.replicas):
                    for name in group.clique_names:
                        yield names.group_clique(source.name, unit, group.name, copy, name), sizes.get(name)
            for name in sorted(templates - grouped):
                yield names.standalone_clique(source.name, unit, name), None
