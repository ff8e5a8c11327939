"""`cdk8s-grove diff`: its options."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from cdk8s_grove.cli.console import color_for, progress, write_output


class DiffFormat(enum.StrEnum):
    """How to show a difference."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def diff(
    context: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="OLD NEW", help="Manifests: files, folders, or - for one of the two.")
    ],
    live: Annotated[bool, typer.Option("--live", help="OLD is the cluster; give NEW only.")] = False,  # noqa: FBT002
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write here instead of standard output.")
    ] = None,
    format: Annotated[DiffFormat, typer.Option(help="How to show the difference.")] = DiffFormat.TEXT,  # noqa: A002
    grove: Annotated[str | None, typer.Option(help="Grove release to model.")] = None,
    kai: Annotated[str | None, typer.Option(help="KAI release to model.")] = None,
    suppress: Annotated[list[str] | None, typer.Option(metavar="KIND", help="Leave out objects of a kind.")] = None,
    full: Annotated[bool, typer.Option("--full", help="The name of every pod.")] = False,  # noqa: FBT002
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 whatever differs.")] = False,  # noqa: FBT002
    force: Annotated[bool, typer.Option(help="Overwrite the output.")] = False,  # noqa: FBT002
) -> int:
    """Say what applying new manifests over old ones does."""
    from cdk8s_grove.cli.diff_command import make_difference, show

    context.obj.update(format=format)
    with progress(context.obj["color"], "comparing", quiet=context.obj["quiet"]):
        difference = make_difference(paths, live=live, grove=grove, kai=kai, suppress=suppress or ())
    pieces = show(difference, format, full=full, color=color_for(output, context.obj["color"]))
    write_output(pieces, output, force=force)
    return int(bool(difference.objects) and not exit_zero)
