"""The commands and their options."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from cdk8s_grove.cli.console import Color, progress, write_pieces, write_result

app = typer.Typer(
    name="cdk8s-grove",
    help="Prefill/decode serving as one gang: from a spec to what Grove and KAI need.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class PlanFormat(enum.StrEnum):
    """How to show a plan."""

    TEXT = "text"
    JSON = "json"
    MERMAID = "mermaid"
    SVG = "svg"
    HTML = "html"


class Format(enum.StrEnum):
    """How to print manifests."""

    YAML = "yaml"
    JSON = "json"


def _version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it
    if wanted:
        from cdk8s_grove.core.facts.versions import DEFAULT_GROVE, DEFAULT_KAI

        write_result(f"cdk8s-grove {version('cdk8s-grove')} (Grove {DEFAULT_GROVE}, KAI {DEFAULT_KAI})\n")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    color: Annotated[Color, typer.Option(help="Colour messages; NO_COLOR and FORCE_COLOR count too.")] = Color.AUTO,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print results and errors only.")] = False,  # noqa: FBT002
    traceback: Annotated[bool, typer.Option("--traceback", help="Show where an unexpected error came from.")] = False,  # noqa: ARG001, FBT002
    version: Annotated[  # noqa: ARG001, FBT002
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of every command."""
    context.obj.update(color=color, quiet=quiet, command=context.invoked_subcommand)


@app.command("render")
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
    _write([render_specs(paths, as_json=format is Format.JSON, grove=grove, kai=kai)], output, force=force)
    return 0


@app.command("plan")
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
        pieces = show(made, format, full=full, color=Color.NEVER if output else context.obj["color"])
    _write(pieces, output, force=force)
    return 1 if any(found.failures for found in made.sets) else 0


def _write(pieces: Iterable[str], output: Path | None, *, force: bool) -> None:
    from cdk8s_grove.cli.files import write_file

    if output is None or str(output) == "-":
        write_pieces(pieces)
    else:
        write_file(output, "".join(pieces), force=force)


@app.command("run", context_settings={"allow_extra_args": True, "allow_interspersed_args": False})
def run(
    context: typer.Context,
    script: Annotated[Path, typer.Argument(help="A cdk8s program; what follows it is passed on.")],
) -> int:
    """Run a cdk8s program, finding a node for it."""
    from cdk8s_grove.cli.run_command import run_script

    # Not from here: click would turn what the program raises into exit codes of its own.
    context.obj["then"] = partial(run_script, script, list(context.args))
    return 0


@app.command("import")
def import_(
    context: typer.Context,
    sources: Annotated[
        list[str] | None, typer.Argument(help="CRDs: files, folders, URLs, or - for standard input.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The package's folder.")] = Path("imports/crds"),
    package: Annotated[str | None, typer.Option(help="Its import name; by default the folder's.")] = None,
    docs: Annotated[bool, typer.Option(help="Descriptions as docstrings.")] = True,  # noqa: FBT002
    cluster: Annotated[bool, typer.Option("--cluster", help="Ask the current kubeconfig's cluster.")] = False,  # noqa: FBT002
    check: Annotated[bool, typer.Option("--check", help="Compare only; exit 1 on a difference.")] = False,  # noqa: FBT002
) -> int:
    """Make typed bindings from CustomResourceDefinitions."""
    from cdk8s_grove.cli.import_command import import_bindings

    if not sources and not cluster:
        raise typer.BadParameter("give at least one source, or --cluster")
    said, code = import_bindings(sources or [], output=output, package=package, docs=docs, cluster=cluster, check=check)
    if code or not context.obj["quiet"]:
        write_result("".join(f"{line}\n" for line in said))
    return code
