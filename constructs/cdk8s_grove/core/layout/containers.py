"""What a pod may not say itself, because Grove or this library says it, or because the rank cannot reach it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.facts import env, kubelet, versions
from cdk8s_grove.core.layout.model import CliqueLayout, Rank

if TYPE_CHECKING:
    from cdk8s_grove.core.spec import ReplicaSpec
    from cdk8s_grove_crds import Container


def uses_rank(words: list[str], variable: str) -> bool:
    """Whether a command mentions the rank: `$(RANK)` for the kubelet, `$RANK` or `${RANK}` for a shell."""
    mention = re.compile(rf"\$(\{{{re.escape(variable)}\b|{re.escape(variable)}\b)")
    return any("$" in word and (kubelet.refers_to(word, variable) or mention.search(word)) for word in words)


_SHELLS: Final = frozenset({"sh", "ash", "bash", "dash", "ksh", "zsh"})


def wants_rank(container: Container, variable: str, *, is_first: bool) -> bool:
    """Whether a container's process is to have the rank in its environment.

    A pod's first container is its engine, which may read the rank without a word in its argv, and so may a script
    that a shell runs. In other containers the rank has to be mentioned: a sidecar's image may have no shell.
    """
    command = container.command or ()
    if not command:
        return False
    mention = re.compile(rf"\b{re.escape(variable)}\b")
    words = (*command, *(container.args or ()))
    return is_first or command[0].rpartition("/")[2] in _SHELLS or any(mention.search(word) for word in words)


def container_findings(spec: ReplicaSpec, clique: CliqueLayout) -> Iterator[Finding]:
    """Everything in a clique's pod that clashes with what the pod gets."""
    pod = clique.spec.pod
    if pod.scheduler_name not in (None, env.KAI_SCHEDULER):
        yield finding(
            catalog.POD_FIELD,
            f"the pod asks for the scheduler {pod.scheduler_name!r}",
            path=f"{clique.path}.pod.schedulerName",
            why=f"only {env.KAI_SCHEDULER!r} places the phases as one gang, and Grove refuses two schedulers in a set",
            found=pod.scheduler_name,
            fix="leave schedulerName out",
        )
    for field, containers in (("containers", pod.containers), ("initContainers", pod.init_containers)):
        for index, container in enumerate(containers or ()):
            path = f"{clique.path}.pod.{field}[{index}]"
            yield from _env_findings(spec, clique, container, path)
            if clique.rank is Rank.LAUNCHER:
                yield from _launcher_findings(clique, container, path)


def _env_findings(spec: ReplicaSpec, clique: CliqueLayout, container: Container, path: str) -> Iterator[Finding]:
    entries = container.env or []
    ours = {entry.name for entry in clique.env} | {clique.rank_variable}
    late = not spec.target.grove_has(versions.ENV_BEFORE_USERS)
    if not late and (ours | env.OPERATOR_VARIABLES).isdisjoint([entry.name for entry in entries]):
        return
    for index, entry in enumerate(entries):
        if entry.name in ours or entry.name in env.OPERATOR_VARIABLES:
            by = "the library" if entry.name in ours else "Grove's operator"
            yield finding(
                catalog.RESERVED_ENV,
                f"the variable {entry.name!r} is set by {by}",
                path=f"{path}.env[{index}].name",
                why="the leader's address and the rank are made of these variables",
                found=entry.name,
                fix="drop it" + (", or choose another env_prefix" if entry.name in ours else ""),
            )
        refers = {name for _, _, name in kubelet.references(entry.value or "")}
        early = sorted(refers & env.OPERATOR_VARIABLES)
        if late and early:
            yield finding(
                catalog.TARGET,
                f"the variable {entry.name!r} refers to {early[0]}, which is not known yet where it stands",
                path=f"{path}.env[{index}].value",
                why=f"Grove {spec.target.grove} puts its variables after the pod's, so the text stays as it is",
                found=f"$({early[0]})",
                fix=f"refer to $({spec.env_prefix}LEADER_ADDRESS), or use {early[0]} in command or args",
            )


def _launcher_findings(clique: CliqueLayout, container: Container, path: str) -> Iterator[Finding]:
    variable = clique.rank_variable
    words = [*(container.command or ()), *(container.args or ())]
    if uses_rank(words, variable) and not container.command:
        yield finding(
            catalog.RANK_NEEDS_COMMAND,
            f"{variable} is used in args, and the container has no command",
            path=f"{path}.args",
            why="on this Grove a shell has to compute the rank and start the command, and the image's entrypoint "
            "is not known here",
            found=next(word for word in container.args or () if uses_rank([word], variable)),
            fix="write the image's entrypoint as command",
        )
    document: dict[str, Any] = container.to_dict()
    for field in ("command", "args"):
        document.pop(field, None)
    for below, text in _strings(document, path):
        if kubelet.refers_to(text, variable):
            yield finding(
                catalog.RANK_UNREACHABLE,
                f"$({variable}) is used outside command and args",
                path=below,
                why="on this Grove the rank is known only once the container's shell has computed it",
                found=f"$({variable})",
                fix=f"use it in command or args, or target Grove {_FIRST_WITH_INDEX} or newer",
            )


_FIRST_WITH_INDEX = "v0.1.0-alpha.14-rc1"


def _strings(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in cast("dict[str, object]", value).items():
            yield from _strings(item, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[object]", value)):
            yield from _strings(item, f"{path}[{index}]")
