"""One KV block size on both sides."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.engines import commands, flag
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV319", "block-size", Severity.WARNING)
def block_size(view: SetView) -> Iterator[Problem]:
    """The phases of a set have different KV block sizes.

    Blocks are what is moved from prefill to decode and what a router counts; where they differ, transfers fail or
    nothing is found again.

    Example: `--block-size=64` on prefill and 128 on decode.

    Fix: the same `--block-size` on every phase, and in the router.

    Source: modelplaneai/modelplane#175.
    """
    sizes: dict[str, str] = {}
    for clique in view.source.cliques:
        for container, argv in commands(clique):
            size = flag(argv, "--block-size")
            if size is not None:
                sizes.setdefault(size, container.path)
    if len(sizes) > 1:
        said = ", ".join(sorted(sizes))
        message = f"the engines have {len(sizes)} block sizes"
        yield Problem(list(sizes.values())[-1], message, "use one everywhere", "the KV cache moves in blocks", said)
