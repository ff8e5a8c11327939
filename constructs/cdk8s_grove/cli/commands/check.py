"""`cdk8s-grove check`: its options."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from cdk8s_grove.cli.console import progress


class CheckFormat(enum.StrEnum):
    """How to show findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"
    MARKDOWN = "markdown"


class FailOn(enum.StrEnum):
    """The least severity for which the exit code is 1."""

    ERROR = "error"
    WARNING = "warning"


def check(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Manifests: files, folders, or - for standard input; by default the configuration's."),
    ] = None,
    files: Annotated[list[str] | None, typer.Option("--file", "-f", help="The same, as kubectl has it.")] = None,
    format: Annotated[  # noqa: A002
        list[CheckFormat] | None, typer.Option(help="How to show findings; several go with as many --output.")
    ] = None,
    output: Annotated[
        list[Path] | None, typer.Option("--output", "-o", help="Write here, - for standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the outputs.")] = False,  # noqa: FBT002
    grove: Annotated[str | None, typer.Option(help="Grove release to check for.")] = None,
    kai: Annotated[str | None, typer.Option(help="KAI release to check for.")] = None,
    scheduler: Annotated[
        list[str] | None, typer.Option(help="A scheduler the operator is configured for; may be given again.")
    ] = None,
    topology_aware: Annotated[
        bool | None,
        typer.Option("--topology-aware/--no-topology-aware", help="The operator has topology-aware scheduling on."),
    ] = None,
    mnnvl: Annotated[bool | None, typer.Option("--mnnvl/--no-mnnvl", help="The operator has MNNVL on.")] = None,
    complete: Annotated[
        bool | None, typer.Option("--complete/--no-complete", help="What is not in the input does not exist.")
    ] = None,
    select: Annotated[list[str] | None, typer.Option(help="Run these rules only: GRV2, GRV303, a name.")] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="RULE=REASON", help="Leave out what they find: GRV303=why.")
    ] = None,
    no_suppressions: Annotated[bool, typer.Option("--no-suppressions", help="Annotations do not count.")] = False,  # noqa: FBT002
    fail_on: Annotated[
        FailOn | None, typer.Option(help="The least severity that makes the exit code 1; by default a warning.")
    ] = None,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 whatever is found.")] = False,  # noqa: FBT002
    config: Annotated[Path | None, typer.Option(help="The configuration, in place of the nearest.")] = None,
) -> int:
    """Say what would be refused, or never run."""
    from cdk8s_grove.cli.check_command import Asked, check_inputs, pair, show

    formats = format or [CheckFormat.TEXT]
    # What could not be run is said in the first one, where that is for programs.
    context.obj.update(format=formats[0])
    asked = Asked(
        paths=(*(paths or ()), *(files or ())),
        config=config,
        grove=grove,
        kai=kai,
        schedulers=tuple(scheduler or ()),
        topology_aware=topology_aware,
        mnnvl=mnnvl,
        complete=complete,
        select=tuple(select or ()),
        ignore=tuple(ignore or ()),
        suppressions=not no_suppressions,
        fail_on=fail_on,
    )
    color, quiet = context.obj["color"], context.obj["quiet"]
    outputs = pair(formats, output or [], force=force)
    with progress(color, "checking", quiet=quiet):
        report, fails = check_inputs(asked)
    show(report, outputs, color=color, quiet=quiet, force=force)
    return int(fails and not exit_zero)
