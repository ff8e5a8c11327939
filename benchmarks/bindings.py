"""What the bindings cost; ratios in one run: `.venv/bin/python benchmarks/bindings.py`.

1. Importing them and naming PodCliqueSet, pydantic included, against importing pydantic alone.
2. Validating a set against reading its YAML with PyYAML's CSafeLoader.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import yaml

from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.serial import dump
from cdk8s_grove_crds import PodCliqueSet

PYDANTIC = "import pydantic; pydantic.BaseModel"
BINDINGS = "import cdk8s_grove_crds; cdk8s_grove_crds.PodCliqueSet"


def import_seconds(statement: str) -> float:
    """The median of nine fresh processes, without the interpreter's own start."""
    program = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
    return statistics.median(
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout) for _ in range(9)
    )


def validation() -> float:
    """Validating a parsed set, over parsing it."""
    env = [{"name": f"SETTING_{index}", "value": f"value {index}"} for index in range(20)]
    pod = {"containers": [{"name": "engine", "image": "engine:1", "env": env}]}
    phases = [
        {"id": phase, "leader": {"pod": pod}, "worker": {"pods": 1, "pod": pod}} for phase in ("prefill", "decode")
    ]
    text = dump([render(ReplicaSpec.model_validate({"name": "q", "queue": "t", "phases": phases}))])
    document = yaml.load(text, Loader=yaml.CSafeLoader)
    PodCliqueSet.model_validate(document)
    timings: list[list[float]] = [[], []]
    for _ in range(50):
        start = time.perf_counter()
        yaml.load(text, Loader=yaml.CSafeLoader)
        between = time.perf_counter()
        PodCliqueSet.model_validate(document)
        timings[0].append(between - start)
        timings[1].append(time.perf_counter() - between)
    return statistics.median(timings[1]) / statistics.median(timings[0])


if __name__ == "__main__":
    imports = import_seconds(f"{PYDANTIC}; {BINDINGS}") / import_seconds(PYDANTIC)
    print(f"import and name PodCliqueSet / import pydantic: {imports:.2f} (target <= 2)")
    print(f"validate a set / read its YAML: {validation():.3f} (target <= 0.2)")
