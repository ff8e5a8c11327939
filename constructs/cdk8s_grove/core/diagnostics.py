"""What the library says when something is wrong: findings, and the exceptions that carry them.

The exceptions::

    GroveError                  base of everything this package raises on purpose
    |- SpecError                an option, a pod or a spec file is not what it has to be
    |- LayoutError              the parts are fine, together they are not (names, counts, env)
    |- FidelityError            a value would not reach the cluster as it was written
    |- PatchError               an override or a JSON patch that does not apply
    |- CheckError               a manifest the cluster would refuse, or would take and never run
    |- InputError               a file, URL or stream that cannot be read as manifests
    `- NodeError                no node that can run jsii
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from cdk8s_grove.core.catalog import Code

_DOCS = "docs/errors.md"


class Severity(enum.StrEnum):
    """How bad a finding is: an error is refused by the cluster or never runs, a warning may be meant."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing that is wrong, in terms of what the user wrote.

    Attributes:
        code: Stable code, `GRV` and three digits; never reused.
        name: The code's name in words, for example `missing-leader`.
        severity: Error or warning.
        construct: Construct path or document name it is about; empty where there is none.
        path: The user's own field, for example `phases[1].worker.pods`.
        message: What is wrong, one line.
        why: What would happen, or the rule that is broken.
        found: What the user wrote.
        fix: What to do about it.
        link: The page that explains the code.
    """

    code: str
    name: str
    severity: Severity
    construct: str
    path: str
    message: str
    why: str
    found: str
    fix: str
    link: str

    def text(self) -> str:
        """The finding for a person: a headline, then one labelled line a fact."""
        head = "  ".join(
            part for part in (f"{self.code} {self.name}", self.severity, self.construct, self.path) if part
        )
        lines = [head, f"  {self.message}"]
        facts = (("why", self.why), ("found", self.found), ("fix", self.fix), ("see", self.link))
        lines += [f"  {label + ':':<6} {fact}" for label, fact in facts if fact]
        return "\n".join(lines)

    def below(self, prefix: str) -> Finding:
        """The same finding with `prefix` put before its path."""
        return replace(self, path=join_path(prefix, self.path))

    def about(self, construct: str) -> Finding:
        """The same finding, naming `construct` unless it names one already."""
        return self if self.construct else replace(self, construct=construct)


def join_path(prefix: str, path: str) -> str:
    """`a` and `b` give `a.b`, `a` and `[0]` give `a[0]`; an empty part gives the other."""
    if not prefix or not path or path.startswith("["):
        return prefix + path
    return f"{prefix}.{path}"


class GroveError(Exception):
    """Base of the package's errors; `findings` holds every problem found, sorted.

    Attributes:
        findings: At least one, sorted by construct, path and code.
    """

    default_link: ClassVar[str] = _DOCS

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(sorted(findings, key=lambda f: (f.construct, f.path, f.code, f.message)))
        super().__init__("\n\n".join(finding.text() for finding in self.findings))

    def below(self, prefix: str) -> GroveError:
        """The same error with `prefix` before every path."""
        return type(self)(finding.below(prefix) for finding in self.findings)

    def about(self, construct: str) -> GroveError:
        """The same error, naming `construct` where a finding names none."""
        return type(self)(finding.about(construct) for finding in self.findings)


class SpecError(GroveError):
    """An option, a pod or a spec file is not what it has to be."""


class LayoutError(GroveError):
    """The parts are fine on their own, together they are not."""


class FidelityError(GroveError):
    """A value would not reach the cluster as it was written."""


class PatchError(GroveError):
    """An override or a JSON patch that does not apply."""


class CheckError(GroveError):
    """A manifest the cluster would refuse, or would take and never run."""


class InputError(GroveError):
    """A file, URL or stream that cannot be read as what it has to be."""


class NodeError(GroveError):
    """No node that can run jsii."""


def finding(
    code: Code,
    message: str,
    *,
    fix: str,
    path: str = "",
    why: str = "",
    found: str = "",
    construct: str = "",
    severity: Severity = Severity.ERROR,
) -> Finding:
    """A finding with this code; `fix` is not optional, for a user who cannot act has learnt nothing."""
    return Finding(
        code=code.code,
        name=code.name,
        severity=severity,
        construct=construct,
        path=path,
        message=message,
        why=why,
        found=found,
        fix=fix,
        link=f"{_DOCS}#{code.code.lower()}",
    )
