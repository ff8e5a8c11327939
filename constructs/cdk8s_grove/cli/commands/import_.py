"""`cdk8s-grove import`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cdk8s_grove.cli.console import write_result


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
