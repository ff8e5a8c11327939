"""What a check found as text: a headline and labelled lines each, and one line for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cdk8s_grove.core.checks import Report
from cdk8s_grove.core.checks.places import Located
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.report.shape import counted
from cdk8s_grove.core.report.text import Line

_STYLES: Final = {Severity.ERROR: "bad", Severity.WARNING: "warn"}


def check_as_text(report: Report, *, summary: bool = True) -> Iterator[Line]:
    """The report's lines.

    Args:
        report: What to show.
        summary: Whether to say how much was looked at and found.
    """
    for one in report.located:
        yield from _finding(one)
        yield []
    if not summary:
        return
    if not report.sets:
        yield [(nothing_checked(report), "")]
    yield [(found_in_all(report), "head" if report.findings else "")]


def found_in_all(report: Report) -> str:
    """How much was found in how much, in a sentence."""
    errors, warnings = report.errors, len(report.findings) - report.errors
    constructs = len({one.construct for one in report.findings})
    found = f"Found {counted(errors, 'error')}, {counted(warnings, 'warning')}"
    if constructs:
        found += f" in {counted(constructs, 'construct')}"
    if report.suppressed:
        found += f", {report.suppressed} suppressed"
    looked = f"{counted(report.sets, 'set')}, {counted(report.rules, 'rule')}"
    return f"{found} ({looked}, Grove {report.target.grove}, KAI {report.target.kai})."


def nothing_checked(report: Report) -> str:
    """What to say of an input without a set."""
    if not report.places:
        return "The input holds no PodCliqueSet: it is empty."
    return f"The input holds no PodCliqueSet, only {counted(len(report.places), 'other object')}."


def _finding(one: Located) -> Iterator[Line]:
    found = one.finding
    yield [
        (found.code, _STYLES[found.severity]),
        (f" {found.name}  {found.severity}  ", ""),
        (one.where, "name"),
        (f"  {found.path}" if found.path else "", ""),
    ]
    yield [(f"  {found.message}", "head")]
    facts = (("why", found.why), ("found", found.found), ("fix", found.fix), ("see", found.link))
    for label, fact in facts:
        if fact:
            yield [(f"  {label + ':':<6} ", "dim"), (fact, "")]
