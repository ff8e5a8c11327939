"""What a clique's pods get of accelerator and fabric, and where that clashes with what the pods say themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.facts import env, versions
from cdk8s_grove.core.facts.gpus import is_gpu_resource
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.layout.model import Equipment
from cdk8s_grove.core.layout.naming import clique_name
from cdk8s_grove.core.layout.volumes import named_containers, place
from cdk8s_grove.core.spec.accelerator import MOST_DEVICES

if TYPE_CHECKING:
    from cdk8s_grove.core.layout.model import CliqueLayout, ReplicaLayout
    from cdk8s_grove.core.spec import Accelerator, CliqueSpec, Fabric, ReplicaSpec
    from cdk8s_grove.core.spec.phase import PhaseOptions
    from cdk8s_grove.core.spec.replica import ReplicaOptions
    from cdk8s_grove_crds import Container

CLAIM: Final = "devices"
CHANNEL: Final = "mnnvl"
SHARED_MEMORY: Final = "shm"
SHARED_MEMORY_PATH: Final = "/dev/shm"
"""What the library calls a pod's claims and its volume, and where that is mounted."""


def equipment_of(spec: ReplicaOptions, phase: PhaseOptions, member: CliqueSpec) -> Equipment:
    """What the pods of a clique get: its own, else its phase's."""
    accelerator = phase.accelerator if member.accelerator is None else member.accelerator
    fabric = phase.fabric if member.fabric is None else member.fabric
    name = member.name or clique_name(phase.id, member.id)
    claims = bool((accelerator and accelerator.devices) or (fabric and fabric.devices))
    by_us = fabric is not None and fabric.mnnvl is not None and fabric.mnnvl_by == "compute-domain"
    return Equipment(
        accelerator=accelerator,
        fabric=fabric,
        claim_template=f"{spec.name}-{name}" if claims else None,
        channel_template=channel_template(spec, fabric.mnnvl) if fabric and fabric.mnnvl and by_us else None,
    )


def compute_domain(spec: ReplicaOptions, group: str) -> str:
    """The name of the ComputeDomain of a group of pods over NVLink."""
    return f"{spec.name}-{group}"


def channel_template(spec: ReplicaOptions, group: str) -> str:
    """The claim template that the ComputeDomain's driver makes, by which a pod enters the domain."""
    return f"{compute_domain(spec, group)}-channel"


def domain_nodes(spec: ReplicaSpec, group: str) -> int:
    """Nodes of a group's ComputeDomain: one a pod, over all units; 0 where an autoscaler moves their number.

    0 leaves it open. A node hands out one channel of a domain to one pod.
    Source: NVIDIA/k8s-dra-driver-gpu api/nvidia.com/resource/v1beta1/computedomain.go@22407113.
    """
    nodes = 0
    for phase in spec.phases:
        members = ((phase.leader, 1), *(((phase.worker, phase.worker.pods),) if phase.worker else ()))
        for member, pods in members:
            fabric = equipment_of(spec, phase, member).fabric
            if fabric is not None and fabric.mnnvl == group:
                if spec.scaling is not None or spec.replicas_owned_by is not None or phase.scaling is not None:
                    return 0
                nodes += spec.units * phase.copies * pods
    return nodes


def device_findings(layout: ReplicaLayout) -> Iterator[Finding]:
    """Everything about accelerators and fabrics that cannot be."""
    made_by: dict[str, tuple[str, str]] = {}
    for group in layout.groups:
        for clique in group.cliques:
            accelerator, fabric = clique.equipment.accelerator, clique.equipment.fabric
            yield from _claim_findings(clique)
            if accelerator is not None:
                yield from _gpu_findings(clique, accelerator)
                yield from _node_findings(clique, accelerator)
            if fabric is not None:
                yield from _fabric_findings(layout.spec, clique, fabric)
                if fabric.mnnvl is not None:
                    first, where = made_by.setdefault(fabric.mnnvl, (fabric.mnnvl_by, clique.path))
                    if first != fabric.mnnvl_by:
                        yield finding(
                            catalog.INVALID_OPTION,
                            f"{where} and {clique.path} are both in the group {fabric.mnnvl!r}, but it is made by two",
                            path=f"{clique.path}.fabric.mnnvl_by",
                            why="they would be in two domains, and share no memory",
                            found=f"{first} and {fabric.mnnvl_by}",
                            fix="give both the same mnnvl_by, or two groups",
                        )


