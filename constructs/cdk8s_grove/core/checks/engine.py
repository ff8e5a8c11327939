"""Runs the rules over an input, and takes out what is suppressed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from cdk8s_grove.core.checks.context import CheckContext, Object, SetView
from cdk8s_grove.core.checks.places import Located, Place, located, place_of
from cdk8s_grove.core.checks.registry import Problem, Rule, all_rules
from cdk8s_grove.core.checks.selection import chosen, nearest
from cdk8s_grove.core.checks.suppress import Suppressions
from cdk8s_grove.core.diagnostics import Finding, InputError, Severity
from cdk8s_grove.core.plan.admission import stored
from cdk8s_grove.core.plan.assembly import expand
from cdk8s_grove.core.plan.collector import collector_paused
from cdk8s_grove.core.plan.context import Context, gather
from cdk8s_grove.core.plan.documents import is_set, objects_in
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.plan.source import read_set
from cdk8s_grove.core.serial import Document
from cdk8s_grove.core.spec import Target


@dataclass(frozen=True)
class Report:
    """What a check found.

    Attributes:
        findings: Sorted; what is suppressed is not among them.
        suppressed: How many findings were.
        sets: How many sets were looked at.
        rules: How many rules were run.
        target: The releases they were checked for.
        places: Where each object stands, by `Finding.construct`.
    """

    findings: tuple[Finding, ...]
    suppressed: int
    sets: int
    rules: int
    target: Target
    places: Mapping[str, Place] = field(default_factory=dict[str, Place], repr=False, compare=False)

    @cached_property
    def located(self) -> tuple[Located, ...]:
        """The findings with their positions in the files, in that order."""
        return located(self.findings, self.places)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Options:
    """How to check.

    Attributes:
        complete: The input is all there is: what is not in it does not exist.
        ignore: Findings to leave out, each with its reason; by code, the beginning of one, or name.
        suppressions: Whether annotations on the objects count.
        select: Rules to run, likewise; empty for all.
        severities: How bad findings are, in place of what their rules say, likewise.
        typed: The manifests come out of the bindings, which hold their schema: it is not asked again.
    """

    complete: bool = False
    ignore: Mapping[str, str] | None = None
    suppressions: bool = True
    select: tuple[str, ...] = ()
    severities: Mapping[str, Severity] | None = None
    typed: bool = False


def check_documents(
    documents: Iterable[Document], target: Target | None = None, options: Options | None = None
) -> Report:
    """Check every PodCliqueSet of an input, and what stands beside them.

    Args:
        documents: Of any kinds; a List stands for its items.
        target: The releases to check for, and how the operator is configured.
        options: How to check.
    """
    values = [
        (value, place, document)
        for document in documents
        for value, place in objects_in(document.value, document.place)
    ]
    with collector_paused():
        return _check(values, target or Target(), options or Options())


def check_manifests(
    manifests: Iterable[Mapping[str, Any]],
    target: Target | None = None,
    options: Options | None = None,
    *,
    places: Sequence[str] | None = None,
) -> Report:
    """The same for plain dicts, for platform code.

    Args:
        manifests: Of any kinds.
        target: As for `check_documents`.
        options: Likewise.
        places: What to call the manifests in findings, one each; by default `manifests[0]` and so on.
    """
    values = [
        (value, place, None)
        for index, manifest in enumerate(manifests)
        for value, place in objects_in(manifest, places[index] if places else f"manifests[{index}]")
    ]
    with collector_paused():
        return _check(values, target or Target(), options or Options())


def _check(found_in: Sequence[tuple[dict[str, Any], str, Document | None]], target: Target, options: Options) -> Report:
    rules = [rule for rule in all_rules() if chosen(options.select, rule.code, rule.name)]
    suppressions = Suppressions(options.ignore or {}, on_objects=options.suppressions, select=options.select)
    places = {_construct(value, label): place_of(value, label, document) for value, label, document in found_in}
    values = [(value, place) for value, place, _ in found_in]
    objects = tuple(Object(str(v.get("kind")), _name(v), v, _construct(v, place)) for v, place in values)
    for item in objects:
        suppressions.take(item)
    unreadable: list[Finding] = []
    beside = gather(((value, _construct(value, place)) for value, place in values if not is_set(value)), unreadable)
    views: list[SetView] = []
    for value, place in values:
        if is_set(value):
            try:
                views.append(_view(value, place, beside, target))
            except InputError as error:
                unreadable += error.about(_construct(value, place)).findings
    context = CheckContext(target, tuple(views), objects, beside, options.complete, options.typed)
    found: list[Finding] = []
    for rule in rules:
        found += (_finding(rule, problem) for problem in rule.run(context))
    # What the schema says already in the same place is no news.
    said = {(one.construct, one.path) for one in found}
    found += (one for one in unreadable if not any(_is_below(one, *place) for place in said))
    kept = {_judged(one, options) for one in suppressions.filter(sorted(set(found)))}
    findings = tuple(sorted(kept, key=lambda f: (f.construct, f.path, f.code, f.message)))
    sets = sum(is_set(value) for value, _ in values)
    return Report(findings, suppressions.used, sets, len(rules), target, places)


def _is_below(one: Finding, construct: str, path: str) -> bool:
    """Whether a finding is about a field or a part of it."""
    return one.construct == construct and re.fullmatch(re.escape(path) + r"([.\[].*)?", one.path) is not None


def _judged(one: Finding, options: Options) -> Finding:
    severity = nearest(options.severities or {}, one.code, one.name)
    return one if severity is None else replace(one, severity=severity)


def _view(value: dict[str, Any], place: str, beside: Context, target: Target) -> SetView:
    kept = stored(value)
    source = replace(read_set(value, "", kept=kept), place=place)
    return SetView(value, kept, source, expand(source, beside, target, environments=False), _construct(value, place))


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
