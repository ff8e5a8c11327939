"""`cdk8s-grove import`: a bindings package from CRDs."""

from __future__ import annotations

import keyword
from pathlib import Path

from cdk8s_grove.bindings import differences, generate, read_crds, write_package
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError, finding


def import_bindings(
    sources: list[str], *, output: Path, package: str | None, docs: bool, cluster: bool, check: bool
) -> tuple[list[str], int]:
    """Make the package, or say how the one that is there differs.

    Args:
        sources: Files, folders, URLs, or `-`.
        output: The package's folder.
        package: Its import name; None for the folder's name.
        docs: Whether descriptions become docstrings.
        cluster: Whether to ask the cluster of the current kubeconfig.
        check: Compare only, write nothing.

    Returns:
        What to tell the user, line by line, and the exit code: 0, or 1 where a check finds a difference.

    Raises:
        GroveError: A source, a schema, the name or the output is not what it has to be.
    """
    name = package or output.name
    if not all(part.isidentifier() and not keyword.iskeyword(part) for part in name.split(".")):
        raise SpecError(
            [
                finding(
                    catalog.INVALID_OPTION,
                    f"{name!r} cannot be imported",
                    path="--package",
                    why="the modules of the package import each other by that name",
                    found=name,
                    fix="give --package a Python name, for example my_crds",
                )
            ]
        )
    texts = generate(read_crds(sources, cluster=cluster), package=name, docs=docs)
    if check:
        changed = differences(texts, output)
        return [f"{output / file} is not what the CRDs give" for file in changed], 1 if changed else 0
    write_package(texts, output)
    return [f"wrote {len(texts)} files to {output}"], 0
