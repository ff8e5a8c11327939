"""What a check found, and the rules there are, as JSON; check.schema.json describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from cdk8s_grove.core.checks import Report, Rule
from cdk8s_grove.core.checks.places import Located
from cdk8s_grove.core.report.data import FORMAT_VERSION


def check_as_json(report: Report) -> str:
    """The report's JSON."""
    return json.dumps(check_data(report), indent=2, ensure_ascii=False) + "\n"


def check_data(report: Report) -> dict[str, Any]:
    """The same as one value."""
    return {
        "format_version": FORMAT_VERSION,
        "findings": [_finding(one) for one in report.located],
        "summary": {
            "errors": report.errors,
            "warnings": len(report.findings) - report.errors,
            "suppressed": report.suppressed,
            "sets": report.sets,
            "rules": report.rules,
            "grove": report.target.grove,
            "kai": report.target.kai,
        },
    }


def rules_as_json(rules: Iterable[Rule]) -> str:
    """The rules' JSON."""
    listed = [
        {"code": r.code, "name": r.name, "severity": r.severity, "summary": r.summary, "link": r.link} for r in rules
    ]
    return json.dumps({"format_version": FORMAT_VERSION, "rules": listed}, indent=2, ensure_ascii=False) + "\n"


def _finding(one: Located) -> dict[str, Any]:
    found = one.finding
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity,
        "set": one.set,
        "path": found.path,
        "message": found.message,
        "why": found.why,
        "found": found.found,
        "fix": found.fix,
        "link": found.link,
        "file": one.file,
        "line": one.line,
        "column": one.column,
    }
