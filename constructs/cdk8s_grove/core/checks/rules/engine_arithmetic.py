"""Ranks and GPUs of an engine."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.engines import commands, parallel_size
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV317", "engine-arithmetic", Severity.WARNING)
def engine_arithmetic(view: SetView) -> Iterator[Problem]:
    """An engine asks for more GPUs than its copy has.

    Tensor, pipeline and data parallel sizes multiply to the GPUs an engine takes; it does not start with fewer.

    Example: `--tensor-parallel-size=16` in a copy of one node with 8 GPUs.

    Fix: sizes whose product is at most the GPUs of one copy: pods of its cliques times GPUs of a pod.

    Source: vllm-project/vllm vllm/config/parallel.py@v0.11.0; ai-dynamo/dynamo#4934.
    """
    gpus: dict[str, int] = {}
    sizes: dict[str, tuple[int, str, str]] = {}
    for pod in view.plan.pods:
        if pod.unit == 0 and pod.copy == 0:
            gpus[pod.phase] = gpus.get(pod.phase, 0) + pod.gpus
    for clique in view.source.cliques:
        phase = next((pod.phase for pod in view.plan.pods if pod.template == clique.name), "")
        for container, argv in commands(clique):
            size, shown = parallel_size(argv)
            if size > sizes.get(phase, (0, "", ""))[0]:
                sizes[phase] = (size, shown, container.path)
    for phase, (size, shown, path) in sizes.items():
        if gpus.get(phase) and size > gpus[phase]:
            message = f"the engine of {phase!r} takes {shown} = {size} GPUs, a copy has {gpus[phase]}"
            yield Problem(path, message, "correct the parallel sizes, or the copy's GPUs", "it does not start", shown)
