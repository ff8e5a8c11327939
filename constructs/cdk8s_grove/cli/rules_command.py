"""`cdk8s-grove rules` and `cdk8s-grove rule`: what there is to know of each code, without a network."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks import all_rules
from cdk8s_grove.core.diagnostics import InputError, Severity, finding
from cdk8s_grove.core.report import check_data
from cdk8s_grove.core.report.text import Line
from cdk8s_grove.core.spec.errors import closest

_STYLES = {Severity.ERROR: "bad", Severity.WARNING: "warn"}


def rules_as_json() -> str:
    """Every rule, for a program."""
    return check_data.rules_as_json(all_rules())


def list_rules() -> Iterator[Line]:
    """Every rule: code, name, severity and what it is about."""
    rules = all_rules()
    width = max(len(rule.name) for rule in rules)
    for rule in rules:
        yield [
            (rule.code, _STYLES[rule.severity]),
            (f" {rule.name:{width}}  ", "name"),
            (f"{rule.severity:7}  {rule.summary}", ""),
        ]


def explain(which: str) -> Iterator[Line]:
    """The page of a rule, or what an error's code means.

    Args:
        which: A code or a name.

    Raises:
        InputError: There is none (GRV002).
    """
    wanted = which.strip()
    wanted = wanted.upper() if wanted[:3].upper() == "GRV" else wanted.lower()
    for rule in all_rules():
        if wanted in (rule.code, rule.name):
            yield [(rule.code, _STYLES[rule.severity]), (f" {rule.name}", "head"), (f"  {rule.severity}", "")]
            yield []
            yield from ([(line, "")] for line in rule.doc.splitlines())
            yield []
            yield [("see: ", "dim"), (rule.link, "")]
            return
    for code in catalog.CODES:
        if wanted in (code.code, code.name):
            yield [(code.code, "bad"), (f" {code.name}", "head")]
            yield []
            yield [(code.meaning, "")]
            yield []
            yield [("see: ", "dim"), (f"docs/errors.md#{code.code.lower()}", "")]
            return
    named = [(rule.code, rule.name) for rule in all_rules()] + [(code.code, code.name) for code in catalog.CODES]
    known = sorted({word for pair in named for word in pair})
    raise InputError(
        [
            finding(
                catalog.UNKNOWN_OPTION,
                f"no rule is called {which!r}{closest(wanted, known)}",
                path="CODE_OR_NAME",
                found=which,
                fix="give a code or a name; `cdk8s-grove rules` lists the rules",
            )
        ]
    )