def _gpu_findings(clique: CliqueLayout, accelerator: Accelerator) -> Iterator[Finding]:
    """GPUs that the pod asks for itself: of the engine the same number, of an init container no more."""
    pod = clique.spec.pod
    gpus = accelerator.gpus
    held = (
        f"claims {gpus} GPUs" if accelerator.devices else f"has {gpus} {accelerator.resource} for the first container"
    )
    for field, index, container in named_containers(clique):
        is_engine = container is pod.containers[0]
        for resource, amount in _asked(container).items():
            if not is_gpu_resource(resource):
                continue
            number = _number(amount)
            if number is not None and not accelerator.devices and resource == accelerator.resource:
                # A step of the start hands its GPUs on to the engine.
                fits = number == gpus if is_engine else field == "initContainers" and number <= gpus
            else:
                fits = False
            if fits:
                continue
            yield finding(
                catalog.POD_FIELD,
                f"the container asks for {amount} {resource}, and the accelerator {held}",
                path=f"{clique.path}.pod.{field}[{index}].resources",
                why="the pod would hold more GPUs than its engine uses, or other ones",
                found=f"{resource}: {amount}, gpus={gpus}",
                fix="drop it from the pod; accelerator writes it",
            )


def _asked(container: Container) -> Mapping[str, object]:
    resources = container.resources
    if resources is None:
        return {}
    return {**(resources.requests or {}), **(resources.limits or {})}


def _number(amount: object) -> int | None:
    try:
        number = parse_quantity(str(amount))
    except ValueError:
        return None
    return int(number) if number.denominator == 1 else None


def _node_findings(clique: CliqueLayout, accelerator: Accelerator) -> Iterator[Finding]:
    pod, path = clique.spec.pod, f"{clique.path}.pod"
    for label, value in accelerator.node_selector.items():
        said = (pod.node_selector or {}).get(label, value)
        if said != value:
            yield _says(f"nodes of {label}={said}", f"{path}.nodeSelector", said, f"the accelerator {value}")
    asked, own = accelerator.runtime_class, pod.runtime_class_name
    if asked is not None and own is not None and own != asked:
        yield _says(f"the runtime class {own}", f"{path}.runtimeClassName", own, f"the accelerator {asked}")


def _fabric_findings(spec: ReplicaSpec, clique: CliqueLayout, fabric: Fabric) -> Iterator[Finding]:
    pod, path = clique.spec.pod, f"{clique.path}.pod"
    engine, at = pod.containers[0], f"{clique.path}.pod.containers[0]"
    asked = _asked(engine)
    pages = {f"hugepages-{page}": size for page, size in fabric.hugepages.items()}
    for resource, amount in {**fabric.resources, **pages}.items():
        said = asked.get(resource, amount)
        if parse_quantity(str(said)) != parse_quantity(str(amount)):
            yield _says(f"{said} {resource}", f"{at}.resources", str(said), f"the fabric {amount}")
    if pages and not {"cpu", "memory"} & asked.keys():
        yield finding(
            catalog.POD_FIELD,
            "the container asks for neither cpu nor memory",
            path=f"{at}.resources",
            why="the API server refuses huge pages without one of them",
            fix="give it a request for cpu or memory",
        )
    if fabric.shared_memory is not None:
        mounts = [place(volume.mount) for volume in spec.volumes]
        mounts += [place(mount.mount_path) for mount in engine.volume_mounts or ()]
        if SHARED_MEMORY_PATH in mounts:
            yield _says(
                f"a mount at {SHARED_MEMORY_PATH}", f"{at}.volumeMounts", SHARED_MEMORY_PATH, "so has the fabric"
            )
        names = [volume.name for volume in (*spec.volumes, *(pod.volumes or ()))]
        if SHARED_MEMORY in names:
            yield _says(f"a volume {SHARED_MEMORY!r}", f"{path}.volumes", SHARED_MEMORY, "so has the fabric")
    yield from _variable_findings(spec, clique, fabric)
    if fabric.mnnvl is not None and fabric.mnnvl_by == "grove":
        yield from _grove_findings(spec, clique, fabric.mnnvl)


