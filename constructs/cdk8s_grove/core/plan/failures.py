"""What the API server takes and the operator then cannot make, so that pods stay away without a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cdk8s_grove.core.facts import env, names, versions
from cdk8s_grove.core.plan.claim_problems import claim_problems
from cdk8s_grove.core.plan.claims import SharedClaim
from cdk8s_grove.core.plan.cliques import Instance, Structure
from cdk8s_grove.core.plan.context import Context
from cdk8s_grove.core.plan.gangs import written_by_grove
from cdk8s_grove.core.plan.grouper import Grouper
from cdk8s_grove.core.plan.model import Failure
from cdk8s_grove.core.plan.pod_problems import pod_problems
from cdk8s_grove.core.plan.scaling_problems import metric_problems
from cdk8s_grove.core.plan.source import CliqueSource, Scaling, SetSource, Sharing
from cdk8s_grove.core.spec import Target


def failures(
    structure: Structure,
    instances: Sequence[Instance],
    shared: Sequence[SharedClaim],
    context: Context,
    target: Target,
    *,
    queue: str | None,
    kai: bool,
) -> tuple[Failure, ...]:
    """Everything that would fail, what stops the whole set first."""
    whole = [*_admission(structure, target, queue=queue, kai=kai), *_set(structure, context)]
    pods = _pods(instances)
    return (
        *(Failure(kind, path, why, pods) for kind, path, why in whole),
        *_sharing(structure, instances, context),
        *_cliques(structure, instances, target),
        *_names_taken(structure.source, instances, shared),
        *(_pod_groups(structure.source, target) if kai else ()),
    )


def _pods(instances: Iterable[Instance]) -> int:
    return sum(instance.template.replicas for instance in instances)


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
    if not _has_services(source):
        last = names.service(source.name, max(source.units - 1, 0))
        why = f"the headless service {last} has no name Kubernetes takes, and is made first"
        yield "Service", "metadata.name", why
    for scaling in (*(g.scaling for g in source.groups), *(c.scaling for c in source.cliques)):
        if scaling is not None and source.units:
            yield from _autoscaler(scaling)
    for path, why in _claims(source, source.sharing, context):
        yield "ResourceClaim", path, f"{why}, nothing else is made"


def _has_services(source: SetSource) -> bool:
    """Whether the units' headless services have names Kubernetes takes."""
    return names.DNS_1035.fullmatch(names.service(source.name, max(source.units - 1, 0))) is not None


def _sharing(structure: Structure, instances: Sequence[Instance], context: Context) -> Iterator[Failure]:
    """Claims of groups and cliques, which are made before their own pods only.

    Source: ai-dynamo/grove operator/internal/controller/podcliquescalinggroup/components/podclique/sync.go and
    operator/internal/controller/podclique/reconcilespec.go@fcc3b3bb, runSyncFlow and getOrderedKindsForSync.
    """
    source = structure.source
    for group in source.groups:
        for path, why in _claims(source, group.sharing, context):
            lost = _pods(instance for instance in instances if instance.group is group)
            yield Failure("ResourceClaim", path, f"{why}, no pod of group {group.name} is made", lost)
    for clique in source.cliques:
        for path, why in _claims(source, clique.sharing, context):
            lost = _pods(instance for instance in instances if instance.named is clique)
            yield Failure("ResourceClaim", path, f"{why}, no pod of clique {clique.name} is made", lost)


def _claims(source: SetSource, sharing: Sequence[Sharing], context: Context) -> Iterator[tuple[str, str]]:
    """Entries whose claims cannot be made, as (path, the beginning of why)."""
    for entry in sharing:
        namespace = entry.namespace or source.namespace
        own = not entry.namespace and entry.template in source.claim_templates
        if not own and (namespace, entry.template) not in context.claim_templates:
            missing = f"the set has no claim template {entry.template} and the input has none in {namespace}"
            yield entry.path, f"{missing}; unless the cluster has it"
        elif own:
            at = f"spec.template.resourceClaimTemplates[{list(source.claim_templates).index(entry.template)}]"
            for path, why in claim_problems(source.claim_templates[entry.template], f"{at}.templateSpec.spec"):
                yield path, f"{why}; the claim is refused"


