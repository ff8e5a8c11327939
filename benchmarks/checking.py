"""Checking 1,000 sets against loading their YAML.

Ratios in one run: `.venv/bin/python benchmarks/checking.py`. Loading is PyYAML's CSafeLoader alone, the fastest
there is here; ours, which keeps Kubernetes' meaning and finds duplicate keys, is shown beside it.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import yaml

from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.checks import check_documents
from cdk8s_grove.core.diff import diff_documents
from cdk8s_grove.core.serial import dump, load

SETS = 1000
TARGET = 5


def replica(index: int) -> dict[str, object]:
    """1 prefill : 3 decode over two nodes each."""
    command = ["vllm", "serve", "/models", "--tensor-parallel-size=16", "--node-rank=$(RANK)"]
    env = [{"name": f"VLLM_SETTING_{number}", "value": f"value {number}"} for number in range(10)]
    resources = {"limits": {"nvidia.com/gpu": 8}, "requests": {"cpu": "32", "memory": "512Gi"}}
    container = {"name": "engine", "image": "engine:1", "command": command, "env": env, "resources": resources}
    pod = {"containers": [container]}
    phases = [
        {"id": phase, "copies": copies, "leader": {"pod": pod}, "worker": {"pods": 1, "pod": pod}}
        for phase, copies in (("prefill", 1), ("decode", 3))
    ]
    return {"name": f"qwen-{index}", "namespace": "serving", "queue": "team-a", "phases": phases}


def seconds(work: Callable[[], object]) -> float:
    """The best of three runs."""
    best = float("inf")
    for _ in range(3):
        gc.collect()
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


if __name__ == "__main__":
    text = dump(render(ReplicaSpec.model_validate(replica(index))) for index in range(SETS))
    documents = load(text, source="sets")
    edited = load(text.replace("engine:1", "engine:2"), source="edited")
    base = seconds(lambda: list(yaml.load_all(text, Loader=yaml.CSafeLoader)))
    ours = seconds(lambda: load(text, source="sets")) / base
    print(f"loading {SETS} sets, {len(text) // 1000:,} kB: 1; with our reader {ours:.2f}")
    print(f"checking them: {seconds(lambda: check_documents(documents)) / base:.2f} (target <= {TARGET})")
    print(f"and their lines: {seconds(lambda: check_documents(documents).located) / base:.2f}")
    print(f"comparing them with edited ones: {seconds(lambda: diff_documents(documents, edited)) / base:.2f}")
