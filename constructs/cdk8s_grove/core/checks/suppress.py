"""Findings somebody has decided to live with: an annotation on the object, or an option, and always a reason.

metadata:
annotations:
ignore-check.cdk8s-grove.io/GRV303: "the probe is generous on purpose"
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks.context import Object
from cdk8s_grove.core.checks.registry import all_rules
from cdk8s_grove.core.checks.selection import chosen, nearest
from cdk8s_grove.core.diagnostics import Finding, Severity, finding
from cdk8s_grove.core.plan.raw import mapping

PREFIX: Final = "ignore-check.cdk8s-grove.io/"


class Suppressions:
    """What is suppressed, and whether it was needed.

    Args:
        ignore: What to leave out everywhere, each with its reason; by code, the beginning of one, or name.
        on_objects: Whether annotations count.
        select: The rules that are run, likewise; empty for all.

    Attributes:
        used: How many findings were taken out.
    """

    def __init__(self, ignore: Mapping[str, str], *, on_objects: bool, select: Collection[str] = ()) -> None:
        self.used = 0
        self._everywhere, self._on_objects = ignore, on_objects
        # Of a rule that is not run nobody knows whether its suppression is needed.
        left_out = [rule for rule in all_rules() if not chosen(select, rule.code, rule.name)]
        self._not_run = {word for rule in left_out for word in (rule.code, rule.name)}
        self._of: dict[str, dict[str, str]] = {}
        self._needed: set[tuple[str, str]] = set()

    def take(self, item: Object) -> None:
        """Read the annotations of an object."""
        annotations = mapping(mapping(item.raw.get("metadata")).get("annotations"))
        for key, reason in annotations.items() if self._on_objects else ():
            if key.startswith(PREFIX):
                self._of.setdefault(item.construct, {})[key.removeprefix(PREFIX)] = str(reason)

    def filter(self, found: Iterable[Finding]) -> Iterator[Finding]:
        """The findings that stay, and those about suppressions themselves."""
        for one in found:
            if self._suppressed(one):
                self.used += 1
            else:
                yield one
        for one in self._about_suppressions():
            if self._ignored(one):
                self.used += 1
            else:
                yield one

    def _about_suppressions(self) -> Iterator[Finding]:
        for construct, entries in self._of.items():
            for rule, reason in entries.items():
                if not reason.strip():
                    yield _about(construct, rule, "has no reason", "say why it is fine in the annotation's value")
                elif (construct, rule) not in self._needed and rule not in self._not_run:
                    yield _about(construct, rule, "suppresses nothing", "remove it")

    def _suppressed(self, one: Finding) -> bool:
        own = self._of.get(one.construct, {})
        for rule in (one.code, one.name):
            if own.get(rule, "").strip():
                self._needed.add((one.construct, rule))
                return True
        return self._ignored(one)

    def _ignored(self, one: Finding) -> bool:
        return bool((nearest(self._everywhere, one.code, one.name) or "").strip())


def _about(construct: str, rule: str, what: str, fix: str) -> Finding:
    return finding(
        catalog.SUPPRESSION,
        f"the suppression of {rule} {what}",
        construct=construct,
        path=f"metadata.annotations[{PREFIX + rule!r}]",
        fix=fix,
        severity=Severity.WARNING,
    )
