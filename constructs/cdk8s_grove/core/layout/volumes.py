"""Where a replica's volumes clash with each other, with the pods, or with the nodes the pods run on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.facts import env
from cdk8s_grove.core.spec.volume import ONE_NODE

if TYPE_CHECKING:
    from cdk8s_grove.core.layout.model import CliqueLayout, ReplicaLayout
    from cdk8s_grove.core.spec import ReplicaSpec, ReplicaVolume
    from cdk8s_grove.core.spec.replica import ReplicaOptions
    from cdk8s_grove_crds import Container


def claim_name(spec: ReplicaOptions, volume: ReplicaVolume) -> str | None:
    """The PersistentVolumeClaim a volume mounts; None where it mounts none."""
    if volume.new_claim is not None:
        return volume.new_claim.name or f"{spec.name}-{volume.name}"
    return volume.claim


def download_name(volume: ReplicaVolume) -> str:
    """The name of the init container that fills a volume."""
    return f"download-{volume.name}"


def volume_findings(layout: ReplicaLayout) -> Iterator[Finding]:
    """Everything about the volumes that cannot be."""
    spec = layout.spec
    if not spec.volumes:
        return
    yield from _twice(spec)
    pods = layout.copies * sum(group.copies * sum(clique.pods for clique in group.cliques) for group in layout.groups)
    for index, volume in enumerate(spec.volumes):
        claim = volume.new_claim
        if claim is not None and claim.access_mode in ONE_NODE and pods > 1:
            yield finding(
                catalog.INVALID_OPTION,
                f"{pods} pods mount a claim of access mode {claim.access_mode}",
                path=f"volumes[{index}].new_claim.access_mode",
                why="pods on other nodes than the first would wait for the volume for ever, and the gang with them",
                found=claim.access_mode,
                fix="use access_mode='ReadWriteMany' and a storage class that has it, or host_path",
            )
    for group in layout.groups:
        for clique in group.cliques:
            yield from _pod_findings(spec, clique)


def _twice(spec: ReplicaSpec) -> Iterator[Finding]:
    """Two volumes with one name, place, claim or variable."""
    seen: dict[tuple[str, str], str] = {}
    for index, volume in enumerate(spec.volumes):
        path = f"volumes[{index}]"
        name = claim_name(spec, volume) if volume.new_claim is not None else None
        said = {"name": volume.name, "mount": place(volume.mount), "new_claim.name": name, "path_env": volume.path_env}
        for field, value in said.items():
            if value is None:
                continue
            first = seen.setdefault((field, value), path)
            if first != path:
                yield finding(
                    catalog.DUPLICATE_NAME,
                    f"two volumes have the {field} {value!r}",
                    path=f"{path}.{field}",
                    why="one would take the other's place",
                    found=f"{first} and {path}",
                    fix=f"give one of them another {field}",
                )


def _pod_findings(spec: ReplicaSpec, clique: CliqueLayout) -> Iterator[Finding]:
    pod, path = clique.spec.pod, f"{clique.path}.pod"
    ours = {volume.name: f"volumes[{index}]" for index, volume in enumerate(spec.volumes)}
    for index, volume in enumerate(pod.volumes or ()):
        if volume.name in ours:
            yield _taken(f"a volume {volume.name!r}", f"{path}.volumes[{index}].name", volume.name, ours[volume.name])
    containers = [(f"{path}.{field}[{index}]", one) for field, index, one in named_containers(clique)]
    downloads = {download_name(one): ours[one.name] for one in spec.volumes if one.download is not None}
    for at, container in containers:
        if container.name in downloads:
            of = downloads[container.name]
            yield _taken(f"a container {container.name!r}", f"{at}.name", container.name, of)
    first, engine = f"{path}.containers[0]", pod.containers[0]
    places = {place(volume.mount): f"volumes[{index}]" for index, volume in enumerate(spec.volumes)}
    for index, mount in enumerate(engine.volume_mounts or ()):
        if place(mount.mount_path) in places:
            of = places[place(mount.mount_path)]
            yield _taken(
                f"a mount at {mount.mount_path!r}", f"{first}.volumeMounts[{index}].mountPath", mount.mount_path, of
            )
    yield from _variables(spec, clique, engine, first)


def named_containers(clique: CliqueLayout) -> Iterable[tuple[str, int, Container]]:
    """A pod's containers, each with its field and its place there."""
    pod = clique.spec.pod
    for field, containers in (("containers", pod.containers), ("initContainers", pod.init_containers or ())):
        for index, container in enumerate(containers):
            yield field, index, container


def _variables(spec: ReplicaSpec, clique: CliqueLayout, engine: Container, at: str) -> Iterator[Finding]:
    """A path's variable that is the library's or Grove's, or set by the container itself."""
    taken = {entry.name for entry in clique.env} | {clique.rank_variable} | env.OPERATOR_VARIABLES
    given = {entry.name: index for index, entry in enumerate(engine.env or ())}
    for index, volume in enumerate(spec.volumes):
        if volume.path_env in taken:
            yield finding(
                catalog.RESERVED_ENV,
                f"the variable {volume.path_env!r} is set by the library or by Grove's operator",
                path=f"volumes[{index}].path_env",
                found=volume.path_env,
                fix="choose another one",
            )
        elif volume.path_env in given:
            yield finding(
                catalog.RESERVED_ENV,
                f"the variable {volume.path_env!r} is set by volumes[{index}]",
                path=f"{at}.env[{given[volume.path_env]}].name",
                why="it holds the path of that volume",
                found=volume.path_env,
                fix="drop it, or drop the volume's path_env",
            )


def _taken(what: str, path: str, found: str, volume: str) -> Finding:
    return finding(
        catalog.POD_FIELD,
        f"the pod has {what}, and so has {volume} of the replica",
        path=path,
        why="a pod has each name and each place once",
        found=found,
        fix="drop it from the pod, or give the replica's volume another name or mount",
    )


def place(path: str) -> str:
    """A path as the kubelet sees it: without a slash at its end."""
    return path.rstrip("/")
