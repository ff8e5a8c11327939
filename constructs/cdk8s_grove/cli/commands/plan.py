"""`cdk8s-grove plan`: its options."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from cdk8s_grove.cli.console import color_for, progress, write_output


class PlanFormat(enum.StrEnum):
    """How to show a plan."""

    TEXT = "text"
    JSON = "json"
    MERMAID = "mermaid"
    SVG = "svg"
    HTML = "html"


def plan(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(help="Manifests: files, folders, or - for standard input.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write here instead of standard output.")
    ] = None,
    format: Annotated[PlanFormat, typer.Option(help="How to show the plan.")] = PlanFormat.TEXT,  # noqa: A002
    grove: Annotated[str | None, typer.Option(help="Grove release to model.")] = None,
    kai: Annotated[str | None, typer.Option(help="KAI release to model.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Every unit, copy and rank.")] = False,  # noqa: FBT002
    force: Annotated[bool, typer.Option(help="Overwrite the output.")] = False,  # noqa: FBT002
) -> int:
    """Show what Grove and KAI will make of PodCliqueSets."""
    from cdk8s_grove.cli.plan_command import make_plan, show

    context.obj.update(format=format)
    with progress(context.obj["color"], f"planning {', '.join(paths)[:60]}", quiet=context.obj["quiet"]):
        made = make_plan(paths, grove=grove, kai=kai)
        pieces = show(made, format, full=full, color=color_for(output, context.obj["color"]))
    write_output(pieces, output, force=force)
    return 1 if any(found.failures for found in made.sets) else 0
