"""From a spec to its layout; here the set layout: a scaling group a phase, with a leader and a worker clique."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, LayoutError, finding
from cdk8s_grove.core.facts import env
from cdk8s_grove.core.layout import environment
from cdk8s_grove.core.layout.containers import container_findings
from cdk8s_grove.core.layout.devices import device_findings, equipment_of
from cdk8s_grove.core.layout.group import layout_findings, one_group
from cdk8s_grove.core.layout.model import CliqueLayout, GroupLayout, Rank, ReplicaLayout
from cdk8s_grove.core.layout.naming import clique_name, name_findings
from cdk8s_grove.core.layout.scaling import scaling_findings
from cdk8s_grove.core.layout.topology import topology_findings
from cdk8s_grove.core.layout.volumes import volume_findings

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import CliqueSpec, PhaseSpec, ReplicaSpec


def lay_out(spec: ReplicaSpec) -> ReplicaLayout:
    """Decide names, counts, gangs and variables of a replica.

    Raises:
        LayoutError: Everything that cannot be, all of it at once: names that are invalid, double, too long
            or a suffix of another (GRV007-010, 012), variables and pod fields that are taken (014, 017),
            a rank out of reach (015, 016), what the target cannot do (018), what the layout cannot (023),
            topologies that are not one (001), autoscalers that break a ratio or a floor (024).
    """
    if spec.layout == "group":
        groups, copies = [one_group(spec)], min(spec.units, 1)
    else:
        groups, copies = [_phase(spec, index, phase) for index, phase in enumerate(spec.phases)], spec.units
    layout = ReplicaLayout(
        name=spec.name,
        copies=copies,
        groups=tuple(groups),
        topology=None if spec.layout == "group" else spec.topology,
        spec=spec,
    )
    findings = [*layout_findings(spec), *name_findings(layout), *_label_findings(spec), *topology_findings(spec)]
    findings += [found for group in groups for clique in group.cliques for found in container_findings(spec, clique)]
    findings += [*volume_findings(layout), *device_findings(layout), *scaling_findings(spec)]
    if findings:
        raise LayoutError(found.about(spec.name) for found in dict.fromkeys(findings))
    return layout


def _phase(spec: ReplicaSpec, index: int, phase: PhaseSpec) -> GroupLayout:
    workers = phase.worker.pods if phase.worker else 0
    leader_name = phase.leader.name or clique_name(phase.id, phase.leader.id)
    address = environment.LeaderOf(leader_name)
    members: list[tuple[str, CliqueSpec, int]] = [("leader", phase.leader, 1)]
    if phase.worker:
        members.append(("worker", phase.worker, workers))
    cliques: list[CliqueLayout] = []
    for kind, member, pods in members:
        rank, value = environment.rank_of(spec, leader=kind == "leader", pods=pods)
        cliques.append(
            CliqueLayout(
                name=member.name or clique_name(phase.id, member.id),
                path=f"phases[{index}].{kind}",
                pods=pods,
                # A copy of an engine over several pods is nothing without one of them.
                min_pods=pods,
                env=environment.variables(
                    spec,
                    phase=phase.role,
                    leader=address,
                    nodes=1 + workers,
                    rank=value if rank is Rank.ENV else None,
                ),
                rank=rank,
                rank_variable=environment.rank_variable(spec),
                equipment=equipment_of(spec, phase, member),
                spec=member,
            )
        )
    return GroupLayout(
        name=phase.name or phase.id,
        path=f"phases[{index}]",
        copies=phase.copies,
        min_copies=phase.copies if phase.min_copies is None else phase.min_copies,
        cliques=tuple(cliques),
        topology=phase.topology,
        scaling=phase.scaling,
    )


def _label_findings(spec: ReplicaSpec) -> Iterator[Finding]:
    for label, option, value in (
        (env.KAI_QUEUE_LABEL, "queue", spec.queue),
        (env.KAI_NODE_POOL_LABEL, "node_pool", spec.node_pool),
    ):
        if spec.labels.get(label, value) != value:
            yield finding(
                catalog.POD_FIELD,
                f"the label {label!r} says something else than {option}",
                path="labels",
                why="set and cliques have to name the same one",
                found=f"{spec.labels[label]!r} in labels, {value!r} in {option}",
                fix=f"drop the label; {option} writes it where it belongs",
            )
