"""The cliques and scaling groups of a set, unit by unit and copy by copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cdk8s_grove.core.facts import defaults, env, names
from cdk8s_grove.core.plan.model import PodClique, ScalingGroup, Wait
from cdk8s_grove.core.plan.phases import Place, group_places, standalone_place
from cdk8s_grove.core.plan.source import CliqueSource, GroupSource, SetSource


@dataclass(frozen=True, slots=True)
class Instance:
    """One clique that Grove makes.

    Attributes:
        fqn: Its full name.
        named: What the set says under its name; its gang and its claims follow this.
        template: What Grove takes its pods from; another clique's where that one's name is a suffix of `fqn`.
        unit: Unit, from 0.
        group: Its scaling group, or None.
        group_fqn: That group's full name.
        group_copy: The group's copy, from 0.
        gang: Its gang.
        base_gang: The base gang that one comes after; None if it is the base gang.
        place: Its phase, copies and ranks.
    """

    fqn: str
    named: CliqueSource
    template: CliqueSource
    unit: int
    group: GroupSource | None
    group_fqn: str
    group_copy: int
    gang: str
    base_gang: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class Order:
    """What a clique waits for.

    Attributes:
        after: Full names of the cliques.
        arguments: The arguments of the init container that waits for them.
    """

    after: tuple[str, ...]
    arguments: tuple[str, ...]


class Structure:
    """What follows from the set's own names, before any unit is made."""

    def __init__(self, source: SetSource) -> None:
        self.source = source
        self.by_name: dict[str, CliqueSource] = {}
        for clique in source.cliques:
            self.by_name.setdefault(clique.name, clique)
        # Grove takes the first group that names a clique.
        self.group_of: dict[str, GroupSource] = {}
        for group in source.groups:
            for name in group.clique_names:
                self.group_of.setdefault(name, group)
        self.standalone = tuple(clique for clique in source.cliques if clique.name not in self.group_of)
        self._places = {group.path: group_places(group, self._members(group)) for group in source.groups}
        self._names = [clique.name for clique in source.cliques]
        self._orders: dict[tuple[int, tuple[str, ...]], Order] = {}

    def _members(self, group: GroupSource) -> list[CliqueSource]:
        return [self.by_name[name] for name in group.clique_names]

    def group_pods(self, group: GroupSource) -> int:
        """The pods of one copy, as the templates have it."""
        return sum(clique.replicas for clique in self._members(group))

    def instances(self, unit: int) -> Iterator[Instance]:
        """The cliques of one unit: those outside groups, then by group and copy."""
        pcs = self.source.name
        base = names.service(pcs, unit)
        for clique in self.standalone:
            fqn = names.standalone_clique(pcs, unit, clique.name)
            place = standalone_place(clique)
            yield Instance(fqn, clique, self._template(fqn, clique), unit, None, "", 0, base, None, place)
        for group in self.source.groups:
            group_fqn = names.scaling_group(pcs, unit, group.name)
            for copy in range(group.replicas):
                scaled = copy >= group.min_available
                gang = names.scaled_gang(group_fqn, copy, group.min_available) if scaled else base
                for clique in self._members(group):
                    fqn = names.group_clique(pcs, unit, group.name, copy, clique.name)
                    place = self._places[group.path][clique.name]
                    template = self._template(fqn, clique)
                    after = base if scaled else None
                    yield Instance(fqn, clique, template, unit, group, group_fqn, copy, gang, after, place)

    def _template(self, fqn: str, named: CliqueSource) -> CliqueSource:
        index = names.template_of(fqn, self._names)
        return named if index is None else self.source.cliques[index]

    def scaling_groups(self, unit: int) -> Iterator[ScalingGroup]:
        """The scaling groups of one unit."""
        for group in self.source.groups:
            name = names.scaling_group(self.source.name, unit, group.name)
            yield ScalingGroup(name, group.replicas, group.min_available, group.clique_names)

    def waits(self) -> tuple[Wait, ...]:
        """What each clique waits for, by the names in the set; those that wait for nothing left out."""
        found = ((clique.name, self.parents(clique)) for clique in self.source.cliques)
        return tuple(Wait(name, after) for name, after in found if after)

    def parents(self, clique: CliqueSource) -> tuple[str, ...]:
        """The cliques it starts after."""
        if self.source.startup_type == defaults.EXPLICIT:
            return clique.starts_after
        if self.source.startup_type == defaults.IN_ORDER:
            index = next(i for i, other in enumerate(self.source.cliques) if other is clique)
            return (self.source.cliques[index - 1].name,) if index else ()
        return ()

    def order(self, instance: Instance) -> Order:
        """What it waits for: order holds within a gang only.

        All copies in a base gang wait for the same cliques, so they share what names them.

        Source: ai-dynamo/grove operator/internal/controller/podcliquescalinggroup/components/podclique/podclique.go
        and operator/internal/controller/common/component/utils/podcliquescalinggroup.go@fcc3b3bb.
        """
        parents = self.parents(instance.template)
        if instance.base_gang is None:
            key = instance.unit, parents
            if key not in self._orders:
                names_of_all = (fqn for name in parents for fqn in self._in_base_gang(instance.unit, name))
                self._orders[key] = self._order(tuple(names_of_all))
            return self._orders[key]
        mates = instance.group.clique_names if instance.group else ()
        mine = (f"{instance.group_fqn}-{instance.group_copy}-{name}" for name in parents if name in mates)
        return self._order(tuple(mine))

    def _in_base_gang(self, unit: int, clique: str) -> Iterator[str]:
        pcs, group = self.source.name, self.group_of.get(clique)
        if group is None:
            yield names.standalone_clique(pcs, unit, clique)
            return
        for copy in range(group.min_available):
            yield names.group_clique(pcs, unit, group.name, copy, clique)

    def _order(self, after: tuple[str, ...]) -> Order:
        """With the arguments of the init container.

        Source: ai-dynamo/grove operator/internal/controller/podclique/components/pod/initcontainer.go@fcc3b3bb.
        """
        arguments: list[str] = []
        for fqn in after:
            index = names.template_of(fqn, self._names)
            least = self.source.cliques[index].min_available if index is not None else 0
            arguments.append(f"--podcliques={fqn}:{least}")
        return Order(after, tuple(arguments))


