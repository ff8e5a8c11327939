"""Where pods are placed: the levels of a cluster's topology, and constraints by them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self, get_args

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError, finding
from cdk8s_grove.core.facts import env, topologies, versions
from cdk8s_grove.core.facts.labels import is_dns_subdomain, is_qualified_name
from cdk8s_grove.core.spec.base import Spec, refuse
from cdk8s_grove.core.spec.errors import closest
from cdk8s_grove.core.spec.target import Target

TopologyPreset = Literal[
    "aws", "coreweave", "coreweave-nvl72", "gke", "kubernetes", "nvidia", "oci", "topograph", "topograph-v1"
]
TOPOLOGY_PRESETS: Final[tuple[str, ...]] = get_args(TopologyPreset)


def _name(name: str) -> str:
    if not is_dns_subdomain(name):
        refuse(
            catalog.INVALID_NAME,
            "is not what a topology can be called",
            fix="use lower-case letters, digits, '-' and '.', with a letter or digit first and last",
        )
    return name


def _key(key: str) -> str:
    if len(key) > 63 or not is_qualified_name(key):
        refuse(
            catalog.INVALID_OPTION,
            "is not a node label's key",
            why="the API server takes `name` or `prefix/name` of at most 63 characters here",
            fix="give the label by which nodes say where they stand, for example 'topology.kubernetes.io/zone'",
        )
    return key


Domain = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$", max_length=63)]
TopologyName = Annotated[str, AfterValidator(_name)]


class TopologyConstraint(Spec):
    """Within which domain of a topology pods have to, or should, be placed.

    Attributes:
        topology_name: The ClusterTopologyBinding whose levels the domains are; one and the same in a whole replica.
            None: that of the nearest constraint around it, which has to name one.
        required: The domain they must share; without it they may not start.
        preferred: The domain they should share if there is room.
    """

    topology_name: TopologyName | None = None
    required: Domain | None = None
    preferred: Domain | None = None

    @model_validator(mode="after")
    def _asks_for_something(self) -> Self:
        if self.required is None and self.preferred is None:
            refuse(
                catalog.INVALID_OPTION,
                "names neither a required nor a preferred domain",
                why="Grove refuses an empty constraint",
                fix="give required=, preferred= or both",
            )
        return self


class TopologyLevel(Spec):
    """One level of a topology.

    Attributes:
        domain: What constraints call it: lower-case letters, digits and `-`, a letter first, at most 63 characters.
        key: The label whose value the nodes of one domain share; at most 63 characters.
    """

    domain: Domain
    key: Annotated[str, AfterValidator(_key)]


def _levels_of(levels: object) -> object:
    """The levels of a preset, where one is named."""
    if not isinstance(levels, str):
        return levels
    if levels not in topologies.PRESETS:
        refuse(
            catalog.INVALID_OPTION,
            f"is no preset{closest(levels, TOPOLOGY_PRESETS)}",
            fix=f"use one of {', '.join(TOPOLOGY_PRESETS)}, or a list of levels",
        )
    return [{"domain": domain, "key": key} for domain, key in topologies.PRESETS[levels]]


def _are_a_hierarchy(levels: tuple[TopologyLevel, ...]) -> tuple[TopologyLevel, ...]:
    for field in ("domain", "key"):
        seen: dict[str, int] = {}
        for index, level in enumerate(levels):
            value: str = getattr(level, field)
            if value in seen:
                refuse(
                    catalog.INVALID_OPTION,
                    f"has the {field} {value!r} twice, in levels {seen[value]} and {index}",
                    why="Grove's webhook refuses it",
                    fix=f"give each level a {field} of its own",
                )
            seen[value] = index
    below_host = [level.domain for level in levels[:-1] if level.key == topologies.HOSTNAME]
    if below_host:
        refuse(
            catalog.INVALID_OPTION,
            f"has {topologies.HOSTNAME!r} above {levels[-1].domain!r}",
            why="levels go from broad to narrow, and KAI takes this label at the last one only",
            fix=f"put {below_host[0]!r} last",
        )
    return levels


Levels = Annotated[
    tuple[TopologyLevel, ...],
    BeforeValidator(_levels_of),
    Field(strict=False, min_length=1, max_length=topologies.MOST_LEVELS),
    AfterValidator(_are_a_hierarchy),
]


class ClusterTopologyBindingSpec(Spec):
    """A ClusterTopologyBinding: the levels by which constraints place pods.

    Attributes:
        name: Its name in the cluster, and that of the Topology Grove makes of it for KAI.
        levels: 1 to 16 levels, broad to narrow, or the name of a preset.
        scheduler_topologies: By scheduler, the topology of its own that is in the cluster already; Grove then makes
            none, and only watches that the levels agree. Of Grove's schedulers, KAI has topologies.
        target: The Grove it is for: v0.1.0-alpha.9 or newer.
    """

    name: TopologyName
    levels: Levels
    scheduler_topologies: dict[str, TopologyName] = Field(default_factory=dict)
    target: Target = Target()

    @model_validator(mode="after")
    def _is_for_the_target(self) -> Self:
        if not self.target.grove_has(versions.TOPOLOGY_NAME):
            refuse(
                catalog.TARGET,
                f"is Grove {self.target.grove}, which knows no ClusterTopologyBinding",
                why=f"its operator makes the one topology of the cluster, {versions.ONE_TOPOLOGY!r}, out of its "
                "configuration (topologyAwareScheduling.levels)",
                fix="leave the binding out and the name of the topology too, or target a newer Grove",
                field="target",
            )
        for scheduler in self.scheduler_topologies:
            if scheduler not in self.target.schedulers or scheduler != env.KAI_SCHEDULER:
                enabled = scheduler in self.target.schedulers
                refuse(
                    catalog.TARGET,
                    f"names {scheduler!r}, which {'has no topologies' if enabled else 'is not enabled in Grove'}",
                    why="Grove's webhook refuses it",
                    fix=f"name {env.KAI_SCHEDULER!r} only, as far as the target's schedulers have it",
                    field="scheduler_topologies",
                )
        return self

    @property
    def domains(self) -> tuple[str, ...]:
        """The domains, broad to narrow."""
        return tuple(level.domain for level in self.levels)

    def within(self, required: str | None = None, *, preferred: str | None = None) -> TopologyConstraint:
        """A constraint by this topology.

        Args:
            required: The domain the pods must share.
            preferred: The domain they should share if there is room.

        Raises:
            SpecError: The topology has no such domain, or none is given (GRV001).
        """
        asked = {"required": required, "preferred": preferred}
        problems = [
            finding(
                catalog.INVALID_OPTION,
                f"the topology {self.name!r} has no domain {domain!r}{closest(str(domain), self.domains)}",
                path=option,
                found=repr(domain),
                why="Grove's webhook refuses it",
                fix=f"use one of: {', '.join(self.domains)}",
            )
            for option, domain in asked.items()
            if domain is not None and domain not in self.domains
        ]
        if problems:
            raise SpecError(problems)
        return TopologyConstraint(topology_name=self.name, required=required, preferred=preferred)
