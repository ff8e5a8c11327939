"""From manifests to the plan: the parts, in the order the operator makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cdk8s_grove.core.facts import env, names, versions
from cdk8s_grove.core.plan.claims import ClaimedGpus, SharedClaim, shared_claims
from cdk8s_grove.core.plan.cliques import Structure, clique_labels, managed_by, pod_clique
from cdk8s_grove.core.plan.context import Context
from cdk8s_grove.core.plan.failures import failures
from cdk8s_grove.core.plan.gangs import Topology, kai_pod_groups, pod_gangs, queue_of
from cdk8s_grove.core.plan.model import Autoscaler, Pod, PodClique, ScaleTarget, Service, SetPlan
from cdk8s_grove.core.plan.notes import notes
from cdk8s_grove.core.plan.pods import PodMaker
from cdk8s_grove.core.plan.source import SetSource
from cdk8s_grove.core.plan.totals import totals
from cdk8s_grove.core.spec import Override, Target


def expand(
    source: SetSource,
    context: Context,
    target: Target,
    overrides: Sequence[Override] = (),
    *,
    environments: bool = True,
) -> SetPlan:
    """What Grove and KAI make of one set.

    Args:
        source: The set, as stored after admission.
        context: What it may refer to.
        target: The releases to model.
        overrides: To be shown; they are in the set already.
        environments: Whether the pods' variables are wanted; they take half of the time.
    """
    structure = Structure(source)
    scheduler = next((c.pod.scheduler for c in source.cliques if c.pod.scheduler), env.DEFAULT_SCHEDULER)
    kai = scheduler == env.KAI_SCHEDULER
    topology = Topology(source, target, context.topologies)
    gpus = ClaimedGpus(source, context)
    maker = PodMaker(structure, target, scheduler, gpus, context.config_maps.get(source.namespace, {}), environments)

    instances = [instance for unit in range(source.units) for instance in structure.instances(unit)]
    cliques: list[PodClique] = []
    pods: list[Pod] = []
    for instance in instances:
        labels, order = clique_labels(instance, source.name), structure.order(instance)
        cliques.append(pod_clique(instance, labels, order))
        pods += maker.pods(instance, labels, order)
    queue = queue_of(source, instances, target) if kai else None
    gangs = tuple(pod_gangs(structure, instances, topology, target, scheduler))
    pod_groups = tuple(kai_pod_groups(gangs, source, instances, target, topology=topology.name)) if kai else ()
    shared = tuple(shared_claims(source, instances))
    counted = totals(source.units, gangs, cliques, pods, _shared_gpus(pods, shared, gpus))
    return SetPlan(
        name=source.name,
        namespace=source.namespace,
        source=source.place,
        queue=queue,
        queue_parents=context.queue_parents(queue),
        scheduler=scheduler,
        topology=topology.name,
        startup_type=source.startup_type,
        pod_cliques=tuple(cliques),
        scaling_groups=tuple(group for unit in range(source.units) for group in structure.scaling_groups(unit)),
        pod_gangs=gangs,
        kai_pod_groups=pod_groups,
        services=tuple(_services(source)),
        autoscalers=tuple(_autoscalers(source)),
        resource_claims=tuple(sorted({claim.name for claim in shared})),
        pods=tuple(pods),
        scale_targets=tuple(_scale_targets(structure, target)),
        startup=structure.waits(),
        totals=counted,
        failures=failures(structure, instances, shared, context, target, queue=queue, kai=kai),
        notes=notes(structure, instances, topology, gpus),
        overrides=tuple(overrides),
    )


def _shared_gpus(pods: Iterable[Pod], shared: Iterable[SharedClaim], gpus: ClaimedGpus) -> dict[str, int]:
    """GPUs of claims several pods share, each counted in the gang that uses it first."""
    made = {claim.name: claim for claim in shared}
    first: dict[str, str] = {}
    for pod in pods:
        for claim in pod.claims:
            if claim.claim is not None:
                first.setdefault(claim.claim, pod.gang)
    found: dict[str, int] = {}
    for name, gang in first.items():
        amount = gpus.of_shared(made[name]) if name in made else gpus.of_existing(name)
        found[gang] = found.get(gang, 0) + amount
    return found


def _services(source: SetSource) -> Iterator[Service]:
    for unit in range(source.units):
        selector = {**managed_by(source.name), env.LABEL_UNIT: str(unit)}
        yield Service(names.service(source.name, unit), source.publish_not_ready, selector)


def _autoscalers(source: SetSource) -> Iterator[Autoscaler]:
    for unit in range(source.units):
        for clique in source.cliques:
            if clique.scaling is not None:
                name = names.standalone_clique(source.name, unit, clique.name)
                yield Autoscaler(name, "PodClique", clique.scaling.least, clique.scaling.most)
        for group in source.groups:
            if group.scaling is not None:
                name = names.scaling_group(source.name, unit, group.name)
                yield Autoscaler(name, "PodCliqueScalingGroup", group.scaling.least, group.scaling.most)


def _scale_targets(structure: Structure, target: Target) -> Iterator[ScaleTarget]:
    source = structure.source
    whole = managed_by(source.name)
    selector = _selector(whole) if target.grove_has(versions.SET_SELECTOR) else None
    yield ScaleTarget("PodCliqueSet", source.name, "units", source.units, None, selector)
    for unit in range(source.units):
        for clique in structure.standalone:
            name = names.standalone_clique(source.name, unit, clique.name)
            selector = _selector({**whole, env.LABEL_CLIQUE: name})
            yield ScaleTarget("PodClique", name, "pods", clique.replicas, clique.min_available, selector)
        for group in structure.scaling_groups(unit):
            selector = _selector({**whole, env.LABEL_GROUP: group.name})
            kind = "PodCliqueScalingGroup"
            yield ScaleTarget(kind, group.name, "copies", group.replicas, group.min_available, selector)


def _selector(labels: Mapping[str, str]) -> str:
    return ",".join(f"{key}={value}" for key, value in sorted(labels.items()))
