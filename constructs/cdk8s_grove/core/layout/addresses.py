"""Where the leaders of a replica are, told before anything is rendered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.layout.environment import LeaderOf, leader_address
from cdk8s_grove.core.layout.naming import clique_name, copy_name

if TYPE_CHECKING:
    from cdk8s_grove.core.spec.clique import LeaderSpec
    from cdk8s_grove.core.spec.phase import PhaseOptions
    from cdk8s_grove.core.spec.replica import ReplicaOptions


def own_leader(replica: ReplicaOptions, phase: PhaseOptions, leader: LeaderSpec, *, workers: bool) -> str:
    """The address of a pod's own leader, with `$(...)` that the kubelet expands.

    Args:
        replica: The replica.
        phase: The phase of the pod.
        leader: The phase's leader.
        workers: Whether the phase has workers.
    """
    if replica.layout == "group" and workers:
        return f"$({replica.env_prefix}LEADER_ADDRESS)"  # another clique in each copy
    name = leader.name or clique_name(phase.id, leader.id)
    own = LeaderOf(name, own=replica.layout == "group")
    return leader_address(replica.name, own, env_prefix=replica.env_prefix, target=replica.target)


def leader_fqdn(
    replica: ReplicaOptions,
    phase: PhaseOptions,
    leader: LeaderSpec,
    *,
    workers: bool,
    unit: int,
    copy: int,
    namespace: str | None,
) -> str:
    """The address of one leader as a name any pod of the cluster can resolve.

    Args:
        replica: The replica.
        phase: The phase.
        leader: Its leader.
        workers: Whether the phase has workers.
        unit: Which unit, from 0.
        copy: Which copy of the phase in it, from 0.
        namespace: Where the set lives.
    """
    name, index = leader.name or clique_name(phase.id, leader.id), 0
    if replica.layout == "set":
        at, clique = unit, names.group_clique(replica.name, unit, phase.name or phase.id, copy, name)
    else:
        if workers:
            name = copy_name(name, copy)
        else:
            index = copy
        at, clique = 0, names.group_clique(replica.name, 0, replica.group_name, unit, name)
    service = names.service_address(replica.name, at, namespace or names.DEFAULT_NAMESPACE)
    return f"{names.hostname(clique, index)}.{service}"
