"""Rendering 1,000 replicas against what has to be done anyway.

Ratios in one run: `.venv/bin/python benchmarks/rendering.py`. Engines have 90 variables.

1. The pure way, spec to YAML text, against the time PyYAML's CSafeDumper needs to emit the same documents.
2. The construct way, tree to YAML file, against bare ApiObjects with a JsonPatch of the same content.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable
from typing import Any

import yaml

from cdk8s_grove._node import ensure_node
from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.serial import dump

REPLICAS = 1000
TREES = 50
TARGET = 1.5

Document = dict[str, Any]


def engine() -> Document:
    """A pod with an environment of the size people have."""
    env = [{"name": f"VLLM_SETTING_{index}", "value": f"value {index}"} for index in range(90)]
    command = ["vllm", "serve", "/mnt/models", "--nnodes=2", "--node-rank=$(RANK)", "--master-addr=$(LEADER_ADDRESS)"]
    resources = {"limits": {"nvidia.com/gpu": 8}, "requests": {"cpu": "32", "memory": "512Gi"}}
    container = {"name": "engine", "image": "vllm/vllm-openai:v0.23.0", "command": command, "env": env}
    return {"containers": [container | {"resources": resources}]}


POD = engine()


def replica(index: int) -> Document:
    """1 prefill : 3 decode over two nodes each, as plain data."""
    phases = [
        {"id": phase, "copies": copies, "leader": {"pod": POD}, "worker": {"pods": 1, "pod": POD}}
        for phase, copies in (("prefill", 1), ("decode", 3))
    ]
    return {"name": f"qwen-{index}", "namespace": "serving", "queue": "team-a", "phases": phases}


def ratio(ours: Callable[[], object], theirs: Callable[[], object]) -> float:
    """The best of seven runs each, taken in turns so that both see the same machine."""
    best = [float("inf"), float("inf")]
    for _ in range(7):
        for index, work in enumerate((ours, theirs)):
            gc.collect()
            start = time.perf_counter()
            work()
            best[index] = min(best[index], time.perf_counter() - start)
    return best[0] / best[1]


def pure() -> float:
    """Spec to text, over CSafeDumper on the documents alone."""
    data = [replica(index) for index in range(REPLICAS)]
    documents = [render(ReplicaSpec.model_validate(one)) for one in data]
    return ratio(
        lambda: dump(render(ReplicaSpec.model_validate(one)) for one in data),
        lambda: yaml.dump_all(documents, Dumper=yaml.CSafeDumper, sort_keys=False),
    )


def constructs() -> float:
    """A tree of constructs to files, over bare objects with patches."""
    ensure_node()
    from cdk8s import ApiObject, ApiObjectMetadata, App, Chart, JsonPatch

    from cdk8s_grove import DisaggReplica, LeaderClique, PhaseGang, WorkerClique

    documents = [render(ReplicaSpec.model_validate(replica(index))) for index in range(TREES)]

    def ours() -> None:
        with tempfile.TemporaryDirectory() as folder:
            app = App(outdir=folder)
            chart = Chart(app, "chart", namespace="serving")
            for index in range(TREES):
                one = DisaggReplica(chart, f"qwen-{index}", queue="team-a")
                for phase, copies in (("prefill", 1), ("decode", 3)):
                    gang = PhaseGang(one, phase, copies=copies)
                    LeaderClique(gang, "leader", pod=POD)
                    WorkerClique(gang, "worker", pods=1, pod=POD)
            app.synth()

    def bare() -> None:
        with tempfile.TemporaryDirectory() as folder:
            app = App(outdir=folder)
            chart = Chart(app, "chart", namespace="serving")
            for document in documents:
                metadata = ApiObjectMetadata(name=document["metadata"]["name"], labels=document["metadata"]["labels"])
                one = ApiObject(
                    chart,
                    metadata.name or "",
                    api_version=document["apiVersion"],
                    kind=document["kind"],
                    metadata=metadata,
                )
                one.add_json_patch(JsonPatch.add("/spec", document["spec"]))
            app.synth()

    return ratio(ours, bare)


if __name__ == "__main__":
    print(f"pure render of {REPLICAS} replicas and YAML / CSafeDumper alone: {pure():.2f} (target <= {TARGET})")
    print(f"{TREES} construct trees / bare ApiObject + JsonPatch: {constructs():.2f} (target <= {TARGET})")
