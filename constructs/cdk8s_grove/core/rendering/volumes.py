"""A replica's volumes: in each pod, and the claims that are made for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cdk8s_grove.core.layout.volumes import claim_name, download_name
from cdk8s_grove.core.spec import Download, ReplicaSpec, ReplicaVolume
from cdk8s_grove.core.spec.replica import ReplicaOptions
from cdk8s_grove_crds import Container, EnvVar, PodSpec, Volume, VolumeMount


def mounted(pod: PodSpec, spec: ReplicaSpec, *, ours: int) -> PodSpec:
    """A pod with the replica's volumes: in its first container, and in the init containers that fill them.

    Args:
        pod: The pod, with the library's variables.
        spec: The replica.
        ours: How many of them stand first in each container; the paths' variables come after them.
    """
    engine, *others = pod.containers
    entries = engine.env or []
    paths = [_path_variable(volume) for volume in spec.volumes if volume.path_env is not None]
    update: dict[str, object] = {
        "volume_mounts": [*(_mount(volume) for volume in spec.volumes), *(engine.volume_mounts or ())]
    }
    if paths:
        update["env"] = [*entries[:ours], *paths, *entries[ours:]]
    whole: dict[str, object] = {
        "containers": [engine.model_copy(update=update), *others],
        "volumes": [*(_volume(spec, volume) for volume in spec.volumes), *(pod.volumes or ())],
    }
    downloads = [_download(volume, volume.download) for volume in spec.volumes if volume.download is not None]
    if downloads:
        whole["init_containers"] = [*downloads, *(pod.init_containers or ())]
    return pod.model_copy(update=whole)


def volume_claims(spec: ReplicaSpec) -> Iterator[dict[str, Any]]:
    """The PersistentVolumeClaims to make, in the order of the volumes."""
    return (render_claim(spec, volume) for volume in spec.volumes if volume.new_claim is not None)


def render_claim(spec: ReplicaOptions, volume: ReplicaVolume) -> dict[str, Any]:
    """The PersistentVolumeClaim of a volume that has a `new_claim`."""
    claim = volume.new_claim
    metadata: dict[str, Any] = {"name": claim_name(spec, volume)}
    if spec.namespace is not None:
        metadata["namespace"] = spec.namespace
    wanted: dict[str, Any] = {}
    if claim is not None:
        wanted = {"accessModes": [claim.access_mode], "resources": {"requests": {"storage": claim.size}}}
        if claim.storage_class is not None:
            wanted["storageClassName"] = claim.storage_class
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": wanted}


def _volume(spec: ReplicaSpec, volume: ReplicaVolume) -> Volume:
    source: dict[str, Any]
    if volume.host_path is not None:
        source = {"hostPath": {"path": volume.host_path, "type": "DirectoryOrCreate"}}
    elif volume.empty_dir is not None:
        source = {"emptyDir": {"sizeLimit": volume.empty_dir}}
    elif volume.image is not None:
        policy = {"pullPolicy": volume.pull_policy} if volume.pull_policy is not None else {}
        source = {"image": {"reference": volume.image, **policy}}
    else:
        source = {"persistentVolumeClaim": {"claimName": claim_name(spec, volume)}}
    return Volume.model_validate({"name": volume.name, **source})


def _mount(volume: ReplicaVolume, *, to_fill: bool = False) -> VolumeMount:
    mount: dict[str, Any] = {"name": volume.name, "mountPath": volume.mount}
    if volume.sub_path is not None:
        mount["subPath"] = volume.sub_path
    if volume.read_only and not to_fill:
        mount["readOnly"] = True
    return VolumeMount.model_validate(mount)


def _path_variable(volume: ReplicaVolume) -> EnvVar:
    return EnvVar.model_validate({"name": volume.path_env, "value": volume.mount})


def _download(volume: ReplicaVolume, download: Download) -> Container:
    container: dict[str, Any] = {"name": download_name(volume), "image": download.image}
    for field, words in (("command", download.command), ("args", download.args)):
        if words:
            container[field] = list(words)
    entries = [{"name": name, "value": value} for name, value in download.env.items()]
    if volume.path_env is not None and volume.path_env not in download.env:
        entries.insert(0, {"name": volume.path_env, "value": volume.mount})
    if entries:
        container["env"] = entries
    if download.env_from_secret is not None:
        container["envFrom"] = [{"secretRef": {"name": download.env_from_secret}}]
    return Container.model_validate(container | {"volumeMounts": [_mount(volume, to_fill=True).to_dict()]})
