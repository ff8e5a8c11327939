"""What Grove does with a field of a live set that is edited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cdk8s_grove.core.diff.fields import FieldChange, Item, Path
from cdk8s_grove.core.diff.model import Effect
from cdk8s_grove.core.facts import env, updates
from cdk8s_grove.core.plan.raw import mapping

_SCALE_ELSEWHERE: Final = "a live one keeps its number; "


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a field's change.

    Attributes:
        effect: Of the field by itself.
        why: One line.
        cliques: Those whose pod template it changes; None for all of the set's.
    """

    effect: Effect
    why: str = ""
    cliques: tuple[str, ...] | None = ()


_HOLDS: Final = Verdict(Effect.IN_PLACE)


def verdict(change: FieldChange, old: Mapping[str, Any], new: Mapping[str, Any]) -> Verdict:
    """What becomes of a change.

    Args:
        change: Of a set as it is stored.
        old: The set as it is stored, before.
        new: The same after.
    """
    match change.path:
        case ("metadata", "annotations", env.ANNOTATION_MNNVL):
            return _immutable("the MNNVL group")
        case ("spec", "replicas"):
            return Verdict(Effect.SCALE)
        case ("spec", "template", "cliques"):
            return _order(new)
        case ("spec", "template", "cliques", Item(), *rest):
            return _clique(change, tuple(rest), old, new)
        case ("spec", "template", "podCliqueScalingGroups", Item(), *rest):
            return _group(tuple(rest), change.path, old, new)
        case ("spec", "template", "podCliqueScalingGroups"):
            return Verdict(Effect.NONE, "the order of groups has no meaning")
        case ("spec", "template", "priorityClassName"):
            return Verdict(Effect.ROLLING, cliques=None)
        case ("spec", "template", "topologyConstraint", *_):
            return _constraint(change.path[:3], old, new)
        case ("spec", "template", str(field), *_) if field in updates.IMMUTABLE_SET:
            return _immutable(field)
        case _:
            return _HOLDS


def _clique(change: FieldChange, rest: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> Verdict:
    clique = _name(change.path)
    match rest:
        case () | ("name",):
            return _immutable("the list of cliques")
        case ("annotations", env.ANNOTATION_MNNVL):
            return _immutable("the MNNVL group")
        case ("labels" | "annotations", *_):
            return Verdict(Effect.ROLLING, cliques=(clique,))
        case ("topologyConstraint", *_):
            return _constraint(change.path[:5], old, new)
        case ("spec", "podSpec", "schedulerName"):
            return _immutable("schedulerName")
        case ("spec", "podSpec", "priorityClassName"):
            return Verdict(Effect.NONE, "Grove takes the set's priorityClassName")
        case ("spec", "podSpec", *_):
            return Verdict(Effect.ROLLING, cliques=(clique,))
        case ("spec", "replicas"):
            return Verdict(Effect.NONE, f"{_SCALE_ELSEWHERE}scale the PodClique itself (new copies and units have it)")
        case ("spec", str(field), *_) if field in updates.IMMUTABLE_CLIQUE_SPEC:
            return _immutable(field)
        case (str(field), *_) if field in updates.IMMUTABLE_CLIQUE:
            return _immutable(field)
        case _:
            return _HOLDS


def _group(rest: Path, path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> Verdict:
    match rest:
        case () | ("name",):
            return _immutable("the list of scaling groups")
        case ("annotations", env.ANNOTATION_MNNVL):
            return _immutable("the MNNVL group")
        case ("replicas",):
            return Verdict(Effect.NONE, f"{_SCALE_ELSEWHERE}scale the PodCliqueScalingGroup itself (new units have it)")
        case ("topologyConstraint", *_):
            return _constraint(path[:5], old, new)
        case (str(field), *_) if field in updates.IMMUTABLE_GROUP:
            return _immutable(field)
        case _:
            return _HOLDS


def _order(new: Mapping[str, Any]) -> Verdict:
    startup = mapping(mapping(new.get("spec")).get("template")).get("cliqueStartupType")
    if startup in updates.ORDERED_STARTUP:
        return Verdict(Effect.REJECTED, f"immutable: pods start in this order under {startup}")
    return Verdict(Effect.NONE, "the order of cliques has no meaning where they start in any order")


def _constraint(path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> Verdict:
    """The two edits Grove lets through carry old manifests over to new fields."""
    before, after = _constraint_at(path, old), _constraint_at(path, new)
    moved = (before.topology, before.required, before.preferred) == (after.topology, after.required, after.preferred)
    if before.deprecated and not after.deprecated and moved:
        return Verdict(Effect.IN_PLACE, "packDomain becomes pack.required: the same constraint")
    named = before.deprecated and before.deprecated == after.deprecated and not before.topology and after.topology
    if named:
        return Verdict(Effect.IN_PLACE, "an old constraint gets the name of its topology")
    return _immutable("topologyConstraint")


@dataclass(frozen=True, slots=True)
class _Constraint:
    topology: str
    required: str
    preferred: str
    deprecated: str


def _constraint_at(path: Path, manifest: Mapping[str, Any]) -> _Constraint:
    node: Any = manifest
    for part in path:
        if isinstance(part, Item):
            named = (item for item in node or () if mapping(item).get("name") == part.name)
            node = next(named, None)
        else:
            node = mapping(node).get(part)
    found = mapping(node)
    pack, deprecated = mapping(found.get("pack")), str(found.get("packDomain") or "")
    required, preferred = str(pack.get("required") or deprecated), str(pack.get("preferred") or "")
    return _Constraint(str(found.get("topologyName") or ""), required, preferred, deprecated)


def _immutable(what: str) -> Verdict:
    return Verdict(Effect.REJECTED, f"immutable: Grove refuses an update of {what}")


def _name(path: Path) -> str:
    return next(part.name for part in path if isinstance(part, Item))
