"""Two inputs compared object by object."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from cdk8s_grove.core.diff.fields import FieldChange, compare, labelled, unchanged, written
from cdk8s_grove.core.diff.live import applied, as_written
from cdk8s_grove.core.diff.masking import masked
from cdk8s_grove.core.diff.model import Action, Change, Difference, Effect, ObjectChange
from cdk8s_grove.core.diff.sets import World, set_change
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.context import gather
from cdk8s_grove.core.plan.documents import SET_KIND, is_set, objects_in
from cdk8s_grove.core.plan.raw import items, mapping
from cdk8s_grove.core.serial import Document
from cdk8s_grove.core.spec import Target

_WORKLOADS: Final = frozenset({"DaemonSet", "Deployment", "LeaderWorkerSet", "ReplicaSet", "StatefulSet"})
_TEMPLATES: Final = frozenset({"template", "leaderWorkerTemplate"})
_IMMUTABLE_SPEC: Final = frozenset({"ResourceClaim", "ResourceClaimTemplate"})
"""Source: kubernetes/kubernetes pkg/apis/resource/validation/validation.go@v1.35.0."""

Key = tuple[str, str, str, str]
Objects = dict[Key, dict[str, Any]]


def diff_documents(old: Iterable[Document], new: Iterable[Document], target: Target | None = None) -> Difference:
    """What applying the new input over the old one does.

    Args:
        old: What is live, or was applied: any kinds; a List stands for its items.
        new: What will be applied.
        target: The releases to model.

    Raises:
        InputError: An old set cannot be read (GRV076).
    """
    sides = [[item for doc in documents for item in objects_in(doc.value, doc.place)] for documents in (old, new)]
    return _diff(_objects(sides[0]), _objects(sides[1]), target or Target())


def diff_manifests(
    old: Iterable[Mapping[str, Any]], new: Iterable[Mapping[str, Any]], target: Target | None = None
) -> Difference:
    """The same for plain dicts, for platform code."""
    sides = [
        [item for index, value in enumerate(side) for item in objects_in(value, f"{what}[{index}]")]
        for what, side in (("old", old), ("new", new))
    ]
    return _diff(_objects(sides[0]), _objects(sides[1]), target or Target())


def _objects(values: Iterable[tuple[dict[str, Any], str]]) -> Objects:
    """By what tells objects apart; of one that is there twice the last, as an apply leaves it."""
    found: Objects = {}
    for value, place in values:
        metadata = mapping(value.get("metadata"))
        group = str(value.get("apiVersion", "")).rpartition("/")[0]
        namespace = str(metadata.get("namespace") or names.DEFAULT_NAMESPACE)
        name = str(metadata.get("name") or place)
        found[str(value["kind"]), group, namespace, name] = value
    return found


def _diff(old: Objects, new: Objects, target: Target) -> Difference:
    new = {key: as_written(applied(old.get(key), value)) for key, value in new.items()}
    old = {key: as_written(value) for key, value in old.items()}
    beside = [gather((value, "") for key, value in side.items() if key[0] != SET_KIND) for side in (old, new)]
    world = World(beside[0], beside[1], target)
    changes: list[ObjectChange] = []
    for key in sorted({*old, *new}, key=lambda key: (key[0] != SET_KIND, key)):
        changes.append(_object(key, old.get(key), new.get(key), world))
    differing = tuple(item for item in _renamed(changes, old, new) if item.changes)
    return Difference(differing, len(changes) - len(differing), target)


def _object(key: Key, old: dict[str, Any] | None, new: dict[str, Any] | None, world: World) -> ObjectChange:
    name = _shown(key, new or old or {})
    if is_set(new or old or {}):
        return set_change(name, old, new, world)
    if new is None:
        gone = Change("", "", Effect.IN_PLACE, why="it goes when something deletes it: a tool that prunes, or you")
        return ObjectChange(key[0], name, Action.REMOVE, (gone,))
    if old is None:
        return ObjectChange(key[0], name, Action.ADD, (Change("", "", Effect.IN_PLACE),))
    found = list(compare(old, new))
    changes = tuple(_field(key[0], change, old) for change in found)
    return ObjectChange(key[0], name, Action.CHANGE, changes, unchanged(new, found))


def _field(kind: str, change: FieldChange, old: Mapping[str, Any]) -> Change:
    effect, why = _effect(kind, change, old)
    secret = kind == "Secret" and change.path[0] in ("data", "stringData")
    return Change(
        written(change.path),
        labelled(change.path),
        effect,
        masked(change.old, change.path, whole=secret),
        masked(change.new, change.path, whole=secret),
        why,
    )


def _effect(kind: str, change: FieldChange, old: Mapping[str, Any]) -> tuple[Effect, str]:
    first, second = (*change.path, "", "")[:2]
    if kind in _IMMUTABLE_SPEC and first == "spec":
        return Effect.REJECTED, "immutable: make one of another name"
    if kind in ("ConfigMap", "Secret") and old.get("immutable") is True and first != "metadata":
        return Effect.REJECTED, "immutable: it says so itself; make one of another name"
    if kind in _WORKLOADS and first == "spec" and second in _TEMPLATES:
        return Effect.ROLLING, "its pods are replaced (their names are not known)"
    if kind in _WORKLOADS and (first, second) == ("spec", "replicas"):
        return Effect.SCALE, "its pods come or go (their names are not known)"
    if kind in ("ConfigMap", "Secret") and first != "metadata":
        return Effect.IN_PLACE, "a pod that reads it into its environment has it once it was started anew"
    return Effect.IN_PLACE, ""


def _renamed(changes: list[ObjectChange], old: Objects, new: Objects) -> list[ObjectChange]:
    """Say of a set that is gone and has come under another name that Kubernetes knows no renaming."""
    gone = {_spec(old[key]): key[3] for key in old if key[0] == SET_KIND and key not in new}
    come = {_spec(new[key]): key[3] for key in new if key[0] == SET_KIND and key not in old}
    notes: dict[tuple[Action, str], str] = {}
    for spec in gone.keys() & come.keys():
        notes[Action.ADD, come[spec]] = f"renamed from {gone[spec]!r}: a new set; the old one stays beside it"
        notes[Action.REMOVE, gone[spec]] = f"renamed to {come[spec]!r}: this one stays until something deletes it"
    return [
        replace(item, note=notes.get((item.action, item.name.rpartition("/")[2]), "")) if notes else item
        for item in changes
    ]


def _spec(value: Mapping[str, Any]) -> str:
    return repr(_sorted(copy.deepcopy(value.get("spec"))))


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return sorted((key, _sorted(inner)) for key, inner in mapping(cast("object", value)).items())
    return [_sorted(item) for item in items(cast("object", value))] if isinstance(value, list) else value


def _shown(key: Key, value: Mapping[str, Any]) -> str:
    namespace = mapping(value.get("metadata")).get("namespace")
    if key[0] == SET_KIND:
        namespace = key[2]
    return f"{namespace}/{key[3]}" if namespace else key[3]
