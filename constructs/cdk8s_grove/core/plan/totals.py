"""The numbers of a set: how much there is, and how much must be free at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cdk8s_grove.core.plan.model import Amount, Pod, PodClique, PodGang, Totals


def totals(
    units: int,
    gangs: Sequence[PodGang],
    cliques: Sequence[PodClique],
    pods: Sequence[Pod],
    shared: Mapping[str, int],
) -> Totals:
    """Everything counted.

    Args:
        units: Whole instances.
        gangs: All gangs.
        cliques: All cliques.
        pods: All pods.
        shared: GPUs of claims that pods share, by gang: counted once, in the gang whose pods come first.
    """
    gpus_of = {pod.clique: pod.gpus for pod in pods}
    per_gang = tuple(_gang(gang, gpus_of, shared.get(gang.name, 0)) for gang in gangs)
    bases = [amount for amount, gang in zip(per_gang, gangs, strict=True) if gang.base is None]
    start = max(bases, key=lambda amount: (amount.gpus_at_once, amount.pods_at_once), default=Amount("", 0, 0, 0, 0))
    return Totals(
        units=units,
        gangs=len(gangs),
        pods=len(pods),
        gpus=sum(amount.gpus for amount in per_gang),
        pods_at_once=start.pods_at_once,
        gpus_at_once=start.gpus_at_once,
        per_gang=per_gang,
        per_phase=tuple(_phases(cliques, gangs, gpus_of)),
    )


def _gang(gang: PodGang, gpus_of: Mapping[str, int], shared: int) -> Amount:
    groups = gang.pod_groups
    return Amount(
        name=gang.name,
        pods=sum(group.pods for group in groups),
        gpus=sum(group.pods * gpus_of.get(group.name, 0) for group in groups) + shared,
        pods_at_once=sum(group.min_replicas for group in groups),
        gpus_at_once=sum(group.min_replicas * gpus_of.get(group.name, 0) for group in groups) + shared,
    )


def _phases(cliques: Iterable[PodClique], gangs: Sequence[PodGang], gpus_of: Mapping[str, int]) -> Iterable[Amount]:
    """Of one unit, where they differ of the largest; claims that several pods share belong to no phase."""
    least = {group.name: group.min_replicas for gang in gangs if gang.base is None for group in gang.pod_groups}
    members: dict[str, dict[int, list[PodClique]]] = {}
    for clique in cliques:
        members.setdefault(clique.phase, {}).setdefault(clique.unit, []).append(clique)
    for phase, units in members.items():
        amounts = [
            Amount(
                name=phase,
                pods=sum(clique.replicas for clique in found),
                gpus=sum(clique.replicas * gpus_of.get(clique.name, 0) for clique in found),
                pods_at_once=sum(least.get(clique.name, 0) for clique in found),
                gpus_at_once=sum(least.get(clique.name, 0) * gpus_of.get(clique.name, 0) for clique in found),
            )
            for found in units.values()
        ]
        yield max(amounts, key=lambda amount: (amount.gpus, amount.pods))
