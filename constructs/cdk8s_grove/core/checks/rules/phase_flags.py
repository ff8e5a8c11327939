"""Flags that contradict the phase."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.engines import commands, phase_of
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV320", "phase-flags", Severity.WARNING)
def phase_flags(view: SetView) -> Iterator[Problem]:
    """An engine's flags say another phase than its place in the set.

    It would do the other phase's work, silently: the router sends it what it does not expect.

    Example: `kv_role: kv_producer` in the group `decode`.

    Fix: the flag of the phase (for prefill `kv_producer`, `--disaggregation-mode prefill`), or another name of the
    group.

    Source: vllm-project/vllm vllm/config/kv_transfer.py@v0.11.0; sgl-project/sglang server_args.py@v0.5.4.
    """
    phases = {pod.template: pod.phase for pod in view.plan.pods}
    for clique in view.source.cliques:
        phase = phases.get(clique.name, "")
        for container, argv in commands(clique):
            said = phase_of(argv)
            if said and phase in ("prefill", "decode") and said != phase:
                message = f"the engine of {clique.name!r} in {phase!r} is told to {said}"
                yield Problem(container.path, message, "correct the flag, or the phase's name", found=said)
