"""What an edit of a PodCliqueSet does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks import refusals
from cdk8s_grove.core.diagnostics import Finding
from cdk8s_grove.core.diff.fields import FieldChange, Item, compare, labelled, unchanged, written
from cdk8s_grove.core.diff.masking import masked
from cdk8s_grove.core.diff.model import Action, Change, Effect, ObjectChange
from cdk8s_grove.core.diff.pods import Fate, Live, Side
from cdk8s_grove.core.diff.rules import Verdict, verdict
from cdk8s_grove.core.facts import updates
from cdk8s_grove.core.plan.admission import stored
from cdk8s_grove.core.plan.assembly import expand
from cdk8s_grove.core.plan.context import Context
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.plan.source import read_set
from cdk8s_grove.core.spec import Target

_QUANTITIES: Final = frozenset({"limits", "requests"})
_AS_A_WHOLE: Final = "not done: the update is refused as a whole"


@dataclass(frozen=True, slots=True)
class World:
    """What sets are compared in.

    Attributes:
        old: What stands beside the old set.
        new: What stands beside the new one.
        target: The releases.
    """

    old: Context
    new: Context
    target: Target


def set_change(name: str, old: Mapping[str, Any] | None, new: Mapping[str, Any] | None, world: World) -> ObjectChange:
    """What becomes of a set that is new, gone or edited; without changes if nothing is.

    Raises:
        InputError: The old set cannot be read (GRV076).
    """
    if new is None:
        return _gone(name, _side(old or {}, world.old, world.target))
    if old is None:
        return _made(name, new, world)
    return _edited(name, old, new, world)


def _made(name: str, new: Mapping[str, Any], world: World) -> ObjectChange:
    refused = tuple(_refused(refusals(new, world.target)))
    if refused:
        return ObjectChange("PodCliqueSet", name, Action.ADD, refused)
    side = _side(new, world.new, world.target)
    pods = tuple(sorted(pod.hostname for pod in side.plan.pods))
    change = Change("", "", Effect.SCALE, added=pods)
    return ObjectChange("PodCliqueSet", name, Action.ADD, (change,), gangs=len(side.plan.pod_gangs))


def _gone(name: str, side: Side) -> ObjectChange:
    pods = tuple(sorted(pod.hostname for pod in side.plan.pods))
    why = "its pods go when something deletes it: a tool that prunes, or you"
    change = Change("", "", Effect.SCALE, why=why, removed=pods)
    return ObjectChange("PodCliqueSet", name, Action.REMOVE, (change,), gangs=-len(side.plan.pod_gangs))


def _edited(name: str, old: Mapping[str, Any], new: Mapping[str, Any], world: World) -> ObjectChange:
    before, after = stored(old), stored(new)
    found = [change for change in compare(before, after) if _counts(change)]
    judged = [(change, verdict(change, before, after)) for change in found]
    refused = list(_refused(refusals(new, world.target, update=True))) if found else []
    same = unchanged(after, found)
    if refused or any(ruling.effect is Effect.REJECTED for _, ruling in judged):
        said = tuple(_without_pods(judged, refused, world.target))
        return ObjectChange("PodCliqueSet", name, Action.CHANGE, said, same)
    live = Live(_side(old, world.old, world.target), _side(new, world.new, world.target))
    on_delete = mapping(mapping(after.get("spec")).get("updateStrategy")).get("type") == updates.ON_DELETE
    all_cliques = [str(clique["name"]) for clique in mapping(mapping(after["spec"])["template"])["cliques"]]
    changes = list(_with_pods(judged, live, all_cliques, on_delete=on_delete))
    return ObjectChange("PodCliqueSet", name, Action.CHANGE, tuple(changes), same, live.gangs())


def _with_pods(
    judged: list[tuple[FieldChange, Verdict]], live: Live, all_cliques: list[str], *, on_delete: bool
) -> Iterator[Change]:
    """The changes of an update that is accepted; each pod at the first that touches it."""
    touched: set[str] = set()
    templates: set[str] = set()
    for _, ruling in judged:
        if ruling.effect is Effect.ROLLING:
            templates |= set(all_cliques if ruling.cliques is None else ruling.cliques)
    anew = Fate() if on_delete else live.anew(templates)
    for change, ruling in judged:
        if ruling.effect is Effect.SCALE:
            fate = live.units()
        elif ruling.effect is Effect.ROLLING and on_delete:
            ruling = replace(ruling, effect=Effect.IN_PLACE, why="OnDelete: a pod has it once it was deleted")
            fate = Fate()
        elif ruling.effect is Effect.ROLLING:
            cliques = all_cliques if ruling.cliques is None else ruling.cliques
            fate = Fate(replaced=live.anew(cliques).replaced)
            if not fate.replaced:
                ruling = replace(ruling, effect=Effect.IN_PLACE, why="no pod runs it")
        elif _is_clique_size(change):
            fate = _resized(change, anew)
            if fate.added or fate.removed:
                ruling = Verdict(Effect.SCALE, "its copies are made anew, at the new size")
        else:
            fate = Fate()
        names = [tuple(sorted(part - touched)) for part in (fate.replaced, fate.added, fate.removed)]
        touched |= fate.replaced | fate.added | fate.removed
        yield replace(_change(change, ruling), replaced=names[0], added=names[1], removed=names[2])


def _is_clique_size(change: FieldChange) -> bool:
    match change.path:
        case ("spec", "template", "cliques", Item(), "spec", "replicas"):
            return True
        case _:
            return False


def _resized(change: FieldChange, anew: Fate) -> Fate:
    """The pods that come or go because a clique is made anew at another size."""
    clique = next(part.name for part in change.path if isinstance(part, Item))
    of_clique = {host for host in anew.added | anew.removed if host.rpartition("-")[0].endswith(f"-{clique}")}
    return Fate(added=anew.added & of_clique, removed=anew.removed & of_clique)


def _without_pods(judged: list[tuple[FieldChange, Verdict]], refused: list[Change], target: Target) -> Iterator[Change]:
    """The changes of an update that is refused: what is at fault, and what is therefore not done."""
    again = "delete the set and create it anew"
    if not target.grove_has(updates.RECREATED_UNDER_ITS_NAME):
        again += f" under another name (on Grove {target.grove} a name just deleted may never get its pods again)"
    said = {change.path for change in refused}
    for change, ruling in judged:
        made = _change(change, ruling)
        if ruling.effect is Effect.REJECTED:
            yield replace(made, why=f"{ruling.why}; {again}", code=catalog.IMMUTABLE.code)
        elif made.path not in said:
            yield replace(made, effect=Effect.NONE, why=_AS_A_WHOLE)
    yield from refused


def _change(change: FieldChange, ruling: Verdict) -> Change:
    return Change(
        path=written(change.path),
        label=labelled(change.path),
        effect=ruling.effect,
        old=masked(change.old, change.path),
        new=masked(change.new, change.path),
        why=ruling.why,
    )


def _refused(findings: Iterable[Finding]) -> Iterator[Change]:
    for finding in findings:
        yield Change(
            path=finding.path,
            label=finding.path,
            effect=Effect.REJECTED,
            new=finding.found or None,
            why=f"{finding.message}; {finding.fix}",
            code=finding.code,
        )


def _side(manifest: Mapping[str, Any], beside: Context, target: Target) -> Side:
    source = read_set(manifest, "")
    return Side(source, expand(source, beside, target, environments=False))


def _counts(change: FieldChange) -> bool:
    """Whether the API server sees a difference: 8 and "8" are one quantity, an empty list and none are one."""
    in_template = "podSpec" in change.path or {"labels", "annotations"}.intersection(change.path)
    if not in_template and change.old in (None, [], {}) and change.new in (None, [], {}):
        return False
    return not (_QUANTITIES.intersection(change.path) and str(change.old) == str(change.new))
