"""Qwen3-Coder-480B in BF16, which takes two nodes of 8 H200: one prefill engine to three decode engines.

Source: modelplaneai/modelplane docs/manifests/examples/qwen3-coder@90ba117d, which serves both phases in one
engine of two nodes; the split into phases is ours.
"""

from __future__ import annotations

from cdk8s import Chart
from constructs import Construct

from cdk8s_grove import DisaggReplica, LeaderClique, Manifest, PhaseGang, Queue, WorkerClique
from recipes.parts import DECODE_PORT, SERVE_PORT, Document, behind_sidecar, claim_template, engine_pod, weights_claim

PREFIX = "MODELPLANE_"
EFA = [{"name": "FI_PROVIDER", "value": "efa"}, {"name": "NCCL_DEBUG", "value": "INFO"}]


class Qwen3Coder480B(Chart):
    """1 prefill : 3 decode, two nodes a copy, 64 GPUs."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        queue = Queue(self, "qwen3-coder", gpus=64)
        weights = Manifest(self, "weights", weights_claim("qwen3-coder-weights", "1000Gi")).name
        replica = DisaggReplica(self, "qwen3-coder-pd", queue=queue, priority="inference", env_prefix=PREFIX)
        for phase, copies, port, role in (
            ("prefill", 1, SERVE_PORT, "kv_producer"),
            ("decode", 3, DECODE_PORT, "kv_consumer"),
        ):
            gang = PhaseGang(replica, phase, copies=copies)
            claims = [
                Manifest(self, f"{phase}-{member}-devices", devices(f"qwen3-coder-{phase}-{member}"))
                for member in ("leader", "worker")
            ]
            leader = engine_pod(serve(port, role), claim=claims[0].name, weights=weights, port=port, env=EFA)
            worker = engine_pod([*serve(port, role), "--headless"], claim=claims[1].name, weights=weights, env=EFA)
            LeaderClique(gang, "leader", pod=behind_sidecar(leader) if phase == "decode" else leader)
            WorkerClique(gang, "worker", pods=1, pod=worker)


def devices(name: str) -> Document:
    """A whole node: every GPU, every EFA interface."""
    return claim_template(name, gpus=8, gpu_memory="120Gi", efa=16)


def serve(port: int, kv_role: str) -> list[str]:
    """The argv of each rank: tensor parallel within a node, pipeline parallel over the two."""
    return [
        *("vllm", "serve", "/mnt/models", "--served-model-name=qwen3-coder"),
        *("--tensor-parallel-size=8", "--pipeline-parallel-size=2", "--distributed-executor-backend=mp"),
        *("--nnodes=2", f"--node-rank=$({PREFIX}RANK)", f"--master-addr=$({PREFIX}LEADER_ADDRESS)"),
        *("--max-model-len=32768", f"--port={port}"),
        f'--kv-transfer-config={{"kv_connector":"NixlConnector","kv_role":"{kv_role}"}}',
    ]