def managed_by(pcs: str) -> dict[str, str]:
    """The labels of everything Grove makes for a set."""
    return {env.LABEL_MANAGED_BY: env.MANAGER, env.LABEL_PART_OF: pcs}


def clique_labels(instance: Instance, pcs: str) -> Mapping[str, str]:
    """A clique's labels: the template's, and Grove's own over them."""
    labels = {
        **instance.template.labels,
        **managed_by(pcs),
        env.LABEL_NAME: instance.fqn,
        env.LABEL_COMPONENT: env.COMPONENT_STANDALONE_CLIQUE,
        env.LABEL_UNIT: str(instance.unit),
        env.LABEL_GANG: instance.gang,
    }
    if instance.group is not None:
        labels |= {
            env.LABEL_COMPONENT: env.COMPONENT_GROUP_CLIQUE,
            env.LABEL_GROUP: instance.group_fqn,
            env.LABEL_COPY: str(instance.group_copy),
        }
        if instance.base_gang is not None:
            labels[env.LABEL_BASE_GANG] = instance.base_gang
    labels.pop(env.LABEL_TEMPLATE_HASH, None)  # Grove's own hash takes its place
    return dict(sorted(labels.items()))


def pod_clique(instance: Instance, labels: Mapping[str, str], order: Order) -> PodClique:
    """The PodClique of an instance."""
    template = instance.template
    return PodClique(
        name=instance.fqn,
        labels=labels,
        replicas=template.replicas,
        min_available=template.min_available,
        starts_after=order.after,
        phase=instance.place.phase,
        unit=instance.unit,
    )
