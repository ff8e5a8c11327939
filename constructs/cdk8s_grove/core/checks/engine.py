"""Runs the rules over an input, and takes out what is suppressed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cdk8s_grove.core.checks.context import CheckContext, Object, SetView
from cdk8s_grove.core.checks.registry import Problem, Rule, all_rules
from cdk8s_grove.core.checks.suppress import Suppressions
from cdk8s_grove.core.diagnostics import Finding, InputError, Severity
from cdk8s_grove.core.plan.admission import stored
from cdk8s_grove.core.plan.assembly import expand
from cdk8s_grove.core.plan.context import Context, gather
from cdk8s_grove.core.plan.documents import is_set, objects_in
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.plan.source import read_set
from cdk8s_grove.core.serial import Document
from cdk8s_grove.core.spec import Target


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found.

    Attributes:
        findings: Sorted; what is suppressed is not among them.
        suppressed: How many findings were.
        sets: How many sets were looked at.
        rules: How many rules were run.
        target: The releases they were checked for.
    """

    findings: tuple[Finding, ...]
    suppressed: int
    sets: int
    rules: int
    target: Target

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Options:
    """How to check.

    Attributes:
        complete: The input is all there is: what is not in it does not exist.
        ignore: Codes or names of rules to leave out, each with its reason.
        suppressions: Whether annotations on the objects count.
    """

    complete: bool = False
    ignore: Mapping[str, str] | None = None
    suppressions: bool = True


def check_documents(
    documents: Iterable[Document], target: Target | None = None, options: Options | None = None
) -> Report:
    """Check every PodCliqueSet of an input, and what stands beside them.

    Args:
        documents: Of any kinds; a List stands for its items.
        target: The releases to check for, and how the operator is configured.
        options: How to check.
    """
    values = [item for document in documents for item in objects_in(document.value, document.place)]
    return _check(values, target or Target(), options or Options())


def check_manifests(
    manifests: Iterable[Mapping[str, Any]], target: Target | None = None, options: Options | None = None
) -> Report:
    """The same for plain dicts, for platform code."""
    values = [item for index, value in enumerate(manifests) for item in objects_in(value, f"manifests[{index}]")]
    return _check(values, target or Target(), options or Options())


def _check(values: list[tuple[dict[str, Any], str]], target: Target, options: Options) -> Report:
    suppressions = Suppressions(options.ignore or {}, on_objects=options.suppressions)
    objects = tuple(Object(str(v.get("kind")), _name(v), v, _construct(v, place)) for v, place in values)
    for item in objects:
        suppressions.take(item)
    beside = gather((value, place) for value, place in values if not is_set(value))
    views: list[SetView] = []
    unreadable: list[Finding] = []
    for value, place in values:
        if is_set(value):
            try:
                views.append(_view(value, place, beside, target))
            except InputError as error:
                unreadable += error.about(_construct(value, place)).findings
    context = CheckContext(target, tuple(views), objects, beside, options.complete)
    found: list[Finding] = []
    rules = all_rules()
    for rule in rules:
        found += (_finding(rule, problem) for problem in rule.run(context))
    # What the schema says already in the same place is no news.
    said = {(one.construct, one.path) for one in found}
    found += (one for one in unreadable if (one.construct, one.path) not in said)
    kept = suppressions.filter(found)
    findings = tuple(sorted(set(kept), key=lambda f: (f.construct, f.path, f.code, f.message)))
    return Report(findings, suppressions.used, len(views), len(rules), target)


def _view(value: dict[str, Any], place: str, beside: Context, target: Target) -> SetView:
    source = replace(read_set(value, ""), place=place)
    return SetView(value, stored(value), source, expand(source, beside, target), _construct(value, place))


def _finding(rule: Rule, problem: Problem) -> Finding:
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=problem.severity or rule.severity,
        construct=problem.construct,
        path=problem.path,
        message=problem.message,
        why=problem.why,
        found=problem.found[:120],
        fix=problem.fix,
        link=rule.link,
    )


def _name(value: Mapping[str, Any]) -> str:
    return str(mapping(value.get("metadata")).get("name", ""))


def _construct(value: Mapping[str, Any], place: str) -> str:
    namespace, name = mapping(value.get("metadata")).get("namespace"), _name(value)
    if not name:
        return place
    return f"{namespace}/{name} ({place})" if namespace else f"{name} ({place})"
