"""What the API server and Grove's webhook write into a PodCliqueSet that leaves it out.

A path names the fields down to the mapping that is completed; `*` stands for every item of a list. The last
part is the field. A default is set only where its parent is there.

Source: the CRD podcliquesets.grove.io and ai-dynamo/grove
operator/internal/webhook/admission/pcs/defaulting/podcliqueset.go@fcc3b3bb; every accepted manifest of the
admission recordings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

ANY_ORDER: Final = "CliqueStartupTypeAnyOrder"
IN_ORDER: Final = "CliqueStartupTypeInOrder"
EXPLICIT: Final = "CliqueStartupTypeExplicit"

RESTART_POLICY: Final = "Always"
TERMINATION_DELAY: Final = "4h0m0s"

_CLIQUES: Final = "spec.template.cliques.*."
_POD: Final = f"{_CLIQUES}spec.podSpec."
_CONTAINER: Final = {
    "env.*.valueFrom.configMapKeyRef.name": "",
    "env.*.valueFrom.fileKeyRef.optional": False,
    "env.*.valueFrom.secretKeyRef.name": "",
    "envFrom.*.configMapRef.name": "",
    "envFrom.*.secretRef.name": "",
    "livenessProbe.grpc.service": "",
    "ports.*.protocol": "TCP",
    "readinessProbe.grpc.service": "",
    "startupProbe.grpc.service": "",
}
_VOLUME: Final = {
    "azureDisk.fsType": "ext4",
    "azureDisk.readOnly": False,
    "configMap.name": "",
    "csi.nodePublishSecretRef.name": "",
    "iscsi.iscsiInterface": "default",
    "projected.sources.*.configMap.name": "",
    "projected.sources.*.secret.name": "",
    "rbd.keyring": "/etc/ceph/keyring",
    "rbd.pool": "rbd",
    "rbd.user": "admin",
    "scaleIO.fsType": "xfs",
    "scaleIO.storageMode": "ThinProvisioned",
} | {
    f"{kind}.secretRef.name": ""
    for kind in ("cephfs", "cinder", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos")
}  # fmt: skip
_CONTAINERS: Final = ("containers", "ephemeralContainers", "initContainers")
_TOLERATION: Final = "spec.template.resourceClaimTemplates.*.templateSpec.spec.devices.requests.*."


def schema_defaults() -> Iterator[tuple[str, object]]:
    """The defaults of the CRD's schema, as (path, value)."""
    yield "spec.replicas", 0
    yield "spec.updateStrategy.type", "RollingRecreate"
    yield "spec.template.cliqueStartupType", ANY_ORDER
    yield "spec.template.headlessServiceConfig.publishNotReadyAddresses", True
    yield "spec.template.podCliqueScalingGroups.*.replicas", 1
    yield "spec.template.podCliqueScalingGroups.*.minAvailable", 1
    yield f"{_TOLERATION}exactly.tolerations.*.operator", "Equal"
    yield f"{_TOLERATION}firstAvailable.*.tolerations.*.operator", "Equal"
    yield f"{_POD}imagePullSecrets.*.name", ""
    for kind in _CONTAINERS:
        for path, value in _CONTAINER.items():
            yield f"{_POD}{kind}.*.{path}", value
    for path, value in _VOLUME.items():
        yield f"{_POD}volumes.*.{path}", value


def zero_values() -> Iterator[tuple[str, object]]:
    """What appears because the webhook reads the set into Go's types and writes it out again."""
    yield f"{_CLIQUES}spec.roleName", ""
    for kind in _CONTAINERS:
        yield f"{_POD}{kind}.*.name", ""
        yield f"{_POD}{kind}.*.resources", {}
    yield "spec.template.resourceClaimTemplates.*.templateSpec.metadata", {}


def pod_defaults() -> Iterator[tuple[str, object]]:
    """What the webhook itself writes into each pod spec."""
    yield f"{_POD}restartPolicy", RESTART_POLICY
    yield f"{_POD}terminationGracePeriodSeconds", 30
