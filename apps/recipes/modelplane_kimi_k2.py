"""Kimi-K2 on two nodes of 8 H200: one prefill engine and one decode engine, placed together or not at all.

Source: modelplaneai/modelplane docs/manifests/examples/kimi-k2@90ba117d, where the two are Deployments.
"""

from __future__ import annotations

from cdk8s import Chart
from constructs import Construct

from cdk8s_grove import DisaggReplica, LeaderClique, Manifest, PhaseGang, Queue
from recipes.parts import DECODE_PORT, SERVE_PORT, behind_sidecar, claim_template, engine_pod, weights_claim


class KimiK2(Chart):
    """1 prefill : 1 decode, 16 GPUs."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        queue = Queue(self, "kimi-k2", gpus=16)
        weights = Manifest(self, "weights", weights_claim("kimi-k2-weights", "600Gi"))
        replica = DisaggReplica(self, "kimi-k2-pd", queue=queue, priority="inference", env_prefix="MODELPLANE_")
        for phase, port, role in (("prefill", SERVE_PORT, "kv_producer"), ("decode", DECODE_PORT, "kv_consumer")):
            devices = Manifest(
                self, f"{phase}-devices", claim_template(f"kimi-k2-{phase}", gpus=8, gpu_memory="130Gi", efa=16)
            )
            pod = engine_pod(serve(port, role), claim=devices.name, weights=weights.name, port=port)
            LeaderClique(PhaseGang(replica, phase), "leader", pod=behind_sidecar(pod) if phase == "decode" else pod)


def serve(port: int, kv_role: str) -> list[str]:
    """The engine's argv: attention data parallel and experts spread over the node's 8 GPUs."""
    return [
        *("vllm", "serve", "/mnt/models", "--served-model-name=kimi-k2", "--quantization=compressed-tensors"),
        *("--tensor-parallel-size=1", "--data-parallel-size=8", "--enable-expert-parallel"),
        *("--block-size=64", "--max-model-len=131072", "--trust-remote-code", "--load-format=runai_streamer"),
        "--tokenizer=moonshotai/Kimi-K2-Instruct",
        f"--port={port}",
        f'--kv-transfer-config={{"kv_connector":"NixlConnector","kv_role":"{kv_role}"}}',
    ]
