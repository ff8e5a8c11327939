"""`cdk8s-grove targets`: its options."""

from __future__ import annotations

from typing import Annotated

import typer

from cdk8s_grove.cli.commands.rules import ListFormat
from cdk8s_grove.cli.console import write_lines, write_result


def targets(
    context: typer.Context,
    format: Annotated[ListFormat, typer.Option(help="How to print them.")] = ListFormat.TEXT,  # noqa: A002
) -> int:
    """List the releases of Grove and KAI that work together."""
    from cdk8s_grove.cli.targets_command import list_targets, targets_as_json

    context.obj.update(format=format)
    if format is ListFormat.JSON:
        write_result(targets_as_json())
    else:
        write_lines(list_targets(), context.obj["color"])
    return 0
