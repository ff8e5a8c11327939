"""The objects of an input, sorted into sets, what they refer to, and what passes by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, InputError, finding
from cdk8s_grove.core.plan.assembly import expand
from cdk8s_grove.core.plan.collector import collector_paused
from cdk8s_grove.core.plan.context import REFERRED_KINDS, gather
from cdk8s_grove.core.plan.model import Plan, SetPlan
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.plan.source import SetSource, read_set
from cdk8s_grove.core.serial import Document
from cdk8s_grove.core.spec import Override, Target

SET_KIND = "PodCliqueSet"
SET_VERSION = "grove.io/v1alpha1"


def plan_documents(documents: Iterable[Document], target: Target | None = None, *, place: str = "") -> Plan:
    """The plan of every PodCliqueSet in an input.

    Args:
        documents: Of any kinds; a List stands for its items.
        target: The releases to model; by default those of `Target()`.
        place: What to call the input as a whole in errors.

    Raises:
        InputError: There is no set (GRV073), or one cannot be read (GRV076) or is of no sensible size (GRV077);
            everything that is wrong at once.
    """
    return _plan(((document.value, document.place) for document in documents), target, place)


def plan_manifests(
    manifests: Iterable[Mapping[str, Any]],
    target: Target | None = None,
    *,
    place: str = "manifests",
    overrides: Sequence[Override] = (),
) -> Plan:
    """The plan of every PodCliqueSet among plain dicts, for platform code.

    Args:
        manifests: The sets, and whatever they refer to: topologies, queues, claim templates, ConfigMaps.
        target: The releases to model; by default those of `Target()`.
        place: What to call the input in errors.
        overrides: To be shown with the sets; they are in the manifests already.

    Raises:
        InputError: As for `plan_documents`.
    """
    return _plan(((value, f"{place}[{index}]") for index, value in enumerate(manifests)), target, place, overrides)


def _plan(
    values: Iterable[tuple[object, str]], target: Target | None, place: str, overrides: Sequence[Override] = ()
) -> Plan:
    modelled = target or Target()
    sets: list[tuple[dict[str, Any], str]] = []
    others: list[tuple[dict[str, Any], str]] = []
    for value, origin in values:
        for found, where in objects_in(value, origin):
            (sets if is_set(found) else others).append((found, where))
    if not sets:
        raise InputError([_no_set(others).about(place)])
    context = gather(others)
    sources: list[SetSource] = []
    problems: list[Finding] = []
    for value, origin in sets:
        try:
            sources.append(read_set(value, origin))
        except InputError as error:
            problems += error.findings
    if problems:
        raise InputError(problems)
    kinds = Counter(str(value["kind"]) for value, _ in others)
    with collector_paused():
        plans = tuple(expand(source, context, modelled, overrides) for source in sources)
    return Plan(
        sets=tuple(_told_twice(plans, [value for value, _ in sets])),
        target=modelled,
        passed_by={kind: number for kind, number in sorted(kinds.items()) if kind not in REFERRED_KINDS},
    )


def _told_twice(plans: Sequence[SetPlan], manifests: Sequence[Mapping[str, Any]]) -> Iterator[SetPlan]:
    """The plans; those of one set say so: what is applied last counts."""
    same: dict[tuple[str, str], list[SetPlan]] = {}
    for plan, manifest in zip(plans, manifests, strict=True):
        if mapping(manifest.get("metadata")).get("name"):  # else each gets a name of its own
            same.setdefault((plan.namespace, plan.name), []).append(plan)
    for plan in plans:
        first, *others = same.get((plan.namespace, plan.name), (plan,))
        if not others:
            yield plan
            continue
        last, named = others[-1], f"set {plan.namespace}/{plan.name}"
        said = f"{named} stands at {last.source} again, and what is applied last counts: not this one"
        if plan is last:
            said = f"{named} stands at {first.source} too, and what is applied last counts: this one"
        yield replace(plan, notes=(said, *plan.notes))


def is_set(value: Mapping[str, Any]) -> bool:
    """Whether an object is a PodCliqueSet."""
    return value.get("kind") == SET_KIND and value.get("apiVersion") == SET_VERSION


def objects_in(value: object, place: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects a document holds; one without a kind, say a values file in the folder, passes by."""
    fields = mapping(value)
    kind, items = fields.get("kind"), fields.get("items")
    if isinstance(kind, str) and kind.endswith("List") and isinstance(items, list):
        for index, item in enumerate(cast("list[object]", items)):
            yield from objects_in(item, f"{place} items[{index}]")
        return
    if kind == SET_KIND and not is_set(fields):
        raise InputError(
            [
                finding(
                    catalog.WRONG_DOCUMENT,
                    f"the PodCliqueSet is not of {SET_VERSION}",
                    why="no other version is known",
                    construct=place,
                    path="apiVersion",
                    found=str(fields.get("apiVersion") or "none"),
                    fix=f"write `apiVersion: {SET_VERSION}`",
                )
            ]
        )
    yield (fields if isinstance(kind, str) else {**fields, "kind": "(no kind)"}), place


def _no_set(others: list[tuple[dict[str, Any], str]]) -> Finding:
    kinds = sorted({str(value.get("kind")) for value, _ in others})
    return finding(
        catalog.WRONG_DOCUMENT,
        "the input holds no PodCliqueSet",
        why="a plan is made of PodCliqueSets of grove.io",
        found=", ".join(kinds) if kinds else "no document",
        fix="give a manifest that holds one",
    )
