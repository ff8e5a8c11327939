"""What Grove and KAI make of a set, as data; `core.report` turns it into text, JSON and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cdk8s_grove.core.spec import Override, Target

Labels = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EnvSource:
    """Where a variable's value comes from, when it is not written in the manifest.

    Attributes:
        kind: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`.
        ref: The field's path, `container/resource`, or `object/key`.
    """

    kind: str
    ref: str


Env = tuple[tuple[str, str | EnvSource], ...]
"""A container's variables, in the order of the pod."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """The node labels all pods of something must, or should, have the same value of.

    Attributes:
        required: Label key of the domain that must hold them all; None where none must.
        preferred: Label key of the domain that should.
        required_domain: The same as the user wrote it, for example `rack`.
        preferred_domain: Likewise.
    """

    required: str | None
    preferred: str | None
    required_domain: str | None
    preferred_domain: str | None


@dataclass(frozen=True, slots=True)
class PodClique:
    """A PodClique Grove makes.

    Attributes:
        name: Its full name.
        labels: Its labels, without the hash of its template.
        replicas: Its pods.
        min_available: The least of them its gang starts with.
        starts_after: Full names of the cliques it waits for, in order.
        phase: The phase its pods belong to.
        unit: Unit it is in, from 0.
    """

    name: str
    labels: Labels
    replicas: int
    min_available: int
    starts_after: tuple[str, ...]
    phase: str
    unit: int


@dataclass(frozen=True, slots=True)
class ScalingGroup:
    """A PodCliqueScalingGroup Grove makes, one a unit and group.

    Attributes:
        name: Its full name.
        replicas: Its copies.
        min_available: The least copies, which make up the base gang.
        clique_names: Its cliques as the set names them.
    """

    name: str
    replicas: int
    min_available: int
    clique_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PodGroup:
    """The pods of one clique in a gang.

    Attributes:
        name: The clique's full name.
        min_replicas: The least of its pods placed together with the rest of the gang.
        pods: Its pods.
        constraint: Its own topology constraint.
    """

    name: str
    min_replicas: int
    pods: int
    constraint: Constraint | None


@dataclass(frozen=True, slots=True)
class GroupConstraint:
    """A copy's topology constraint inside the base gang.

    Attributes:
        name: The scaling group's full name and the copy's index.
        pod_groups: Full names of the copy's cliques.
        constraint: What they must share; None if the topology knows none of its domains.
    """

    name: str
    pod_groups: tuple[str, ...]
    constraint: Constraint | None


@dataclass(frozen=True, slots=True)
class PodGang:
    """A gang: its pods are placed all or, below their minimum, none.

    Attributes:
        name: Its name.
        labels: Its labels.
        unit: Unit it belongs to, from 0.
        base: The name of the base gang it comes after; None for a base gang.
        pod_groups: In the order Grove lists them.
        priority_class: Its PriorityClass.
        constraint: What all its pods must share.
        group_constraints: What each copy's pods must share, in a base gang.
    """

    name: str
    labels: Labels
    unit: int
    base: str | None
    pod_groups: tuple[PodGroup, ...]
    priority_class: str | None
    constraint: Constraint | None
    group_constraints: tuple[GroupConstraint, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where KAI places the pods of a gang.

    Attributes:
        topology: The topology's name.
        required: Label key of the nodes that must all be of one value.
        preferred: Label key of those that should.
    """

    topology: str | None
    required: str | None
    preferred: str | None


@dataclass(frozen=True, slots=True)
class KaiPodGroup:
    """The PodGroup by which KAI places a gang.

    Attributes:
        name: Its name; it ends in `<uid>` where KAI's pod-grouper writes it.
        gang: The gang it stands for.
        queue: The queue that pays; None if none can be told.
        priority_class: Its PriorityClass.
        topology: Name of the topology its subgroups' constraints refer to.
        placement: What all its pods share.
        preemptibility: `preemptible` or `non-preemptible`; None where its priority decides.
        preemption_delay: How long it is left alone, in Go's notation; None where nobody says.
        staleness_grace_period: How long it may run with too few pods, likewise.
    """

    name: str
    gang: PodGang
    queue: str | None
    priority_class: str | None
    topology: str | None
    placement: Placement
    preemptibility: str | None = None
    preemption_delay: str | None = None
    staleness_grace_period: str | None = None

    @property
    def min_member(self) -> int:
        """The pods that must fit at the same time."""
        return sum(group.min_replicas for group in self.gang.pod_groups)


@dataclass(frozen=True, slots=True)
class Service:
    """A unit's headless service.

    Attributes:
        name: Its name, the subdomain of the unit's pods.
        publish_not_ready: Whether pods have an address before they are ready.
        selector: Labels of its pods.
    """

    name: str
    publish_not_ready: bool
    selector: Labels


@dataclass(frozen=True, slots=True)
class Autoscaler:
    """A HorizontalPodAutoscaler Grove makes.

    Attributes:
        name: Its name, its target's too.
        kind: `PodCliqueScalingGroup` or `PodClique`.
        min_replicas: The least copies or pods.
        max_replicas: The most.
    """

    name: str
    kind: str
    min_replicas: int
    max_replicas: int


@dataclass(frozen=True, slots=True)
class ScaleTarget:
    """Something with a scale subresource that an autoscaler of one's own may point at.

    Attributes:
        kind: `PodCliqueSet`, `PodCliqueScalingGroup`, or `PodClique` for one outside every group.
        name: Its name.
        counts: What one replica of it is: `units`, `copies` or `pods`.
        replicas: How many the manifest asks for.
        min_available: Grove starts it anew below this; None for a set.
        selector: The selector of its pods; None where this Grove publishes none.
    """

    kind: str
    name: str
    counts: str
    replicas: int
    min_available: int | None
    selector: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A pod's entry for a resource claim (DRA).

    Attributes:
        name: Its name in the pod.
        claim: Name of an existing claim, or None.
        template: Name of the template each pod gets a claim of its own from, or None.
    """

    name: str
    claim: str | None
    template: str | None


@dataclass(frozen=True, slots=True)
class Pod:
    """A pod Grove makes. Its name is `name_prefix` and five characters nobody knows before.

    Attributes:
        hostname: Its hostname.
        subdomain: Its unit's headless service.
        name_prefix: How its name begins.
        fqdn: Its address.
        clique: Full name of its clique.
        template: The clique whose pod template it runs, as the set names it.
        phase: `prefill`, `decode`…: its scaling group's name, or in a group of several phases its clique's.
        unit: From 0.
        copy: From 0; within its unit and phase.
        rank: From 0; within its copy, over the group's cliques in their order.
        gang: Its gang.
        labels: Its labels, without the hash of its template.
        annotations: Its annotations.
        scheduler: Its scheduler.
        restart_policy: Its restart policy.
        termination_grace_period_seconds: In seconds.
        init_containers: Their names, in order; Grove's own last.
        init_args: The arguments of Grove's own init container.
        env: Variables of each container.
        init_env: Variables of each init container of the user's.
        resolved_env: What each container's process sees; `<...>` is not known before run time, or masked.
        claims: Its resource claims.
        gpus: Its own GPUs: extended resources, and those of claims made for it alone.
    """

    hostname: str
    subdomain: str
    name_prefix: str
    fqdn: str
    clique: str
    template: str
    phase: str
    unit: int
    copy: int
    rank: int
    gang: str
    labels: Labels
    annotations: Labels
    scheduler: str
    restart_policy: str
    termination_grace_period_seconds: int
    init_containers: tuple[str, ...]
    init_args: Mapping[str, tuple[str, ...]]
    env: Mapping[str, Env]
    init_env: Mapping[str, Env]
    resolved_env: Mapping[str, Labels]
    claims: tuple[Claim, ...]
    gpus: int


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of something there is.

    Attributes:
        name: Of the gang or phase.
        pods: Its pods.
        gpus: Their GPUs.
        pods_at_once: The pods that must be placed at the same time for it to start.
        gpus_at_once: The GPUs that must be free at the same time for that.
    """

    name: str
    pods: int
    gpus: int
    pods_at_once: int
    gpus_at_once: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The whole set in numbers.

    Attributes:
        units: Whole instances.
        gangs: Their gangs, scaled ones included.
        pods: All pods.
        gpus: All GPUs.
        pods_at_once: Pods placed together for one unit to start: its base gang's minimum; of the unit that needs most.
        gpus_at_once: GPUs that must be free at the same time for that.
        per_gang: One a gang, in the order of the gangs.
        per_phase: One a phase, of one unit, where they differ of the largest; in the order of the set.
    """

    units: int
    gangs: int
    pods: int
    gpus: int
    pods_at_once: int
    gpus_at_once: int
    per_gang: tuple[Amount, ...]
    per_phase: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    """What a clique's pods wait for before their containers start.

    Attributes:
        clique: As the set names it.
        after: The cliques that have to be ready first.
    """

    clique: str
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """Something the API server accepts and the operator then cannot make.

    Attributes:
        kind: Of what is not made: `Service`, `HorizontalPodAutoscaler`, `ResourceClaim`, `PodClique`, `Pod`…
        path: The field of the manifest that is the reason.
        why: The reason.
        pods_lost: How many pods are never made for it.
    """

    kind: str
    path: str
    why: str
    pods_lost: int


@dataclass(frozen=True, slots=True)
class SetPlan:
    """What becomes of one PodCliqueSet.

    Attributes:
        name: The set's name.
        namespace: Its namespace.
        source: Where the manifest is: `file:line`, with `items[n]` in a List; for plain dicts `manifests[n]`, with the
            path of the construct in the place of `manifests`.
        queue: The KAI queue that pays; None if none can be told, or KAI does not schedule it.
        queue_parents: The queues above it that are in the input, from the nearest up.
        scheduler: Who schedules its pods.
        topology: The topology its constraints refer to.
        startup_type: `CliqueStartupTypeAnyOrder`, `...InOrder` or `...Explicit`.
        pod_cliques: By unit; standalone cliques first, then by group and copy.
        scaling_groups: By unit and group.
        pod_gangs: Base gangs by unit, then scaled gangs by unit, group and copy.
        kai_pod_groups: One a gang, if KAI schedules the set.
        services: One a unit.
        autoscalers: By unit.
        resource_claims: Names of the claims Grove makes to be shared.
        pods: By clique and index.
        scale_targets: The set, then what is in it, by unit.
        startup: What waits for what, by clique; empty if nothing does.
        totals: The numbers.
        failures: What would fail.
        notes: What the plan could not know, and what is worth knowing.
        overrides: Fields the construct sets after rendering.
    """

    name: str
    namespace: str
    source: str
    queue: str | None
    queue_parents: tuple[str, ...]
    scheduler: str
    topology: str | None
    startup_type: str
    pod_cliques: tuple[PodClique, ...]
    scaling_groups: tuple[ScalingGroup, ...]
    pod_gangs: tuple[PodGang, ...]
    kai_pod_groups: tuple[KaiPodGroup, ...]
    services: tuple[Service, ...]
    autoscalers: tuple[Autoscaler, ...]
    resource_claims: tuple[str, ...]
    pods: tuple[Pod, ...]
    scale_targets: tuple[ScaleTarget, ...]
    startup: tuple[Wait, ...]
    totals: Totals
    failures: tuple[Failure, ...]
    notes: tuple[str, ...]
    overrides: tuple[Override, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of an input.

    Attributes:
        sets: One a PodCliqueSet, in the order of the input.
        target: The releases it is modelled on.
        passed_by: How many objects of other kinds the input holds, by kind.
    """

    sets: tuple[SetPlan, ...]
    target: Target
    passed_by: Mapping[str, int] = field(default_factory=dict[str, int])
