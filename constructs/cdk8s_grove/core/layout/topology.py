"""Where constraints are written, and which of them the chosen Grove and KAI can keep.

A replica's constraint is about one unit: the set's own in the set layout, where a unit is a gang; the scaling group's
in the group layout, where the set's would not hold scaled gangs, which are units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.facts import topologies, versions
from cdk8s_grove.core.facts.versions import DEFAULT_GROVE, DEFAULT_KAI

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import ReplicaSpec, Target, TopologyConstraint


@dataclass(frozen=True, slots=True)
class _Placed:
    """A constraint, and those around it."""

    path: str
    constraint: TopologyConstraint
    around: tuple[TopologyConstraint, ...]
    on_group: bool

    @property
    def name(self) -> str | None:
        """The topology it is about: its own, or that of the nearest constraint around it that names one."""
        own = self.constraint.topology_name
        return own or next((outer.topology_name for outer in self.around if outer.topology_name), None)


def topology_findings(spec: ReplicaSpec) -> Iterator[Finding]:
    """What is wrong with the constraints of a replica, as far as no topology is needed to tell."""
    placed = list(_placed(spec))
    if not placed:
        return
    for one in placed:
        yield from _not_for(spec.target, one)
    if spec.target.topology_aware and spec.target.grove_has(versions.TOPOLOGY_NAME):
        yield from _named(placed)


def _placed(spec: ReplicaSpec) -> Iterator[_Placed]:
    """Every constraint, the outer ones first."""
    in_group = spec.layout == "group"
    unit = () if spec.topology is None else (spec.topology,)
    for constraint in unit:
        yield _Placed("topology", constraint, (), on_group=in_group)
    for index, phase in enumerate(spec.phases):
        path, around = f"phases[{index}]", unit
        if phase.topology is not None and not in_group:  # the group layout has no place for it, which is said there
            yield _Placed(f"{path}.topology", phase.topology, unit, on_group=True)
            around = (phase.topology, *unit)
        for kind, member in (("leader", phase.leader), ("worker", phase.worker)):
            if member is not None and member.topology is not None:
                yield _Placed(f"{path}.{kind}.topology", member.topology, around, on_group=False)


def _not_for(target: Target, one: _Placed) -> Iterator[Finding]:
    constraint, problem = one.constraint, ""
    fix = f"target grove {DEFAULT_GROVE} and kai {DEFAULT_KAI}, or drop the constraint"
    if not target.topology_aware:
        problem = "topology-aware scheduling is off in this operator, and its webhook refuses every constraint"
        fix = "drop the constraint, or target an operator with topology_aware=True"
    elif one.on_group and versions.version_key(target.kai) in versions.KAI_BROKEN_GROUP_TOPOLOGY:
        problem = f"KAI {target.kai} refuses the pod group of such a set, its pods stay pending"
    elif not target.grove_has(versions.PACK) and (constraint.required is None or constraint.preferred is not None):
        problem = f"Grove {target.grove} knows required domains only"
    elif not target.grove_has(versions.TOPOLOGY_NAME):
        if constraint.topology_name not in (None, versions.ONE_TOPOLOGY):
            problem = (
                f"Grove {target.grove} cannot name a topology: the cluster has one, {versions.ONE_TOPOLOGY!r}, "
                "which its operator makes out of its configuration"
            )
            fix = f"leave topology_name out, or target grove {DEFAULT_GROVE} and kai {DEFAULT_KAI}"
        elif constraint.required not in topologies.OLD_DOMAINS:
            problem = f"Grove {target.grove} knows the domains {', '.join(topologies.OLD_DOMAINS)} only"
    if problem:
        yield finding(
            catalog.TARGET,
            f"a topology constraint{' on a scaling group' if one.on_group else ''} is not for this target",
            path=one.path,
            why=problem,
            found=f"grove {target.grove}, kai {target.kai}",
            fix=fix,
        )


def _named(placed: Sequence[_Placed]) -> Iterator[Finding]:
    """Grove takes one topology in a set, which an outer constraint may name for those inside it.

    Source: ai-dynamo/grove operator/internal/controller/common/component/utils/topologyconstraint.go@v0.1.0-alpha.9
    to fcc3b3bb.
    """
    first = next((one for one in placed if one.name is not None), None)
    for one in placed:
        if one.name is None:
            yield finding(
                catalog.INVALID_OPTION,
                "the constraint names no topology, and none around it does",
                path=f"{one.path}.topology_name",
                why="Grove's webhook refuses it",
                fix="give topology_name=, the name of the ClusterTopologyBinding",
            )
        elif first is not None and one.constraint.topology_name and one.name != first.name:
            yield finding(
                catalog.INVALID_OPTION,
                "the constraint names another topology than the rest of the replica",
                path=f"{one.path}.topology_name",
                why="Grove's webhook takes one topology in a set",
                found=f"{one.name!r} here, {first.name!r} in {first.path}",
                fix=f"name {first.name!r}, or leave topology_name out where a constraint around it names one",
            )
