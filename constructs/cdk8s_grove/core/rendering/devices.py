"""Accelerators and fabrics: in each pod, and the claim templates and ComputeDomains that are made for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cdk8s_grove.core.facts import env
from cdk8s_grove.core.layout import CliqueLayout, Equipment, ReplicaLayout, lay_out
from cdk8s_grove.core.layout.devices import (
    CHANNEL,
    CLAIM,
    SHARED_MEMORY,
    SHARED_MEMORY_PATH,
    channel_template,
    compute_domain,
    domain_nodes,
)
from cdk8s_grove.core.spec import Accelerator, DeviceKind, ReplicaSpec, Toleration
from cdk8s_grove_crds import Container, EnvVar, PodSpec, Volume, VolumeMount
from cdk8s_grove_crds import Toleration as PodToleration
from cdk8s_grove_crds.core_v1 import (
    Capabilities,
    PodResourceClaim,
    ResourceClaim,
    ResourceRequirements,
    SecurityContext,
)

Document = dict[str, Any]
_GPUS, _NETWORK = "gpus", "network"
_LOCK_MEMORY = "IPC_LOCK"


def equipped(pod: PodSpec, equipment: Equipment, *, ours: int) -> PodSpec:
    """A pod with its accelerator and fabric.

    Args:
        pod: The pod, with the library's variables.
        equipment: What it gets.
        ours: How many of them stand first in each container; the fabric's come after them.
    """
    accelerator, fabric = equipment.accelerator, equipment.fabric
    update: dict[str, object] = {}
    claims = {CLAIM: equipment.claim_template, CHANNEL: equipment.channel_template}
    claimed = [(name, template) for name, template in claims.items() if template is not None]
    if claimed:
        made = [
            PodResourceClaim.model_validate({"name": name, "resourceClaimTemplateName": template})
            for name, template in claimed
        ]
        update["resource_claims"] = [*(pod.resource_claims or ()), *made]
    if accelerator is not None:
        update |= _nodes(pod, accelerator)
    if fabric is not None and fabric.shared_memory is not None:
        memory = {"medium": "Memory", "sizeLimit": fabric.shared_memory}
        volume = Volume.model_validate({"name": SHARED_MEMORY, "emptyDir": memory})
        update["volumes"] = [volume, *(pod.volumes or ())]
    engine, *others = pod.containers
    update["containers"] = [_engine(engine, equipment, [name for name, _ in claimed], ours), *others]
    return pod.model_copy(update=update)


def _nodes(pod: PodSpec, accelerator: Accelerator) -> dict[str, object]:
    update: dict[str, object] = {}
    if accelerator.node_selector:
        update["node_selector"] = dict(sorted((accelerator.node_selector | (pod.node_selector or {})).items()))
    said = pod.tolerations or []
    more = [one for one in map(_toleration, accelerator.tolerations) if one not in said]
    if more:
        update["tolerations"] = [*said, *more]
    if accelerator.runtime_class is not None:
        update["runtime_class_name"] = accelerator.runtime_class
    return update


def _toleration(asked: Toleration) -> PodToleration:
    said = {"key": asked.key, "value": asked.value, "effect": asked.effect, "tolerationSeconds": asked.seconds}
    operator = "Exists" if asked.value is None else "Equal"
    return PodToleration.model_validate(
        {"operator": operator} | {field: value for field, value in said.items() if value is not None}
    )


def _engine(engine: Container, equipment: Equipment, claims: Sequence[str], ours: int) -> Container:
    accelerator, fabric = equipment.accelerator, equipment.fabric
    amounts: dict[str, str] = {}
    if accelerator is not None and not accelerator.devices:
        amounts[accelerator.resource] = str(accelerator.gpus)
    update: dict[str, object] = {}
    if fabric is not None:
        amounts |= {name: str(amount) for name, amount in fabric.resources.items()}
        amounts |= {f"hugepages-{page}": size for page, size in fabric.hugepages.items()}
        entries = engine.env or []
        if fabric.env:
            made = [EnvVar(name=name, value=value) for name, value in fabric.env.items()]
            update["env"] = [*entries[:ours], *made, *entries[ours:]]
        if fabric.shared_memory is not None:
            mount = VolumeMount.model_validate({"name": SHARED_MEMORY, "mountPath": SHARED_MEMORY_PATH})
            update["volume_mounts"] = [mount, *(engine.volume_mounts or ())]
        if fabric.lock_memory:
            update["security_context"] = _with_locked_memory(engine.security_context)
    if amounts or claims:
        update["resources"] = _resources(engine.resources, amounts, claims)
    return engine.model_copy(update=update)


def _resources(
    said: ResourceRequirements | None, amounts: Mapping[str, str], claims: Sequence[str]
) -> ResourceRequirements:
    """Limits, whose requests Kubernetes takes from them; an amount the user wrote stays as it is written."""
    said = said or ResourceRequirements()
    update: dict[str, object] = {}
    if amounts:
        update["limits"] = dict(sorted({**amounts, **(said.limits or {})}.items()))
    if claims:
        update["claims"] = [*(said.claims or ()), *(ResourceClaim(name=name) for name in claims)]
    return said.model_copy(update=update)


def _with_locked_memory(said: SecurityContext | None) -> SecurityContext:
    said = said or SecurityContext()
    capabilities = said.capabilities or Capabilities()
    added = capabilities.add or []
    if _LOCK_MEMORY in added or "ALL" in added:
        return said
    return said.model_copy(update={"capabilities": capabilities.model_copy(update={"add": [*added, _LOCK_MEMORY]})})


def clique_annotations(equipment: Equipment) -> dict[str, str]:
    """Annotations of a clique, which Grove puts on its pods."""
    fabric = equipment.fabric
    if fabric is None:
        return {}
    group = {env.ANNOTATION_MNNVL: fabric.mnnvl} if fabric.mnnvl is not None and fabric.mnnvl_by == "grove" else {}
    return dict(sorted({**fabric.annotations, **group}.items()))


def claim_templates(spec: ReplicaSpec) -> Iterator[Document]:
    """A ResourceClaimTemplate for each clique that claims devices, in the order of the cliques."""
    seen: set[str] = set()
    for clique in _cliques(lay_out(spec)):
        template = clique.equipment.claim_template
        if template is not None and template not in seen:
            seen.add(template)
            yield render_claim_template(spec.namespace, clique.equipment)


def compute_domains(spec: ReplicaSpec) -> Iterator[Document]:
    """A ComputeDomain for each group of pods over NVLink, in the order in which cliques name them."""
    groups: dict[str, None] = {}
    for clique in _cliques(lay_out(spec)):
        fabric = clique.equipment.fabric
        if fabric is not None and fabric.mnnvl is not None and clique.equipment.channel_template is not None:
            groups[fabric.mnnvl] = None
    return (render_compute_domain(spec, group) for group in groups)


def _cliques(layout: ReplicaLayout) -> Iterator[CliqueLayout]:
    return (clique for group in layout.groups for clique in group.cliques)


def render_claim_template(namespace: str | None, equipment: Equipment) -> Document:
    """The ResourceClaimTemplate of a clique's pods."""
    requests: list[Document] = []
    accelerator, fabric = equipment.accelerator, equipment.fabric
    if accelerator is not None and accelerator.devices:
        count = None if accelerator.all_devices else accelerator.gpus
        requests.append(_request(_GPUS, accelerator.devices, count))
    if fabric is not None and fabric.devices:
        requests.append(_request(_NETWORK, fabric.devices, None if fabric.all_devices else fabric.device_count))
    devices: Document = {"requests": requests}
    if fabric is not None and fabric.aligned_by is not None:
        devices["constraints"] = [{"matchAttribute": fabric.aligned_by}]
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": _metadata(equipment.claim_template, namespace),
        "spec": {"spec": {"devices": devices}},
    }


