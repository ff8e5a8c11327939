"""The group layout: one scaling group holds all phases of a unit, so that units scale through one object.

A phase of one-pod copies is a clique of as many pods; each of them is the leader of a copy of its own. A copy of
several pods is unrolled into a leader clique and a worker clique of its own, because a clique has one leader address.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.layout import environment
from cdk8s_grove.core.layout.devices import equipment_of
from cdk8s_grove.core.layout.environment import LeaderOf
from cdk8s_grove.core.layout.model import CliqueLayout, GroupLayout, Rank
from cdk8s_grove.core.layout.naming import clique_name, copy_name

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import CliqueSpec, PhaseSpec, ReplicaSpec


def one_group(spec: ReplicaSpec) -> GroupLayout:
    """All phases as one scaling group; its copies are units."""
    cliques = [clique for index, phase in enumerate(spec.phases) for clique in _phase(spec, phase, f"phases[{index}]")]
    copies = max(spec.units, 1)  # a scaling group has at least one; a set of no units is made none
    return GroupLayout(
        name=spec.group_name,
        path="",
        copies=copies,
        min_copies=min(spec.min_units or 1, copies),
        cliques=tuple(cliques),
        topology=spec.topology,
    )


def _phase(spec: ReplicaSpec, phase: PhaseSpec, path: str) -> Iterator[CliqueLayout]:
    name = phase.leader.name or clique_name(phase.id, phase.leader.id)
    if phase.worker is None:
        least = phase.copies if phase.min_copies is None else phase.min_copies
        own = LeaderOf(name, own=True)
        yield _clique(spec, phase, phase.leader, f"{path}.leader", name, (phase.copies, least), own)
        return
    worker_name = phase.worker.name or clique_name(phase.id, phase.worker.id)
    pods = phase.worker.pods
    for copy in range(phase.copies):
        leader = LeaderOf(copy_name(name, copy))
        yield _clique(spec, phase, phase.leader, f"{path}.leader", leader.clique, (1, 1), leader)
        workers = copy_name(worker_name, copy)
        yield _clique(spec, phase, phase.worker, f"{path}.worker", workers, (pods, pods), leader)


def _clique(
    spec: ReplicaSpec,
    phase: PhaseSpec,
    member: CliqueSpec,
    path: str,
    name: str,
    sizes: tuple[int, int],
    leader: LeaderOf,
) -> CliqueLayout:
    is_leader = member is phase.leader
    # Grove's index over the scaling group counts all phases here, so it is no rank.
    launched = not is_leader and sizes[0] > 1
    rank = None if launched else "0" if is_leader else "1"
    nodes = 1 + (phase.worker.pods if phase.worker else 0)
    return CliqueLayout(
        name=name,
        path=path,
        pods=sizes[0],
        min_pods=sizes[1],
        env=environment.variables(spec, phase=phase.role, leader=leader, nodes=nodes, rank=rank),
        rank=Rank.LAUNCHER if launched else Rank.ENV,
        rank_variable=environment.rank_variable(spec),
        equipment=equipment_of(spec, phase, member),
        spec=member,
    )


def layout_findings(spec: ReplicaSpec) -> Iterator[Finding]:
    """What the chosen layout has no place for, and which one has."""
    if spec.layout == "set":
        if spec.min_units is not None:
            yield _cannot("min_units", "every unit is a gang of its own there", "group", "drop min_units")
        return
    if spec.min_units is not None and spec.min_units > max(spec.units, 1):
        yield finding(
            catalog.MIN_COPIES,
            f"min_units is {spec.min_units}, but units is {spec.units}",
            path="min_units",
            why="a gang cannot wait for units that do not exist",
            fix=f"give min_units of at most {max(spec.units, 1)}, or more units",
        )
    for index, phase in enumerate(spec.phases):
        path = f"phases[{index}]"
        if phase.name is not None:
            yield _cannot(f"{path}.name", "a phase is no scaling group there", "set", "drop the name")
        if phase.topology is not None:
            yield _cannot(f"{path}.topology", "a copy of a phase is no scaling group there", "set", "drop it")
        if phase.worker is not None and phase.min_copies not in (None, phase.copies):
            why = "copies of several pods are cliques there, and a gang holds every clique"
            yield _cannot(f"{path}.min_copies", why, "set", "drop min_copies")


def _cannot(path: str, why: str, other: str, drop: str) -> Finding:
    return finding(
        catalog.LAYOUT,
        f"{path.rpartition('.')[2]} is not for this layout",
        path=path,
        why=why,
        fix=f"use layout={other!r}, or {drop}",
    )
