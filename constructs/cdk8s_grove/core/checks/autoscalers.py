"""The autoscalers in the input: what each scales, and from which number up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.raw import mapping

_LEAST = {"HorizontalPodAutoscaler": "minReplicas", "ScaledObject": "minReplicaCount"}
_GROVE = "grove.io/"


@dataclass(frozen=True, slots=True)
class Autoscaler:
    """A HorizontalPodAutoscaler or a ScaledObject that scales a set or a scaling group of one.

    Attributes:
        kind: Its kind.
        name: Its name.
        construct: Where it was found.
        group: The scaling group of the set it scales, as the set names it; None: the set's units.
        least: Its minimum, with the default of its kind.
    """

    kind: str
    name: str
    construct: str
    group: str | None
    least: int


def autoscalers_of(view: SetView, context: CheckContext) -> Iterator[Autoscaler]:
    """The autoscalers beside a set that scale it, or one of its scaling groups."""
    source = view.source
    for item in context.of_kind(*_LEAST):
        spec = mapping(item.raw.get("spec"))
        target = mapping(spec.get("scaleTargetRef"))
        if item.namespace != source.namespace or not str(target.get("apiVersion", "")).startswith(_GROVE):
            continue
        named, kind = target.get("name"), target.get("kind")
        group = _group_called(view, str(named)) if kind == "PodCliqueScalingGroup" else None
        if group is None and not (kind == "PodCliqueSet" and named == source.name):
            continue
        least = spec.get(_LEAST[item.kind])
        default = 0 if item.kind == "ScaledObject" else 1
        yield Autoscaler(item.kind, item.name, item.construct, group, least if isinstance(least, int) else default)


def _group_called(view: SetView, name: str) -> str | None:
    """The scaling group, as the set calls it, that has this name in one of its units."""
    source = view.source
    names_of = (
        (names.scaling_group(source.name, u, group.name), group.name)
        for u in range(max(source.units, 1))
        for group in source.groups
    )
    return next((group for full, group in names_of if full == name), None)
