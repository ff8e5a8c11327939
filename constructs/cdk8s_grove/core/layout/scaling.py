"""What an autoscaler moves, and how far it may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.facts import names

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import PhaseSpec, ReplicaSpec
    from cdk8s_grove.core.spec.replica import ReplicaOptions


@dataclass(frozen=True, slots=True)
class Scaled:
    """The object whose number of replicas is the number of units."""

    kind: str
    name: str


def scaled_by(spec: ReplicaOptions) -> Scaled:
    """What an autoscaler of units has to scale."""
    if spec.layout == "group":
        return Scaled("PodCliqueScalingGroup", names.scaling_group(spec.name, 0, spec.group_name))
    return Scaled("PodCliqueSet", spec.name)


def scaling_findings(spec: ReplicaSpec) -> Iterator[Finding]:
    """Autoscalers that would break the ratio, go below a floor, or not hold the number that is written."""
    yield from _unit_findings(spec)
    for index, phase in enumerate(spec.phases):
        yield from _phase_findings(spec, phase, f"phases[{index}]")


def _unit_findings(spec: ReplicaSpec) -> Iterator[Finding]:
    scaling = spec.scaling
    if spec.replicas_owned_by is not None:
        if spec.layout == "group":
            yield finding(
                catalog.LAYOUT,
                "replicas_owned_by is not for this layout",
                path="replicas_owned_by",
                why="there Grove reads the number of units once, when it makes the scaling group: nothing fights",
                fix="leave it out, or use layout='set'",
            )
        if scaling is not None and scaling.autoscaler != spec.replicas_owned_by:
            yield finding(
                catalog.INVALID_OPTION,
                f"replicas_owned_by is {spec.replicas_owned_by!r}, but the replica is scaled by {scaling.autoscaler!r}",
                path="replicas_owned_by",
                fix=f"give replicas_owned_by={scaling.autoscaler!r}, or leave it out",
            )
    if scaling is None:
        return
    if spec.replicas_owned_by is None and not scaling.min <= spec.units <= scaling.max:
        yield finding(
            catalog.INVALID_OPTION,
            f"units is {spec.units}, and the autoscaler holds {scaling.min} to {scaling.max}",
            path="scaling",
            why="each time the manifest is applied units would come or go, and the autoscaler would undo it",
            fix=f"give units of {scaling.min} to {scaling.max}, or replicas_owned_by={scaling.autoscaler!r}",
        )
    floor = spec.min_units or 1
    if spec.layout == "group" and scaling.min < floor:
        yield finding(
            catalog.RATIO_HELD,
            f"the autoscaler may go down to {scaling.min} units, below min_units, which is {floor}",
            path="scaling.min",
            why="they are one gang; a gang below its minimum is taken down whole",
            fix=f"give min of {floor} or more, or lower min_units",
        )


def _phase_findings(spec: ReplicaSpec, phase: PhaseSpec, path: str) -> Iterator[Finding]:
    scaling = phase.scaling
    if scaling is None:
        return
    if spec.layout == "group":
        yield finding(
            catalog.LAYOUT,
            "a phase is not scaled by itself in this layout",
            path=f"{path}.scaling",
            why="all phases are one scaling group there",
            fix="use layout='set' with min_copies, or scale the replica's units",
        )
        return
    floor = phase.copies if phase.min_copies is None else phase.min_copies
    if phase.min_copies is None and len(spec.phases) > 1:
        yield finding(
            catalog.RATIO_HELD,
            "the phase is held at its ratio to the others, so it cannot be scaled by itself",
            path=f"{path}.scaling",
            why="all of its copies are in the unit's gang",
            found=f"copies={phase.copies} and no min_copies",
            fix="give min_copies, the floor above which copies may come and go; or scale the replica's units",
        )
        return
    least = floor if scaling.min is None else scaling.min
    if least < floor:
        yield finding(
            catalog.RATIO_HELD,
            f"the autoscaler may go down to {least} copies, below the floor of {floor}",
            path=f"{path}.scaling.min",
            why="Grove's webhook refuses it",
            fix=f"give min of {floor} or more, or lower min_copies",
        )
    most = max(least, phase.copies)
    if scaling.max < most:
        yield finding(
            catalog.INVALID_OPTION,
            f"the autoscaler's max is {scaling.max}, and there are {most} copies",
            path=f"{path}.scaling.max",
            why="the API server refuses the autoscaler, and Grove then makes no pod of the phase",
            fix=f"give max of {most} or more",
        )
