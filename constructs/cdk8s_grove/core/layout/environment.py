"""The variables every container gets: the leader's address, the rank, the pods of a copy, the phase.

They stand before the user's own, so that the user's can refer to them on every Grove.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cdk8s_grove.core.facts import env, versions
from cdk8s_grove.core.layout.model import EnvEntry, Rank

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import ReplicaSpec, Target


@dataclass(frozen=True, slots=True)
class LeaderOf:
    """The leader of a pod's copy.

    Attributes:
        clique: Its clique's name in the set.
        own: Each pod of the clique is its own leader; else the first one is.
    """

    clique: str
    own: bool = False


def leader_address(pcs: str, leader: LeaderOf, *, env_prefix: str, target: Target) -> str:
    """The address of the leader of the pod's own copy, with `$(...)` that the kubelet expands.

    Grove before v0.1.0-alpha.12-rc2 puts its variables after ours, where ours cannot refer to them; there
    the address is built from the labels Grove puts on the pod (see `address_parts`).

    Args:
        pcs: The set's name.
        leader: The copy's leader.
        env_prefix: What stands before the names of our variables.
        target: The Grove it is for.
    """
    if target.grove_has(versions.ENV_BEFORE_USERS):
        index = f"$({env.CLIQUE_POD_INDEX})" if leader.own else "0"
        return f"$({env.GROUP_NAME})-$({env.GROUP_INDEX})-{leader.clique}-{index}.$({env.HEADLESS_SERVICE})"
    group, copy, unit, namespace, *own = (f"$({entry.name})" for entry in address_parts(leader, env_prefix, target))
    return f"{group}-{copy}-{leader.clique}-{own[0] if own else 0}.{pcs}-{unit}.{namespace}.svc.cluster.local"


def address_parts(leader: LeaderOf, env_prefix: str, target: Target) -> tuple[EnvEntry, ...]:
    """What the address is made of where Grove's own variables come too late; else nothing."""
    if target.grove_has(versions.ENV_BEFORE_USERS):
        return ()
    parts = [
        ("GROUP", f"metadata.labels['{env.LABEL_GROUP}']"),
        ("COPY", f"metadata.labels['{env.LABEL_COPY}']"),
        ("UNIT", f"metadata.labels['{env.LABEL_UNIT}']"),
        ("NAMESPACE", "metadata.namespace"),
    ]
    if leader.own:
        parts.append(("INDEX", f"metadata.labels['{env.LABEL_POD_INDEX}']"))
    return tuple(EnvEntry(f"{env_prefix}LEADER_{part}", field_path=path) for part, path in parts)


def rank_variable(spec: ReplicaSpec) -> str:
    """The name of the variable that holds a pod's rank."""
    return f"{spec.env_prefix}RANK"


def rank_of(spec: ReplicaSpec, *, leader: bool, pods: int) -> tuple[Rank, str]:
    """Where the rank of a clique's pods comes from, and the variable's value where it is one.

    A worker clique of one pod always holds rank 1. With more, the rank is Grove's index over the scaling
    group, which starts at the leader because the leader's clique is listed first; where Grove has no such
    index it is the clique's own index + 1, which only a shell can compute.
    """
    if leader or pods == 1:
        return Rank.ENV, "0" if leader else "1"
    if spec.target.grove_has(versions.GROUP_POD_INDEX):
        return Rank.ENV, f"$({env.GROUP_POD_INDEX})"
    return Rank.LAUNCHER, ""


def variables(spec: ReplicaSpec, *, phase: str, leader: LeaderOf, nodes: int, rank: str | None) -> tuple[EnvEntry, ...]:
    """The variables of one clique's containers, in an order in which each may refer to those before it.

    Args:
        spec: The replica.
        phase: The phase's kind, for example `decode`.
        leader: The copy's leader.
        nodes: Pods in a copy.
        rank: The rank's value, or None where the launcher computes it.
    """
    prefix = spec.env_prefix
    entries = [
        *address_parts(leader, prefix, spec.target),
        EnvEntry(
            f"{prefix}LEADER_ADDRESS",
            leader_address(spec.name, leader, env_prefix=prefix, target=spec.target),
        ),
        EnvEntry(f"{prefix}NODES", str(nodes)),
        EnvEntry(f"{prefix}PHASE", phase),
    ]
    if rank is not None:
        entries.append(EnvEntry(rank_variable(spec), rank))
    return tuple(entries)
