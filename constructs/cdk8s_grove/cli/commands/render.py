"""`cdk8s-grove render`: its options."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from cdk8s_grove.cli.console import write_output


class Format(enum.StrEnum):
    """How to print manifests."""

    YAML = "yaml"
    JSON = "json"


def render(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(help="Spec files or folders, or - for standard input.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write here instead of standard output.")
    ] = None,
    format: Annotated[Format, typer.Option(help="How to print the manifests, and errors.")] = Format.YAML,  # noqa: A002
    grove: Annotated[str | None, typer.Option(help="Grove release, in place of the spec's.")] = None,
    kai: Annotated[str | None, typer.Option(help="KAI release, in place of the spec's.")] = None,
    force: Annotated[bool, typer.Option(help="Overwrite the output.")] = False,  # noqa: FBT002
) -> int:
    """Make PodCliqueSets from specs."""
    from cdk8s_grove.cli.render_command import render_specs

    context.obj.update(format=format)
    write_output([render_specs(paths, as_json=format is Format.JSON, grove=grove, kai=kai)], output, force=force)
    return 0