def render_compute_domain(spec: ReplicaSpec, group: str) -> Document:
    """The ComputeDomain of a group of pods over NVLink."""
    return {
        "apiVersion": "resource.nvidia.com/v1beta1",
        "kind": "ComputeDomain",
        "metadata": _metadata(compute_domain(spec, group), spec.namespace),
        "spec": {
            "numNodes": domain_nodes(spec, group),
            "channel": {"resourceClaimTemplate": {"name": channel_template(spec, group)}},
        },
    }


def _metadata(name: str | None, namespace: str | None) -> Document:
    return {"name": name} if namespace is None else {"name": name, "namespace": namespace}


def _request(name: str, kinds: Sequence[DeviceKind], count: int | None) -> Document:
    """One request of a claim; a number of None takes all."""
    number: Document = {"allocationMode": "All"} if count is None else {"allocationMode": "ExactCount", "count": count}
    asked = [_kind(kind) | number for kind in kinds]
    if len(asked) == 1:
        return {"name": name, "exactly": asked[0]}
    return {"name": name, "firstAvailable": [{"name": f"{name}-{index}", **one} for index, one in enumerate(asked)]}


def _kind(kind: DeviceKind) -> Document:
    document: Document = {"deviceClassName": kind.device_class}
    if kind.selectors:
        document["selectors"] = [{"cel": {"expression": expression}} for expression in kind.selectors]
    return document
