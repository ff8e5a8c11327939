"""A rule is a function that looks at one set, or at the whole input, and yields what is wrong."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.diagnostics import Severity


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule found.

    Attributes:
        path: The user's field.
        message: What is wrong, one line.
        fix: What to do about it.
        why: What would happen, or the rule that is broken.
        found: What the user wrote.
        severity: Another one than the rule's.
        construct: Whose it is, where that is not the set that was looked at.
    """

    path: str
    message: str
    fix: str
    why: str = ""
    found: str = ""
    severity: Severity | None = None
    construct: str = ""


SetRule = Callable[[SetView], Iterator[Problem]] | Callable[[SetView, CheckContext], Iterator[Problem]]
InputRule = Callable[[CheckContext], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule and what there is to know of it.

    Attributes:
        code: `GRV` and three digits.
        name: Lower-case words joined by `-`.
        severity: Of its findings, unless one says otherwise.
        doc: Its page: what, why, an example, the fix, the source.
        of_set: Looks at one set, and at the input where it takes it; or None.
        of_input: Looks at the whole input; or None.
    """

    code: str
    name: str
    severity: Severity
    doc: str
    of_set: SetRule | None
    of_input: InputRule | None

    @property
    def link(self) -> str:
        """Its page."""
        return f"docs/checks/{self.code}.md"

    @property
    def summary(self) -> str:
        """The first sentence of its page."""
        return self.doc.partition("\n")[0]

    def run(self, context: CheckContext) -> Iterator[Problem]:
        """Everything it finds, naming the set it was found in."""
        if self.of_input is not None:
            yield from self.of_input(context)
        function: Any = self.of_set
        takes = len(inspect.signature(function).parameters) if function else 0
        for view in context.sets if function else ():
            for problem in function(*(view, context)[:takes]):
                yield problem if problem.construct else replace(problem, construct=view.construct)


_RULES: dict[str, Rule] = {}


S = TypeVar("S", bound=SetRule)


def set_rule(code: str, name: str, severity: Severity) -> Callable[[S], S]:
    """Register a rule about one set that could be read."""

    def register(function: S) -> S:
        _add(Rule(code, name, severity, inspect.cleandoc(function.__doc__ or ""), function, None))
        return function

    return register


def input_rule(code: str, name: str, severity: Severity) -> Callable[[InputRule], InputRule]:
    """Register a rule about everything in the input."""

    def register(function: InputRule) -> InputRule:
        _add(Rule(code, name, severity, inspect.cleandoc(function.__doc__ or ""), None, function))
        return function

    return register


def _add(rule: Rule) -> None:
    if rule.code in _RULES:
        raise ValueError(f"{rule.code} is registered twice")
    _RULES[rule.code] = rule


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by code."""
    package = importlib.import_module("cdk8s_grove.core.checks.rules")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    return tuple(_RULES[code] for code in sorted(_RULES))
