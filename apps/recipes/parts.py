"""What the recipes' pods have in common: devices by DRA, weights on a volume, vLLM's KV transfer."""

from __future__ import annotations

from typing import Any

IMAGE = "vllm/vllm-openai:v0.23.0"
SIDECAR_IMAGE = "ghcr.io/llm-d/llm-d-router-disagg-sidecar:v0.9.0"

SERVE_PORT = 8000
"""What clients and the router talk to: the prefill engine, and on decode the P/D sidecar."""
DECODE_PORT = 8001
"""The decode engine, behind the sidecar."""
SIDE_CHANNEL_PORT = 5557
"""NIXL's handshake between the phases."""

Document = dict[str, Any]


def claim_template(name: str, *, gpus: int, gpu_memory: str, efa: int) -> Document:
    """A claim for whole GPUs of at least `gpu_memory` and for EFA interfaces of the same node."""
    enough = f'device.capacity["gpu.nvidia.com"].memory.compareTo(quantity("{gpu_memory}")) >= 0'
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": name},
        "spec": {
            "spec": {
                "devices": {
                    "requests": [
                        _request("gpu", "gpu.nvidia.com", gpus, enough),
                        _request("efa", "efa.networking.k8s.aws", efa, 'device.driver == "dra.net"'),
                    ]
                }
            }
        },
    }


def _request(name: str, device_class: str, count: int, expression: str) -> Document:
    exactly = {"deviceClassName": device_class, "count": count, "selectors": [{"cel": {"expression": expression}}]}
    return {"name": name, "exactly": exactly}


def weights_claim(name: str, size: str) -> Document:
    """A volume for the model's weights that every pod mounts; the cluster's default storage class has to allow that."""
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name},
        "spec": {"accessModes": ["ReadWriteMany"], "resources": {"requests": {"storage": size}}},
    }


def engine_pod(
    command: list[str], *, claim: str, weights: str, port: int | None = None, env: list[Document] | None = None
) -> Document:
    """A pod with one vLLM engine on all devices of a claim.

    Args:
        command: The engine's argv.
        claim: The ResourceClaimTemplate of its devices.
        weights: The PersistentVolumeClaim of its weights, mounted at /mnt/models.
        port: Where it serves; None for one that does not (a worker).
        env: Further variables.
    """
    engine: Document = {
        "name": "engine",
        "image": IMAGE,
        "command": command,
        "env": [
            {"name": "VLLM_NIXL_SIDE_CHANNEL_HOST", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
            {"name": "VLLM_NIXL_SIDE_CHANNEL_PORT", "value": str(SIDE_CHANNEL_PORT)},
            *(env or ()),
        ],
        "resources": {"claims": [{"name": "devices"}]},
        "volumeMounts": [{"name": "weights", "mountPath": "/mnt/models"}, {"name": "shm", "mountPath": "/dev/shm"}],
    }
    if port is not None:
        engine["ports"] = [{"containerPort": port}, {"containerPort": SIDE_CHANNEL_PORT, "name": "nixl"}]
        engine["readinessProbe"] = _health(port)
    return {
        "containers": [engine],
        "resourceClaims": [{"name": "devices", "resourceClaimTemplateName": claim}],
        "volumes": [
            {"name": "weights", "persistentVolumeClaim": {"claimName": weights}},
            {"name": "shm", "emptyDir": {"medium": "Memory"}},
        ],
    }


def behind_sidecar(pod: Document) -> Document:
    """A decode pod with the P/D sidecar in front: it lets prefill run first, then passes the request on."""
    sidecar = {
        "name": "pd-sidecar",
        "image": SIDECAR_IMAGE,
        "args": ["--secure-proxy=false", "--kv-connector=nixlv2", f"--vllm-port={DECODE_PORT}"],
        "ports": [{"containerPort": SERVE_PORT}],
        "readinessProbe": _health(SERVE_PORT),
    }
    return pod | {"containers": [*pod["containers"], sidecar]}


def _health(port: int) -> Document:
    return {"httpGet": {"path": "/health", "port": port}, "periodSeconds": 10, "timeoutSeconds": 5}