def _autoscaler(scaling: Scaling) -> Iterator[Reason]:
    if scaling.most < max(scaling.least, 1):
        why = f"an autoscaler from {scaling.least} to {scaling.most} is refused, and is made before the pods"
        yield "HorizontalPodAutoscaler", f"{scaling.path}.maxReplicas", why
    for path, why in metric_problems(scaling.raw, scaling.path):
        yield "HorizontalPodAutoscaler", path, f"{why}; the autoscaler is refused, and is made before the pods"


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
        alone = sum(clique.replicas for instance in made if instance.group is None)
        if alone and env.LABEL_GROUP in clique.labels:
            # Source: ai-dynamo/grove operator/internal/utils/componentname.go@fcc3b3bb.
            why = "Grove takes the clique for one of a scaling group by this label, and then finds no such group"
            yield Failure("Pod", f"{clique.path}.labels[{env.LABEL_GROUP!r}]", why, alone)
    set_is_named_well = _has_services(structure.source)  # else that is said already
    for instance in instances:
        longest = names.hostname(instance.fqn, max(instance.template.replicas - 1, 0))
        if len(longest) > names.MAX_LABEL:
            why = f"the hostname {longest} has {len(longest)} characters, {names.MAX_LABEL} are the most"
            yield Failure("Pod", instance.named.path, why, instance.template.replicas)
        elif set_is_named_well and not names.DNS_1123.fullmatch(longest):
            why = f"the hostname {longest} is no DNS label: lower-case letters, digits and `-`"
            yield Failure("Pod", instance.named.path, why, instance.template.replicas)


def _names_taken(source: SetSource, instances: Sequence[Instance], shared: Iterable[SharedClaim]) -> Iterator[Failure]:
    """Two objects of one kind with one name: the second is not made, or takes the first one's place."""
    seen: dict[str, Instance] = {}
    for instance in instances:
        first = seen.setdefault(instance.fqn, instance)
        if first is not instance:
            why = f"a PodClique {instance.fqn} is there already, that of {_whose(first)}, so this one is never made"
            yield Failure("PodClique", instance.named.path, why, instance.template.replicas)
    scaled = {clique.name: clique for clique in source.cliques if clique.scaling is not None}
    for group in source.groups:
        if source.units and group.scaling is not None and group.name in scaled:
            name = names.scaling_group(source.name, 0, group.name)
            why = f"the autoscalers of clique and group {group.name} have one name, {name}: one of the two is made"
            yield Failure("HorizontalPodAutoscaler", group.scaling.path, why, 0)
    claims: dict[str, Sharing] = {}
    for claim in shared:
        if claims.setdefault(claim.name, claim.sharing) is not claim.sharing:
            why = f"the claim {claim.name} is made for {claims[claim.name].path} already, and both use that one"
            yield Failure("ResourceClaim", claim.sharing.path, why, 0)


def _whose(instance: Instance) -> str:
    return f"{instance.named.name} in {instance.group.name}" if instance.group else instance.named.name


def _pod_groups(source: SetSource, target: Target) -> Iterator[Failure]:
    refused = None if written_by_grove(target) else Grouper(source, target).refused
    if refused is not None:
        why = f"KAI's pod-grouper makes no PodGroup for a preemptibility {refused!r}, so the pods wait for ever"
        yield Failure("PodGroup", f"metadata.labels[{env.KAI_PREEMPTIBILITY_LABEL!r}]", why, 0)


def _twice_set(clique: CliqueSource) -> Iterator[tuple[str, str]]:
    for container in (*clique.pod.init_containers, *clique.pod.containers):
        for index, (name, _) in enumerate(container.env):
            if name in (env.GROUP_NAME, env.GROUP_NUM_PODS, env.GROUP_INDEX):
                yield f"{container.path}.env[{index}]", name
