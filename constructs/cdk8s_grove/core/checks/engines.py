"""What an engine's command line says, as far as several rules need it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.plan.raw import items, mappings
from cdk8s_grove.core.plan.source import CliqueSource, Container

_SIZES: Final = (
    ("tp", ("--tensor-parallel-size", "-tp", "--tp-size", "--tp")),
    ("pp", ("--pipeline-parallel-size", "-pp", "--pp-size", "--pp")),
)
_DATA: Final = ("--data-parallel-size", "-dp")
"""Of vLLM; SGLang's dp divides its tp where attention is data parallel."""
_ROLE: Final = re.compile(r"kv_role\W+(kv_producer|kv_consumer)")
_MODE: Final = ("--disaggregation-mode",)


def commands(clique: CliqueSource) -> Iterator[tuple[Container, list[str]]]:
    """The containers of a clique's pod and their argv."""
    for container, raw in zip(clique.pod.containers, mappings(clique.pod.raw.get("containers")), strict=False):
        yield container, _argv(raw)


def argv_of(pod: Mapping[str, Any]) -> list[str]:
    """The argv of all containers of a pod spec."""
    return [word for container in mappings(pod.get("containers")) for word in _argv(container)]


def _argv(container: Mapping[str, Any]) -> list[str]:
    """Command and args; the words of a shell's script one by one."""
    words = [str(word) for field in ("command", "args") for word in items(container.get(field))]
    split: list[str] = []
    for word in words:
        if " " not in word and "\n" not in word:
            split.append(word)
            continue
        try:
            split += shlex.split(word)
        except ValueError:  # a quote that is not closed, or a heredoc
            split += word.split()
    return split


def flag(argv: Sequence[str], *names: str) -> str | None:
    """The value of a flag, as `--flag=value` or `--flag value`; the last one counts."""
    value = None
    for index, word in enumerate(argv):
        name, equals, rest = word.partition("=")
        if name in names:
            value = rest if equals else next(iter(argv[index + 1 : index + 2]), None)
    return value


def parallel_size(argv: Sequence[str]) -> tuple[int, str]:
    """The GPUs an engine takes, and the product as text; 0 if it does not say."""
    found = [(short, flag(argv, *names)) for short, names in _SIZES]
    if is_vllm(argv):
        found.append(("dp", flag(argv, *_DATA)))
    sizes = [(short, int(value)) for short, value in found if value is not None and value.isdecimal()]
    if not sizes:
        return 0, ""
    product = 1
    for _, size in sizes:
        product *= size
    return product, " x ".join(f"{short} {size}" for short, size in sizes)


def is_vllm(argv: Sequence[str]) -> bool:
    """Whether the command is vLLM's, bare or as Dynamo's worker."""
    return any("vllm" in word for word in argv)


def phase_of(argv: Sequence[str]) -> str:
    """`prefill` or `decode`, if the flags say one; nothing for both."""
    role = _ROLE.search(" ".join(argv))
    if role:
        return "prefill" if role[1] == "kv_producer" else "decode"
    if "--is-prefill-worker" in argv:
        return "prefill"
    mode = flag(argv, *_MODE)
    return mode if mode in ("prefill", "decode") else ""


def phases_of(view: SetView) -> set[str]:
    """The phases a set holds, told from names and flags."""
    named = {pod.phase for pod in view.plan.pods if pod.unit == 0}
    said = {phase_of(argv) for clique in view.source.cliques for _, argv in commands(clique)}
    by_name = {word for word in ("prefill", "decode") for phase in named if word in re.split(r"\W", phase)}
    return by_name or (said - {""})
