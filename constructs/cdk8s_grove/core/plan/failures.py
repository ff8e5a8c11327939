"""What the API server takes and the operator then cannot make, so that pods stay away without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cdk8s_grove.core.facts import env, names, versions
from cdk8s_grove.core.plan.cliques import Instance, Structure
from cdk8s_grove.core.plan.context import Context
from cdk8s_grove.core.plan.model import Failure
from cdk8s_grove.core.plan.pod_problems import pod_problems
from cdk8s_grove.core.plan.source import CliqueSource, Scaling
from cdk8s_grove.core.spec import Target


def failures(
    structure: Structure,
    instances: Sequence[Instance],
    context: Context,
    target: Target,
    *,
    queue: str | None,
    kai: bool,
) -> tuple[Failure, ...]:
    """Everything that would fail, what stops the whole set first."""
    pods = sum(instance.template.replicas for instance in instances)
    whole = [*_admission(structure, target, queue=queue, kai=kai), *_set(structure, context)]
    return (
        *(Failure(kind, path, why, pods) for kind, path, why in whole),
        *_cliques(structure, instances, target),
    )


Reason = tuple[str, str, str]


def _admission(structure: Structure, target: Target, *, queue: str | None, kai: bool) -> Iterator[Reason]:
    """What Grove's webhook refuses and a plan would otherwise show as if it came to be."""
    source = structure.source
    if kai and queue is None and target.grove_has(versions.GROVE_WRITES_POD_GROUP):
        why = "Grove's webhook refuses a set for kai-scheduler whose labels name no queue, or several"
        yield "PodCliqueSet", "metadata.labels", why
    for clique in source.cliques:
        if not 0 < clique.min_available <= clique.replicas:
            why = f"Grove's webhook refuses minAvailable {clique.min_available} of {clique.replicas} pods"
            yield "PodCliqueSet", f"{clique.path}.spec.minAvailable", why
    for group in source.groups:
        if not 0 < group.min_available <= group.replicas:
            why = f"Grove's webhook refuses minAvailable {group.min_available} of {group.replicas} copies"
            yield "PodCliqueSet", f"{group.path}.minAvailable", why


def _set(structure: Structure, context: Context) -> Iterator[Reason]:
    source = structure.source
    last = max(source.units - 1, 0)
    if not names.DNS_1035.fullmatch(names.service(source.name, last)):
        why = f"the headless service {names.service(source.name, last)} has no name Kubernetes takes, and is made first"
        yield "Service", "metadata.name", why
    for scaling in (*(g.scaling for g in source.groups), *(c.scaling for c in source.cliques)):
        if scaling is not None and source.units:
            yield from _autoscaler(scaling)
    for entry in (
        *source.sharing,
        *(e for group in source.groups for e in group.sharing),
        *(e for clique in source.cliques for e in clique.sharing),
    ):
        namespace = entry.namespace or source.namespace
        own = not entry.namespace and entry.template in source.claim_templates
        if not own and (namespace, entry.template) not in context.claim_templates:
            why = (
                f"the set has no claim template {entry.template} and the input has none in {namespace}; "
                "unless the cluster has it, nothing else is made"
            )
            yield "ResourceClaim", entry.path, why


def _autoscaler(scaling: Scaling) -> Iterator[Reason]:
    if scaling.most < max(scaling.least, 1):
        why = f"an autoscaler from {scaling.least} to {scaling.most} is refused, and is made before the pods"
        yield "HorizontalPodAutoscaler", f"{scaling.path}.maxReplicas", why


def _cliques(structure: Structure, instances: Sequence[Instance], target: Target) -> Iterator[Failure]:
    lost: dict[int, list[Instance]] = {}
    for instance in instances:
        lost.setdefault(id(instance.template), []).append(instance)
    for clique in structure.source.cliques:
        made = lost.get(id(clique), [])
        pods = clique.replicas * len(made)
        in_group = sum(clique.replicas for instance in made if instance.group is not None)
        if in_group and not target.grove_has(versions.ENV_BEFORE_USERS):
            for path, name in _twice_set(clique):
                why = f"this Grove adds {name} behind the pod's own, and a PodClique may hold a name once"
                yield Failure("PodClique", path, why, in_group)
        if pods:
            for path, why in pod_problems(clique.pod.raw, clique.pod.path):
                yield Failure("Pod", path, why, pods)
    for instance in instances:
        longest = names.hostname(instance.fqn, max(instance.template.replicas - 1, 0))
        if len(longest) > names.MAX_LABEL:
            why = f"the hostname {longest} has {len(longest)} characters, {names.MAX_LABEL} are the most"
            yield Failure("Pod", instance.named.path, why, instance.template.replicas)


def _twice_set(clique: CliqueSource) -> Iterator[tuple[str, str]]:
    for container in (*clique.pod.init_containers, *clique.pod.containers):
        for index, (name, _) in enumerate(container.env):
            if name in (env.GROUP_NAME, env.GROUP_NUM_PODS, env.GROUP_INDEX):
                yield f"{container.path}.env[{index}]", name
