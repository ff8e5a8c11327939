"""Resource claims: those of a pod, and those Grove makes to be shared by several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cdk8s_grove.core.facts import env, names
from cdk8s_grove.core.plan.amounts import amount
from cdk8s_grove.core.plan.cliques import Instance
from cdk8s_grove.core.plan.context import Context
from cdk8s_grove.core.plan.devices import Devices, claimed_devices
from cdk8s_grove.core.plan.model import Claim
from cdk8s_grove.core.plan.source import PodSource, SetSource, Sharing

_ALL = "AllReplicas"


@dataclass(frozen=True, slots=True)
class SharedClaim:
    """A claim Grove makes, and what it is made from."""

    name: str
    sharing: Sharing


def shared_claims(source: SetSource, instances: Iterable[Instance]) -> Iterator[SharedClaim]:
    """Every claim Grove makes to be shared: of the set, then of its groups, then of its cliques."""
    yield from _made(source.sharing, source.name, source.units)
    for unit in range(source.units):
        for group in source.groups:
            fqn = names.scaling_group(source.name, unit, group.name)
            yield from _made(group.sharing, fqn, group.replicas)
    for instance in instances:
        yield from _made(instance.named.sharing, instance.fqn, instance.template.replicas)


def _made(sharing: Sequence[Sharing], owner: str, replicas: int) -> Iterator[SharedClaim]:
    for entry in sharing:
        for index in (None,) if entry.scope == _ALL else range(replicas):
            yield SharedClaim(names.shared_claim(owner, entry.template, index), entry)


def pod_claims(instance: Instance, source: SetSource, index: int) -> tuple[Claim, ...]:
    """The claims of one pod, in the order of its entries.

    Source: ai-dynamo/grove operator/internal/controller/podclique/components/pod/pod.go@fcc3b3bb,
    injectAllResourceClaimRefs; operator/internal/mnnvl/injection.go@fcc3b3bb.
    """
    named, group = instance.named, instance.group
    shared = [
        *_used(source.sharing, source.name, instance.unit, named.name, *([group.name] if group else ())),
        *(_used(group.sharing, instance.group_fqn, instance.group_copy, named.name) if group else ()),
        *_used(named.sharing, instance.fqn, index),
    ]
    return (
        *instance.template.pod.claims,
        *_mnnvl(instance, source),
        *(Claim(name, name, None) for name in shared),
    )


def _used(sharing: Sequence[Sharing], owner: str, replica: int, *names_of_pod: str) -> Iterator[str]:
    """Claims of one owner that a pod uses: those of all replicas first."""
    mine = [entry for entry in sharing if not names_of_pod or entry.reaches(*names_of_pod)]
    for entry in mine:
        if entry.scope == _ALL:
            yield names.shared_claim(owner, entry.template, None)
    for entry in mine:
        if entry.scope != _ALL:
            yield names.shared_claim(owner, entry.template, replica)


def _mnnvl(instance: Instance, source: SetSource) -> Iterator[Claim]:
    layers = [
        instance.template.annotations,
        *([instance.group.annotations] if instance.group else ()),
        source.annotations,
    ]
    group = next((layer[env.ANNOTATION_MNNVL] for layer in layers if env.ANNOTATION_MNNVL in layer), env.MNNVL_OUT)
    pod = instance.template.pod
    if group == env.MNNVL_OUT or not _has_gpu(pod) or any(claim.name == env.MNNVL_CLAIM for claim in pod.claims):
        return
    yield Claim(env.MNNVL_CLAIM, None, f"{names.service(source.name, instance.unit)}-{group}")


def _has_gpu(pod: PodSource) -> bool:
    containers = (*pod.containers, *pod.init_containers)
    stated = (amounts.get(env.MNNVL_GPU) for c in containers for amounts in (c.limits, c.requests))
    return any(amount(number) for number in stated)


class ClaimedGpus:
    """The GPUs behind claims, as far as the input says what a claim asks for.

    Attributes:
        unknown: What could not be counted, and why, in the order met.
    """

    def __init__(self, source: SetSource, context: Context) -> None:
        self._source, self._context = source, context
        self.unknown: dict[str, None] = {}
        self._templates: dict[str, Devices] = {}

    def of_pod(self, claims: Sequence[Claim]) -> int:
        """Of the claims a pod has for itself."""
        return sum(
            self._template(claim.template).gpus for claim in claims if claim.template and claim.name != env.MNNVL_CLAIM
        )

    def of_shared(self, claim: SharedClaim) -> int:
        """Of a claim Grove makes to be shared."""
        sharing = claim.sharing
        if not sharing.namespace and sharing.template in self._source.claim_templates:
            return self._count(sharing.template, claimed_devices(self._source.claim_templates[sharing.template])).gpus
        return self._template(sharing.template, sharing.namespace).gpus

    def of_existing(self, claim: str) -> int:
        """Of a claim that is there already, which the pods that name it share."""
        spec = self._context.claims.get((self._source.namespace, claim))
        if spec is None:
            self.unknown[f"resource claim {claim} is not in the input, so its GPUs are not counted"] = None
            return 0
        return self._count(claim, claimed_devices(spec)).gpus

    def _template(self, name: str, namespace: str = "") -> Devices:
        if name not in self._templates:
            spec = self._context.claim_templates.get((namespace or self._source.namespace, name))
            if spec is None:
                self.unknown[f"claim template {name} is not in the input, so its GPUs are not counted"] = None
                return Devices(0)
            self._templates[name] = self._count(name, claimed_devices(spec))
        return self._templates[name]

    def _count(self, name: str, devices: Devices) -> Devices:
        if devices.unclear:
            self.unknown[f"the GPUs of claim {name} are counted as {devices.gpus}: {devices.unclear}"] = None
        return devices
