"""Everything made in one app, checked together before cdk8s writes the first file."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import jsii

from cdk8s_grove._jsii import ApiObject, Chart, Construct, IConstruct, IValidation
from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks import KINDS_READ, Options, check_manifests
from cdk8s_grove.core.diagnostics import CheckError, Finding, GroveError, Severity, finding
from cdk8s_grove.core.spec import Target

if TYPE_CHECKING:
    from cdk8s_grove.manifest import GroveManifest

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """An API object and its document.

    Attributes:
        where: The object.
        document: What it is.
        target: The releases it is made for; None where it is the same for all.
        typed: Whether the bindings have made it.
    """

    where: ApiObject
    document: Document
    target: Target | None = None
    typed: bool = False


LOGGER: Final = logging.getLogger("cdk8s_grove")
"""Says what checks warn of."""


@jsii.implements(IValidation)
class Tree:
    """What stands in one app, however many charts it has.

    cdk8s asks it before it writes the first file, and once more for each chart, so an error anywhere leaves every
    file as it was.
    """

    def __init__(self, root: IConstruct) -> None:
        self._root = root.node
        self.scopes: list[Siblings] = []
        self._checked: list[Made] = []
        self._problems: list[Finding] = []
        self._warned: set[tuple[str, str]] = set()
        self._root.add_validation(self)

    def validate(self) -> list[str]:
        """The errors of every manifest that still stands in the tree, as texts."""
        standing = frozenset(self._root.find_all())
        problems: list[Finding] = []
        made: list[Made] = []
        for scope in self.scopes:
            seen: dict[object, GroveManifest] = {}
            for manifest in scope.manifests:
                if manifest not in standing:
                    continue
                first = seen.setdefault(manifest.identity, manifest)
                if first is not manifest:
                    problems.append(_same_object(first, manifest))
                try:
                    made.append(_made(manifest, manifest.check(standing)))
                except GroveError as error:
                    problems += error.findings
        if not _are_same(made, self._checked):
            self._checked, self._problems = made, list(self._check(made, standing))
        return [problem.text() for problem in (*problems, *self._problems)]

    def check_alone(self, manifest: GroveManifest, document: Document) -> None:
        """Check a document that is asked for outside of cdk8s' own synthesis, without what stands beside it.

        Raises:
            CheckError: The cluster would refuse it, or it would never run.
        """
        if any(checked.document is document for checked in self._checked):
            return
        found = _findings([_made(manifest, document)])
        errors = [_named(where, one) for where, one in found if one.severity is Severity.ERROR]
        if errors:
            raise CheckError(errors)

    def _check(self, made: list[Made], standing: Collection[object]) -> Iterator[Finding]:
        """The errors the rules find; what they warn of is said once."""
        ours = {one for scope in self.scopes for one in scope.manifests}
        others = [one for one in standing if isinstance(one, ApiObject) and one not in ours]
        beside = sorted((one for one in others if one.kind in KINDS_READ), key=_path)
        warnings: dict[tuple[str, str], list[tuple[ApiObject, Finding]]] = {}
        for where, one in _findings([*made, *(Made(one, one.to_json()) for one in beside)]):
            if one.severity is Severity.ERROR:
                yield _named(where, one)
            elif (one.code, one.message) not in self._warned:
                warnings.setdefault((one.code, one.message), []).append((where, one))
        for alike in warnings.values():
            more = f"\n  and:   {len(alike) - 1} more like it" if len(alike) > 1 else ""
            LOGGER.warning("%s%s", _named(*alike[0]).text(), more)
        self._warned |= warnings.keys()


class Siblings:
    """What is made in one scope of the user's, a chart mostly: no two may be the same object."""

    def __init__(self, scope: Construct) -> None:
        chart = Chart.of(scope)
        self._chart_labels: dict[str, str] = dict(chart.labels)
        self._chart_namespace: str | None = chart.namespace
        self.manifests: list[GroveManifest] = []
        self.tree = _tree_of(scope)
        self.tree.scopes.append(self)

    def completed(self, metadata: Document) -> Document:
        """What cdk8s will make of an object's metadata, unless somebody changes it on the object."""
        labels = {**self._chart_labels, **metadata.get("labels", {})}
        namespace = metadata.get("namespace") or self._chart_namespace
        completed = {**metadata, "labels": labels, "namespace": namespace}
        return {key: value for key, value in completed.items() if value}


def siblings_in(scope: Construct) -> Siblings:
    """What is made in `scope`, kept on the scope itself."""
    found = scope.__dict__.get("_grove_siblings")
    if not isinstance(found, Siblings):
        found = Siblings(scope)
        scope.__dict__["_grove_siblings"] = found
    return found


def is_known(scope: Construct) -> bool:
    """Whether something was made in `scope` before."""
    return "_grove_siblings" in scope.__dict__


def _tree_of(scope: Construct) -> Tree:
    """What stands in the app, kept on its root."""
    root = scope.node.root
    found = root.__dict__.get("_grove_tree")
    if not isinstance(found, Tree):
        found = Tree(root)
        root.__dict__["_grove_tree"] = found
    return found


def _are_same(some: list[Made], others: list[Made]) -> bool:
    return len(some) == len(others) and all(
        one.document is other.document for one, other in zip(some, others, strict=True)
    )


def _findings(made: list[Made]) -> Iterator[tuple[ApiObject, Finding]]:
    """What the rules find and in what, each set looked at for the releases it is made for."""
    documents, places = [one.document for one in made], [str(index) for index in range(len(made))]
    options = Options(typed=all(one.typed for one in made))
    targets = list(dict.fromkeys(one.target for one in made if one.target)) or [Target()]
    for target in targets:
        report = check_manifests(documents, target, options, places=places)
        for found in report.findings:
            one = made[int(report.places[found.construct].label)]
            if (one.target or targets[0]) == target:
                yield one.where, found


def _made(manifest: GroveManifest, document: Document) -> Made:
    return Made(manifest, document, manifest.target, manifest.is_typed)


def _named(where: ApiObject, one: Finding) -> Finding:
    return replace(one, construct=_path(where))


def _path(one: ApiObject) -> str:
    """The path of the construct the user made; asked of node, so late and for few."""
    return str(one.node.path).removesuffix("/Resource")


def _same_object(first: GroveManifest, second: GroveManifest) -> Finding:
    _, kind, _, name = second.identity
    return finding(
        catalog.DUPLICATE_NAME,
        f"two objects are the {kind} {name!r}",
        construct=_path(second),
        path="name",
        why="what is applied later would take the other's place",
        found=f"{first.node.path} and {second.node.path}",
        fix="give one of them another name"
        + ("; queues share a parent by parent=<the other Queue>" * (kind == "Queue")),
    )
