"""What a check found as Markdown, for a job's summary or a comment on a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cdk8s_grove.core.checks import Report
from cdk8s_grove.core.checks.places import Located
from cdk8s_grove.core.report.check_text import found_in_all, nothing_checked

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()#+!|~$@])")


def check_as_markdown(report: Report) -> str:
    """A table of the findings, and one line for all."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield "### cdk8s-grove check"
    yield ""
    if not report.sets:
        yield nothing_checked(report)
        yield ""
    yield found_in_all(report)
    if report.findings:
        yield ""
        yield "| | Rule | Where | What | Fix |"
        yield "|---|---|---|---|---|"
        for one in report.located:
            yield "| " + " | ".join(_cells(one)) + " |"


def _cells(one: Located) -> Iterator[str]:
    found = one.finding
    yield str(found.severity)
    yield f"{found.code} {found.name}"
    yield "<br>".join(_code(part) for part in (one.set if one.named else "", found.path, one.position) if part)
    facts = (found.message, found.why and f"why: {found.why}", found.found and f"found: {found.found}")
    yield "<br>".join(_text(fact) for fact in facts if fact)
    yield _text(found.fix)


def _text(text: str) -> str:
    """Plain text in a cell."""
    escaped = _SPECIAL.sub(r"\\\1", _html(text))
    return escaped.replace("\n", "<br>")


def _code(text: str) -> str:
    """A name in a cell, where neither backticks nor a backslash would do for a `|`."""
    return f"<code>{_SPECIAL.sub(lambda found: f'&#{ord(found[0])};', _html(text))}</code>"


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", " ")
