"""The commands, and the options of every one."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from cdk8s_grove.cli.commands.check import check
from cdk8s_grove.cli.commands.completion import completion
from cdk8s_grove.cli.commands.diff import diff
from cdk8s_grove.cli.commands.import_ import import_
from cdk8s_grove.cli.commands.plan import plan
from cdk8s_grove.cli.commands.render import render
from cdk8s_grove.cli.commands.rules import rule, rules
from cdk8s_grove.cli.commands.run import run
from cdk8s_grove.cli.commands.targets import targets
from cdk8s_grove.cli.console import Color, write_result

app = typer.Typer(
    name="cdk8s-grove",
    help="Prefill/decode serving as one gang: from a spec to what Grove and KAI need.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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


app.command("render")(render)
app.command("plan")(plan)
app.command("check")(check)
app.command("diff")(diff)
app.command("rules")(rules)
app.command("rule")(rule)
app.command("targets")(targets)
app.command("run", context_settings={"allow_extra_args": True, "allow_interspersed_args": False})(run)
app.command("import")(import_)
app.command("completion")(completion)
