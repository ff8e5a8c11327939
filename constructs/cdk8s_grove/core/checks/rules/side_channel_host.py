"""Where the other phase finds the KV cache."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.engines import commands, is_vllm
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV318", "side-channel-host", Severity.WARNING)
def side_channel_host(view: SetView) -> Iterator[Problem]:
    """NIXL's side channel of vLLM has no address other pods can reach.

    It is `localhost` unless VLLM_NIXL_SIDE_CHANNEL_HOST says otherwise; the other phase then finds the wrong engine,
    and recomputes every prompt without a word.

    Example: `--kv-transfer-config` with NixlConnector, and no VLLM_NIXL_SIDE_CHANNEL_HOST.

    Fix: the variable with `fieldRef: status.podIP`.

    Source: vllm-project/vllm#27083.
    """
    for clique in view.source.cliques:
        for container, argv in commands(clique):
            if "NixlConnector" not in " ".join(argv) or not is_vllm(argv):
                continue
            value = dict(container.env).get("VLLM_NIXL_SIDE_CHANNEL_HOST")
            if value is None or value in ("", "localhost", "127.0.0.1", "0.0.0.0", "::1"):
                message = f"NIXL's side channel of {clique.name!r} listens on {value or 'localhost'}"
                fix = "set VLLM_NIXL_SIDE_CHANNEL_HOST from fieldRef status.podIP"
                yield Problem(f"{container.path}.env", message, fix, "the other phase cannot reach it")
