"""A disaggregated deployment: what one manifest describes."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts.durations import parse_duration
from cdk8s_grove.core.facts.labels import is_dns_subdomain
from cdk8s_grove.core.spec.base import Annotations, Count, Labels, LabelValue, Spec, refuse
from cdk8s_grove.core.spec.override import Override
from cdk8s_grove.core.spec.phase import PhaseSpec
from cdk8s_grove.core.spec.scaling import Autoscaler, UnitScaling
from cdk8s_grove.core.spec.target import Target
from cdk8s_grove.core.spec.topology import TopologyConstraint
from cdk8s_grove.core.spec.volume import ReplicaVolume


def _duration(value: object) -> object:
    if isinstance(value, str):
        try:
            value = parse_duration(value)
        except ValueError:
            refuse(catalog.INVALID_OPTION, "is not a duration", fix="write it as '15m', '1h30m' or '90s'")
    if isinstance(value, timedelta) and value <= timedelta(0):
        refuse(
            catalog.INVALID_OPTION,
            "is not more than 0",
            why="Grove's webhook refuses a delay that is not positive",
            fix="give a positive duration, for example '15m'",
        )
    return value


Duration = Annotated[timedelta, BeforeValidator(_duration)]


def _priority(name: str) -> str:
    if not is_dns_subdomain(name):
        refuse(
            catalog.INVALID_NAME,
            "is not what a PriorityClass can be called",
            fix="use lower-case letters, digits, '-' and '.', with a letter or digit first and last",
        )
    return name


PriorityClassName = Annotated[str, AfterValidator(_priority)]
EnvPrefix = Annotated[str, StringConstraints(pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$", max_length=64)]


def _name(name: str) -> str:
    # Whether it is one Kubernetes takes is said together with the names made from it.
    if not name:
        refuse(catalog.INVALID_NAME, "is empty", fix="give a name, or leave it out")
    return name


Layout = Literal["set", "group"]


class ReplicaOptions(Spec):
    """The options of a replica apart from its phases; the construct takes the same ones.

    Attributes:
        name: The set's name; a DNS-1035 label, short: with the longest scaling group and clique name it
            may have 45 characters.
        namespace: Where the set lives; None leaves it to whoever applies the manifest.
        units: Whole instances, each with every phase at its ratio; 0 or more.
        layout: `set`: a scaling group a phase, units are what the set scales. `group`: one scaling group holds all
            phases, units are its copies; copies of several pods are unrolled into cliques of their own.
        min_units: In the group layout, how many units one gang holds, 1 to `units`; the others are gangs of their
            own. None: one, so that every unit is a gang.
        group_name: In the group layout, the scaling group's name; a DNS label.
        scaling: The autoscaler of units; None: they are as many as is written here.
        replicas_owned_by: In the set layout, the autoscaler that owns the number of units, `hpa` or `keda`: the
            manifest then leaves it out, so that applying it again changes nothing. None: the manifest has it.
        queue: The KAI leaf queue that pays for the pods.
        target: The Grove and KAI the manifest is for.
        priority: Name of the PriorityClass of all pods.
        termination_delay: How long a gang may stay below its minimum before Grove starts it anew; more
            than 0. None leaves Grove's default of 4 hours.
        node_pool: KAI node pool (the shard) the pods belong to.
        topology: Where the pods of one unit are placed, for each unit by itself. In the set layout it holds within
            each gang: copies above a phase's `min_copies` are gangs of their own, and may land elsewhere.
        env_prefix: Put before the names of the variables every container gets: LEADER_ADDRESS, RANK,
            NODES, PHASE. `MODELPLANE_`, `DYNAMO_`, or nothing.
        volumes: What every pod mounts, in this order: weights, caches.
        labels: Labels of the set.
        annotations: Annotations of the set.
        overrides: Fields set after rendering, in this order.
    """

    name: Annotated[str, AfterValidator(_name)]
    namespace: str | None = None
    units: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1
    layout: Layout = "set"
    min_units: Count | None = None
    group_name: str = "unit"
    scaling: UnitScaling | None = None
    replicas_owned_by: Autoscaler | None = None
    queue: LabelValue
    target: Target = Target()
    priority: PriorityClassName | None = None
    termination_delay: Duration | None = None
    node_pool: LabelValue | None = None
    topology: TopologyConstraint | None = None
    env_prefix: EnvPrefix = ""
    volumes: Annotated[tuple[ReplicaVolume, ...], Field(strict=False)] = ()
    labels: Labels = Field(default_factory=dict)
    annotations: Annotations = Field(default_factory=dict)
    overrides: Annotated[tuple[Override, ...], Field(strict=False)] = ()


class ReplicaSpec(ReplicaOptions):
    """A whole replica as plain data.

    Attributes:
        phases: One or more, in the order they are written in the manifest.
    """

    phases: Annotated[tuple[PhaseSpec, ...], Field(strict=False, min_length=1)]
