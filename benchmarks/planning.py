"""Planning 10,000 pods against what has to be done anyway: writing the result as JSON.

Ratios in one run: `.venv/bin/python benchmarks/planning.py`.

1. Planning 10,000 pods, against `json.dumps` of the result.
2. 100 -> 1,000 -> 10,000 pods: how much longer each step takes.
3. Memory of the process after planning and writing 10,000 pods.
"""

from __future__ import annotations

import gc
import json
import resource
import time
from collections.abc import Callable
from typing import Any

from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.report.data import plan_as_json, plan_data

RATIO, GROWTH, MEGABYTES = 5, 11, 300
Document = dict[str, Any]


def clique(name: str) -> Document:
    """A clique of one pod with 8 GPUs and ten variables."""
    env = [{"name": f"SETTING_{index}", "value": f"value {index}"} for index in range(9)]
    address = "$(GROVE_PCSG_NAME)-$(GROVE_PCSG_INDEX)-d-leader-0.$(GROVE_HEADLESS_SERVICE)"
    container = {"name": "engine", "image": "engine:1", "env": [*env, {"name": "LEADER_ADDRESS", "value": address}]}
    pod = {
        "schedulerName": "kai-scheduler",
        "containers": [container | {"resources": {"limits": {"nvidia.com/gpu": 8}}}],
    }
    return {"name": name, "spec": {"roleName": name, "replicas": 1, "podSpec": pod}}


def manifest(pods: int) -> Document:
    """Units of four pods: two prefill copies, one decode copy over two nodes."""
    groups = [
        {"name": "prefill", "cliqueNames": ["p-leader"], "replicas": 2, "minAvailable": 2},
        {"name": "decode", "cliqueNames": ["d-leader", "d-worker"], "replicas": 1, "minAvailable": 1},
    ]
    cliques = [clique("p-leader"), clique("d-leader"), clique("d-worker")]
    return {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "big", "namespace": "serving", "labels": {"kai.scheduler/queue": "team"}},
        "spec": {"replicas": pods // 4, "template": {"cliques": cliques, "podCliqueScalingGroups": groups}},
    }


def best(work: Callable[[], object], runs: int) -> float:
    """Seconds of the fastest run."""
    times: list[float] = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Measure and print."""
    for _ in plan_as_json(plan_manifests([manifest(10_000)])):
        pass
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = {pods: best(lambda pods=pods: plan_manifests([manifest(pods)]), 5) for pods in (100, 1_000, 10_000)}
    data = plan_data(plan_manifests([manifest(10_000)]))
    ratio = seconds[10_000] / best(lambda: json.dumps(data), 5)
    print(f"10,000 pods: {ratio:.2f} times json.dumps of the result (at most {RATIO})")
    for few, many in ((100, 1_000), (1_000, 10_000)):
        print(f"{few:,} -> {many:,} pods: {seconds[many] / seconds[few]:.1f} times as long (at most {GROWTH})")
    print(f"memory of the process: {peak:.0f} MB (at most {MEGABYTES})")


if __name__ == "__main__":
    main()
