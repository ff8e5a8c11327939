"""gpt-oss-120b: two units of 4 prefill engines on one GPU each and 1 decode engine on four.

Source: llm-d/llm-d guides/pd-disaggregation/modelserver/gpu/vllm/base/disaggregatedset.yaml@55541149, where a unit
is a slice of a DisaggregatedSet.
"""

from __future__ import annotations

from typing import Any

from cdk8s import Chart
from constructs import Construct

from cdk8s_grove import DisaggReplica, LeaderClique, PhaseGang, Queue
from recipes.parts import IMAGE, SIDECAR_IMAGE

PREFILL_PORT, DECODE_PORT, SIDE_CHANNEL_PORT = 8000, 8200, 5600
Document = dict[str, Any]


class GptOss120B(Chart):
    """4 prefill : 1 decode, twice; 16 GPUs."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        queue = Queue(self, "gpt-oss", gpus=16)
        replica = DisaggReplica(self, "gpt-oss-pd", units=2, queue=queue, priority="inference")
        prefill = PhaseGang(replica, "prefill", copies=4)
        more = "--no-disable-hybrid-kv-cache-manager"
        LeaderClique(prefill, "leader", pod=engine(PREFILL_PORT, "kv_producer", more, gpus=1))
        decode = engine(DECODE_PORT, "kv_consumer", f"--port={DECODE_PORT}", gpus=4)
        LeaderClique(PhaseGang(replica, "decode"), "leader", pod=decode | {"initContainers": [proxy()]})


def engine(port: int, kv_role: str, *more: str, gpus: int) -> Document:
    """A pod with one vLLM engine over `gpus` GPUs, which serves on `port`."""
    transfer = f'{{"kv_connector":"NixlConnector","kv_role":"{kv_role}","kv_buffer_device":"cuda"}}'
    parallel = f"--tensor-parallel-size={gpus}"
    container = {
        "name": "engine",
        "image": IMAGE,
        "command": ["vllm", "serve", "openai/gpt-oss-120b", "--block-size=128", parallel],
        "args": [*more, f"--kv-transfer-config={transfer}"],
        "env": [
            {"name": "VLLM_NIXL_SIDE_CHANNEL_HOST", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
            {"name": "VLLM_NIXL_SIDE_CHANNEL_PORT", "value": str(SIDE_CHANNEL_PORT)},
            {"name": "VLLM_HTTP_TIMEOUT_KEEP_ALIVE", "value": "120"},
        ],
        "ports": [{"containerPort": port}, {"containerPort": SIDE_CHANNEL_PORT, "name": "nixl"}],
        "resources": {"limits": {"nvidia.com/gpu": gpus}},
        "volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}],
    }
    return {
        "containers": [container],
        "volumes": [{"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": "20Gi"}}],
    }


def proxy() -> Document:
    """The sidecar in front of decode: it lets prefill run first, then passes the request on."""
    return {
        "name": "routing-proxy",
        "image": SIDECAR_IMAGE,
        "restartPolicy": "Always",
        "args": [
            f"--port={PREFILL_PORT}",
            f"--vllm-port={DECODE_PORT}",
            "--kv-connector=nixlv2",
            "--secure-proxy=false",
        ],
        "ports": [{"containerPort": PREFILL_PORT}],
    }
