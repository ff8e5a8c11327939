"""`cdk8s-grove check`: what the cluster would refuse, and what it would take and never run."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from cdk8s_grove.cli.commands.check import CheckFormat
from cdk8s_grove.cli.config import Config, find_config
from cdk8s_grove.cli.console import Color, color_for, coloured, make_console, visible, write_output
from cdk8s_grove.cli.files import once, read_inputs, require_free
from cdk8s_grove.cli.targets import make_target
from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks import Options, Report, check_documents
from cdk8s_grove.core.checks.selection import unknown_rules
from cdk8s_grove.core.diagnostics import Finding, InputError, Severity, finding
from cdk8s_grove.core.report.check_data import check_as_json
from cdk8s_grove.core.report.check_text import check_as_text, nothing_checked
from cdk8s_grove.core.spec import Target

Output = tuple[CheckFormat, Path | None]
_BY_RULE = ("select", "ignore", "severities")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line; what is None or empty is left to the configuration.

    Attributes:
        paths: Files, folders, or `-`.
        config: The configuration's file.
        grove: Grove release to check for.
        kai: KAI release likewise.
        schedulers: What the operator is configured for.
        topology_aware: Whether its topology-aware scheduling is on.
        mnnvl: Whether its MNNVL is on.
        complete: Whether the input is all there is.
        select: Rules to run.
        ignore: `RULE=REASON` each.
        suppressions: Whether annotations count.
        fail_on: The least severity that fails.
    """

    paths: tuple[str, ...]
    config: Path | None
    grove: str | None
    kai: str | None
    schedulers: tuple[str, ...]
    topology_aware: bool | None
    mnnvl: bool | None
    complete: bool | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    suppressions: bool
    fail_on: str | None


def check_inputs(asked: Asked) -> tuple[Report, bool]:
    """Check the input.

    Args:
        asked: What was asked for.

    Returns:
        What was found, and whether that fails.

    Raises:
        InputError: An input, an option or the configuration is not what it has to be: nothing was checked.
    """
    config, source = find_config(asked.config)
    paths = asked.paths or config.paths
    if not paths:
        _refuse(
            "no input is given",
            path="PATH",
            fix="give files, folders or -, or `paths` in the configuration ([tool.cdk8s-grove] or .cdk8s-grove.yaml)",
        )
    wrong = [one.about(source) for path in _BY_RULE for one in unknown_rules(getattr(config, path), path)]
    if wrong:
        raise InputError(wrong)
    options, target = _options(asked, config), _target(asked, config)
    report = check_documents(once(read_inputs(paths)), target, options)
    least = asked.fail_on or config.fail_on or Severity.WARNING
    return report, bool(report.errors if least == Severity.ERROR else report.findings)


def pair(formats: Sequence[CheckFormat], outputs: Sequence[Path], *, force: bool) -> list[Output]:
    """Each format with where it goes, in order; one alone goes to standard output.

    Args:
        formats: At least one.
        outputs: As many, or none for a single format; `-` is standard output.
        force: Whether files may be overwritten.

    Raises:
        InputError: Their numbers differ, two go to the same place, or a file is there already.
    """
    if not outputs and len(formats) == 1:
        return [(formats[0], None)]
    if len(formats) != len(outputs):
        _refuse(
            f"{len(formats)} formats and {len(outputs)} outputs do not pair",
            path="--output",
            fix="give one --output a --format, in the same order; - is standard output",
        )
    found = [None if str(output) == "-" else output for output in outputs]
    twice = next((output for at, output in enumerate(outputs) if found[at] in found[:at]), None)
    if twice is not None:
        _refuse(f"two formats go to {twice}", path="--output", fix="give each a place of its own")
    for output in found:
        if output is not None:
            require_free(output, force=force)
    return list(zip(formats, found, strict=True))


def show(report: Report, outputs: Iterable[Output], *, color: Color, quiet: bool, force: bool) -> None:
    """Write the report where it goes.

    Args:
        report: What was found.
        outputs: Formats and their files; None for standard output.
        color: In text, when to colour.
        quiet: In text, findings only.
        force: Whether files may be overwritten.
    """
    said = False
    for format_, output in outputs:
        if format_ is CheckFormat.TEXT:
            said = said or output is None
            lines = check_as_text(report, summary=not quiet)
            pieces: Iterable[str] = coloured(lines, color_for(output, color))
        else:
            pieces = _in(format_, report)
        write_output(pieces, output, force=force)
    if not (report.sets or said or quiet):
        make_console(sys.stderr, color).print(nothing_checked(report))


def _in(format_: CheckFormat, report: Report) -> Iterator[str]:
    here = Path.cwd()
    # Code scanning and annotations name files from there, wherever in the repository the command runs.
    root = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
    match format_:
        case CheckFormat.GITHUB:
            from cdk8s_grove.core.report.check_github import check_as_github

            yield visible(check_as_github(report, here=here, root=root))
        case CheckFormat.SARIF:
            from cdk8s_grove.core.report.check_sarif import check_as_sarif

            yield check_as_sarif(report, version=version("cdk8s-grove"), here=here, root=root)
        case CheckFormat.JUNIT:
            from cdk8s_grove.core.report.check_junit import check_as_junit

            yield check_as_junit(report)
        case CheckFormat.MARKDOWN:
            from cdk8s_grove.core.report.check_markdown import check_as_markdown

            yield visible(check_as_markdown(report))
        case _:
            yield check_as_json(report)


def _target(asked: Asked, config: Config) -> Target:
    return make_target(
        grove=asked.grove or config.grove,
        kai=asked.kai or config.kai,
        schedulers=asked.schedulers or config.schedulers,
        topology_aware=config.topology_aware if asked.topology_aware is None else asked.topology_aware,
        mnnvl=config.mnnvl if asked.mnnvl is None else asked.mnnvl,
    )


def _options(asked: Asked, config: Config) -> Options:
    ignore, wrong = _reasons(asked.ignore)
    wrong += unknown_rules(asked.select, "--select")
    if wrong:
        raise InputError(wrong)
    return Options(
        complete=config.complete if asked.complete is None else asked.complete,
        ignore={**config.ignore, **ignore},
        suppressions=asked.suppressions,
        select=asked.select or config.select,
        severities={rule: Severity(severity) for rule, severity in config.severities.items()},
    )


def _reasons(entries: Iterable[str]) -> tuple[dict[str, str], list[Finding]]:
    found: dict[str, str] = {}
    wrong: list[Finding] = []
    for entry in entries:
        rule, _, reason = entry.partition("=")
        found[rule.strip()] = reason.strip()
        if not reason.strip():
            why = "whoever reads it later has to know whether it still holds"
            fix = f"write --ignore '{rule.strip() or 'GRV303'}=why it is fine'"
            message = "a rule is to be ignored without a reason"
            wrong.append(finding(catalog.INVALID_OPTION, message, path="--ignore", why=why, found=entry, fix=fix))
    return found, wrong + unknown_rules(found, "--ignore")


def _refuse(message: str, *, path: str, fix: str) -> NoReturn:
    raise InputError([finding(catalog.INVALID_OPTION, message, path=path, fix=fix)])
