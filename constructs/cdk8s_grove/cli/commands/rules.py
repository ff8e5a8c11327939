"""`cdk8s-grove rules` and `cdk8s-grove rule`: their options."""

from __future__ import annotations

import enum
from typing import Annotated

import typer

from cdk8s_grove.cli.console import write_lines, write_result


class ListFormat(enum.StrEnum):
    """How to print a list."""

    TEXT = "text"
    JSON = "json"


def rules(
    context: typer.Context,
    format: Annotated[ListFormat, typer.Option(help="How to print them.")] = ListFormat.TEXT,  # noqa: A002
) -> int:
    """List the rules of `check`."""
    from cdk8s_grove.cli.rules_command import list_rules, rules_as_json

    context.obj.update(format=format)
    if format is ListFormat.JSON:
        write_result(rules_as_json())
    else:
        write_lines(list_rules(), context.obj["color"])
    return 0


def rule(
    context: typer.Context,
    which: Annotated[str, typer.Argument(metavar="CODE_OR_NAME", help="Of a rule, or of any error.")],
) -> int:
    """Explain a rule of `check`, or an error."""
    from cdk8s_grove.cli.rules_command import explain

    write_lines(explain(which), context.obj["color"])
    return 0
