"""Gangs, and the PodGroups by which KAI places them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cdk8s_grove.core.facts import env, names, versions
from cdk8s_grove.core.plan.cliques import Instance, Structure, managed_by
from cdk8s_grove.core.plan.grouper import Grouper
from cdk8s_grove.core.plan.model import Constraint, GroupConstraint, KaiPodGroup, Placement, PodGang, PodGroup
from cdk8s_grove.core.plan.source import Asked, CliqueSource, SetSource
from cdk8s_grove.core.spec import Target


class Topology:
    """The topology a set refers to, and its domains as node labels."""

    def __init__(self, source: SetSource, target: Target, levels: Mapping[str, Mapping[str, str]]) -> None:
        self.asked = [
            asked
            for asked in (source.topology, *(g.topology for g in source.groups), *(c.topology for c in source.cliques))
            if asked is not None
        ]
        own = next((asked.topology for asked in self.asked if asked.topology), "")
        usual = "" if target.grove_has(versions.TOPOLOGY_NAME) else versions.ONE_TOPOLOGY
        self.name: str | None = (own or usual or None) if self.asked else None
        self.known = self.name in levels
        self._keys: Mapping[str, str] = levels.get(self.name or "", {})

    def constraint(self, asked: Asked | None) -> Constraint | None:
        """What was asked, as node labels; None if nothing was, or the topology has no such level, or no name."""
        if asked is None or self.name is None:
            return None
        required, preferred = self._key(asked.required), self._key(asked.preferred)
        if required is None and preferred is None:
            return None
        return Constraint(required, preferred, asked.required or None, asked.preferred or None)

    def unknown(self) -> tuple[str, ...]:
        """Domains that were asked for and that the topology does not have."""
        if not self.known:
            return ()
        domains = (domain for asked in self.asked for domain in (asked.required, asked.preferred))
        return tuple(dict.fromkeys(domain for domain in domains if domain and domain not in self._keys))

    def _key(self, domain: str) -> str | None:
        # Where the input does not hold the topology, the domain itself has to do.
        return (self._keys.get(domain) if self.known else domain) or None


def pod_gangs(
    structure: Structure, instances: Iterable[Instance], topology: Topology, target: Target, scheduler: str
) -> Iterator[PodGang]:
    """All gangs: the base gangs by unit, then the scaled ones by unit, group and copy."""
    source = structure.source
    labels = _labels(source, target, scheduler)
    scaled: list[PodGang] = []
    members_of: dict[int, dict[str, list[Instance]]] = {unit: {} for unit in range(source.units)}
    for instance in instances:
        members_of[instance.unit].setdefault(instance.gang, []).append(instance)
    for unit, members in members_of.items():
        base = names.service(source.name, unit)
        yield PodGang(
            name=base,
            labels=labels,
            unit=unit,
            base=None,
            pod_groups=_pod_groups(members.pop(base, ()), topology),
            priority_class=source.priority_class,
            constraint=topology.constraint(source.topology),
            group_constraints=tuple(_group_constraints(structure, topology, unit)),
        )
        # By the groups and not by their members: a group without cliques has its scaled gangs too.
        for group in source.groups:
            fqn = names.scaling_group(source.name, unit, group.name)
            for copy in range(group.min_available, group.replicas):
                name = names.scaled_gang(fqn, copy, group.min_available)
                scaled.append(
                    PodGang(
                        name=name,
                        labels=labels,
                        unit=unit,
                        base=base,
                        pod_groups=_pod_groups(members.pop(name, ()), topology),
                        priority_class=source.priority_class,
                        constraint=topology.constraint(group.topology or source.topology),
                        group_constraints=(),
                    )
                )
    yield from scaled


def _labels(source: SetSource, target: Target, scheduler: str) -> dict[str, str]:
    labels = {
        **managed_by(source.name),
        env.LABEL_COMPONENT: env.COMPONENT_GANG,
        env.LABEL_SCHEDULER: scheduler,
    }
    if target.grove_has(versions.GANG_MIRRORS_SET):
        labels = {k: v for k, v in source.labels.items() if not k.startswith(env.GROVE_DOMAIN)} | labels
    return dict(sorted(labels.items()))


def _pod_groups(instances: Iterable[Instance], topology: Topology) -> tuple[PodGroup, ...]:
    return tuple(
        PodGroup(i.fqn, i.named.min_available, i.template.replicas, topology.constraint(i.named.topology))
        for i in instances
    )


def _group_constraints(structure: Structure, topology: Topology, unit: int) -> Iterator[GroupConstraint]:
    pcs = structure.source.name
    for group in structure.source.groups:
        if group.topology is None:
            continue
        constraint = topology.constraint(group.topology)
        fqn = names.scaling_group(pcs, unit, group.name)
        for copy in range(group.min_available):
            cliques = tuple(names.group_clique(pcs, unit, group.name, copy, name) for name in group.clique_names)
            yield GroupConstraint(f"{fqn}-{copy}", cliques, constraint)


def written_by_grove(target: Target) -> bool:
    """Whether Grove writes KAI's PodGroups itself; else KAI's pod-grouper does."""
    return target.grove_has(versions.GROVE_WRITES_POD_GROUP)


def pod_group_name(gang: str, target: Target) -> str:
    """The PodGroup of a gang."""
    return gang if written_by_grove(target) else names.grouper_pod_group(gang)


def queue_of(source: SetSource, instances: Sequence[Instance], target: Target) -> str | None:
    """The queue KAI charges for the set; None where Grove's webhook finds none, or several.

    Source: ai-dynamo/grove operator/internal/scheduler/kai/backend.go@fcc3b3bb; before that KAI's pod-grouper.
    """
    if not written_by_grove(target):
        return Grouper(source, target).queue(instances[0].template if instances else source.cliques[0])
    queues = {_stated(clique.labels, clique.annotations) for clique in source.cliques} - {""}
    own = _stated(source.labels, source.annotations)
    if own:
        return own if queues <= {own} else None
    return queues.pop() if len(queues) == 1 else None


def _stated(labels: Mapping[str, str], annotations: Mapping[str, str]) -> str:
    return labels.get(env.KAI_QUEUE_LABEL) or annotations.get(env.KAI_QUEUE_LABEL, "")


def kai_pod_groups(
    gangs: Iterable[PodGang],
    source: SetSource,
    instances: Sequence[Instance],
    target: Target,
    *,
    topology: str | None,
) -> Iterator[KaiPodGroup]:
    """One a gang that has pods: KAI takes no PodGroup of none."""
    gangs = [gang for gang in gangs if gang.pod_groups]
    if written_by_grove(target):
        queue = queue_of(source, instances, target)
        for gang in gangs:
            asked = gang.constraint
            placed = Placement(topology, asked.required, asked.preferred) if asked else Placement(None, None, None)
            yield KaiPodGroup(gang.name, gang, queue, source.priority_class, topology, placed)
        return
    grouper = Grouper(source, target)
    if grouper.refused is not None:
        return
    first: dict[str, CliqueSource] = {}
    for instance in instances:
        first.setdefault(instance.gang, instance.template)
    for gang in gangs:
        pod = first[gang.name]
        yield KaiPodGroup(
            name=pod_group_name(gang.name, target),
            gang=gang,
            queue=grouper.queue(pod),
            priority_class=grouper.priority(pod),
            topology=topology,
            placement=grouper.placement(gang.constraint, topology),
            preemptibility=grouper.preemptibility(pod),
            preemption_delay=grouper.preemption_delay(pod),
            staleness_grace_period=grouper.staleness_grace_period(pod),
        )
