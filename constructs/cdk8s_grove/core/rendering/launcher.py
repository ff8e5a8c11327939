"""A small shell around a command that needs its rank, where Grove has no index to give it.

The user's argv becomes the shell's positional parameters, cut where the rank belongs, so no word is ever
read by the shell: `serve --node-rank=$(RANK)` becomes

    /bin/sh -c 'export RANK=$((GROVE_PCLQ_POD_INDEX + 1)); exec "$1" "$2${RANK}"' sh serve --node-rank=

POSIX only (dash, busybox); `exec` makes the engine the container's process, so that signals reach it.
"""

from __future__ import annotations

from collections.abc import Iterable

from cdk8s_grove.core.facts import env, kubelet

SHELL = "/bin/sh"


def launched(argv: Iterable[str], variable: str) -> tuple[list[str], list[str]]:
    """The launcher's command and arguments around an argv.

    Args:
        argv: Of the container: its command, then its arguments.
        variable: The variable that holds the rank.
    """
    words: list[str] = []
    parameters: list[str] = []
    for word in argv:
        pieces = kubelet.split_at(word, variable)
        references: list[str] = []
        for piece in pieces:
            if piece or len(pieces) == 1:
                parameters.append(piece)
                references.append(_parameter(len(parameters)))
            else:
                references.append("")
        words.append('"' + f"${{{variable}}}".join(references) + '"')
    script = f"export {variable}=$(({env.CLIQUE_POD_INDEX} + 1)); exec {' '.join(words)}"
    return [SHELL, "-c", script, "sh"], parameters


def _parameter(position: int) -> str:
    return f"${position}" if position < 10 else f"${{{position}}}"
