"""What rules look at: the sets as written, as stored, as read and as planned, and what stands beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.context import REFERRED_KINDS, Context
from cdk8s_grove.core.plan.model import SetPlan
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.plan.source import CliqueSource, GroupSource, SetSource
from cdk8s_grove.core.spec import Target

KINDS_READ: Final = REFERRED_KINDS | {
    "Deployment",
    "HorizontalPodAutoscaler",
    "LeaderWorkerSet",
    "PodCliqueSet",
    "PriorityClass",
    "ScaledObject",
    "StatefulSet",
}
"""The kinds a rule looks at; others pass by."""


@dataclass(frozen=True, slots=True)
class SetView:
    """One PodCliqueSet.

    Attributes:
        raw: As written.
        stored: After the API server's and the webhook's defaults.
        source: As the plan reads it.
        plan: What becomes of it.
        construct: `namespace/name (file:line)`.
    """

    raw: Mapping[str, Any]
    stored: Mapping[str, Any]
    source: SetSource
    plan: SetPlan
    construct: str

    @property
    def grouped(self) -> dict[str, GroupSource]:
        """The group of each clique in one."""
        return {name: group for group in self.source.groups for name in group.clique_names}

    def mates(self, group: GroupSource) -> list[CliqueSource]:
        """A group's cliques, in its order."""
        by_name = {clique.name: clique for clique in self.source.cliques}
        return [by_name[name] for name in group.clique_names if name in by_name]


@dataclass(frozen=True, slots=True)
class Object:
    """An object of the input, of any kind, as written."""

    kind: str
    name: str
    raw: Mapping[str, Any]
    construct: str

    @property
    def namespace(self) -> str:
        """Its namespace; the default one where it says none."""
        return mapping(self.raw.get("metadata")).get("namespace") or names.DEFAULT_NAMESPACE


@dataclass(frozen=True, slots=True)
class CheckContext:
    """Everything in the input.

    Attributes:
        target: The releases, and how the operator is configured.
        sets: The sets that could be read.
        objects: Every object, sets included.
        beside: What sets refer to.
        complete: Whether the input is all there is: what is not in it does not exist.
        typed: Whether the manifests come out of the bindings, which hold their schema.
    """

    target: Target
    sets: tuple[SetView, ...]
    objects: tuple[Object, ...]
    beside: Context
    complete: bool = False
    typed: bool = False

    def of_kind(self, *kinds: str) -> Iterator[Object]:
        """The objects of these kinds."""
        return (found for found in self.objects if found.kind in kinds)

    def absent(self, kind: str) -> Severity:
        """How bad it is that an object is not in the input: an error where the input holds others of its kind."""
        others = any(True for _ in self.of_kind(kind))
        return Severity.ERROR if self.complete or others else Severity.WARNING
