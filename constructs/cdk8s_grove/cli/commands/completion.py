"""`cdk8s-grove completion`: the script that makes a shell complete commands and options."""

from __future__ import annotations

import enum
from typing import Annotated, Final

import typer

from cdk8s_grove.cli.console import write_result

VARIABLE: Final = "_CDK8S_GROVE_COMPLETE"
"""The script sets it, and the command line then answers with what may follow."""


class Shell(enum.StrEnum):
    """A shell that can be taught."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(shell: Annotated[Shell, typer.Argument(help="The shell the script is for.")]) -> int:
    """Print a script for a shell's completion."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]  # imported there

    write_result(get_completion_script(prog_name="cdk8s-grove", complete_var=VARIABLE, shell=shell) + "\n")
    return 0
