"""What a check found as commands of GitHub's workflows, which shows them beside the lines of a pull request."""

from __future__ import annotations

from pathlib import PurePath

from cdk8s_grove.core.checks import Report
from cdk8s_grove.core.checks.places import Located
from cdk8s_grove.core.report.paths import relative


def check_as_github(report: Report, *, here: PurePath, root: PurePath) -> str:
    """A line a finding.

    Args:
        report: What to show.
        here: The folder that files are named from.
        root: The repository's, which those below it are to be named from.
    """
    return "".join(_line(one, relative(one.file, here, root)) for one in report.located)


def _line(one: Located, file: str | None) -> str:
    found = one.finding
    place = {"file": file, "line": one.line, "col": one.column} if file else {}
    properties = {**place, "title": f"{found.code} {found.name}"}
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None)
    message = f"{one.set}: {found.message}"
    for label, fact in (("path", found.path), ("why", found.why), ("found", found.found), ("fix", found.fix)):
        message += f"\n{label}: {fact}" if fact else ""
    return f"::{found.severity} {listed}::{_data(message)}\n"


def _data(text: str) -> str:
    """Source: actions/toolkit packages/core/src/command.ts, escapeData and escapeProperty."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