def _variable_findings(spec: ReplicaSpec, clique: CliqueLayout, fabric: Fabric) -> Iterator[Finding]:
    engine = clique.spec.pod.containers[0]
    reserved = {entry.name for entry in clique.env} | {clique.rank_variable} | env.OPERATOR_VARIABLES
    reserved |= {volume.path_env for volume in spec.volumes if volume.path_env is not None}
    for name in fabric.env:
        if name in reserved:
            yield finding(
                catalog.RESERVED_ENV,
                f"the variable {name!r} is set by the library, by a volume or by Grove's operator",
                path=f"{clique.path}.fabric.env",
                found=name,
                fix="choose another one",
            )
    for index, entry in enumerate(engine.env or ()):
        if entry.name in fabric.env:
            yield finding(
                catalog.RESERVED_ENV,
                f"the variable {entry.name!r} is set by the fabric",
                path=f"{clique.path}.pod.containers[0].env[{index}].name",
                found=entry.name,
                fix="drop it from the pod, or from the fabric",
            )


def _grove_findings(spec: ReplicaSpec, clique: CliqueLayout, group: str) -> Iterator[Finding]:
    path = f"{clique.path}.fabric.mnnvl_by"
    if not spec.target.grove_has(versions.MNNVL_GROUP):
        yield finding(
            catalog.TARGET,
            f"Grove {spec.target.grove} knows no groups of pods over NVLink",
            path=path,
            found=group,
            fix="target Grove v0.1.0-alpha.9 or newer, or use mnnvl_by='compute-domain'",
        )
    elif not spec.target.mnnvl:
        yield finding(
            catalog.TARGET,
            "the target's operator has MNNVL off",
            path=path,
            why="its webhook refuses the annotation that asks for it",
            found=group,
            fix="turn MNNVL on in the operator and say so, Target(mnnvl=True), or use mnnvl_by='compute-domain'",
        )
    accelerator = clique.equipment.accelerator
    by_accelerator = accelerator is not None and not accelerator.devices and accelerator.resource == env.MNNVL_GPU
    if not by_accelerator and not any(env.MNNVL_GPU in _asked(one) for _, _, one in named_containers(clique)):
        yield finding(
            catalog.INVALID_OPTION,
            f"no container of the pod asks for {env.MNNVL_GPU}",
            path=path,
            why="Grove puts only such containers into the group",
            found=group,
            fix=f"ask for GPUs as {env.MNNVL_GPU}, or use mnnvl_by='compute-domain'",
        )


def _claim_findings(clique: CliqueLayout) -> Iterator[Finding]:
    equipment = clique.equipment
    pod, path = clique.spec.pod, f"{clique.path}.pod"
    ours = {CLAIM: equipment.claim_template, CHANNEL: equipment.channel_template}
    for index, claim in enumerate(pod.resource_claims or ()):
        if ours.get(claim.name) is not None:
            yield _says(f"a claim {claim.name!r}", f"{path}.resourceClaims[{index}].name", claim.name, "so it gets one")
    accelerator, fabric = equipment.accelerator, equipment.fabric
    gpus = accelerator.gpus if accelerator is not None and accelerator.devices else 0
    others = fabric.device_count if fabric is not None and fabric.devices and not fabric.all_devices else 0
    if gpus + others > MOST_DEVICES:
        yield finding(
            catalog.INVALID_OPTION,
            f"the pod claims {gpus} GPUs and {others} network devices, {gpus + others} together",
            path=f"{clique.path}.fabric.device_count",
            why=f"a claim holds at most {MOST_DEVICES} devices",
            found=str(gpus + others),
            fix=f"claim at most {MOST_DEVICES - gpus} network devices, or take the GPUs as an extended resource",
        )
    if fabric is not None and fabric.aligned_by is not None and equipment.claim_template is None:
        yield finding(
            catalog.INVALID_OPTION,
            "the pod claims no devices that could agree on an attribute",
            path=f"{clique.path}.fabric.aligned_by",
            found=fabric.aligned_by,
            fix="give devices to the accelerator and the fabric, or drop it",
        )


def _says(what: str, path: str, found: str, other: str) -> Finding:
    return finding(
        catalog.POD_FIELD,
        f"the pod has {what}, and {other}",
        path=path,
        why="accelerator and fabric write what belongs to them, once",
        found=found,
        fix="drop it from the pod, or from the accelerator or fabric",
    )
