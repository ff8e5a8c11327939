"""`cdk8s-grove run`: its options."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer


def run(
    context: typer.Context,
    script: Annotated[Path, typer.Argument(help="A cdk8s program; what follows it is passed on.")],
) -> int:
    """Run a cdk8s program, finding a node for it."""
    from cdk8s_grove.cli.run_command import run_script

    # Not from here: click would turn what the program raises into exit codes of its own.
    context.obj["then"] = partial(run_script, script, list(context.args))
    return 0
