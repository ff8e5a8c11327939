"""The one ApiObject subclass: everything the package writes to cdk8s goes through here."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Collection, Mapping
from typing import Any, Never, Protocol, runtime_checkable

import jsii
import yaml
from jsonpointer import JsonPointer, JsonPointerException

from cdk8s_grove._jsii import ApiObject, ApiObjectMetadata, Chart, Construct, IValidation, JsonPatch, Yaml
from cdk8s_grove._options import no_unknown_options
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import FidelityError, Finding, GroveError, PatchError, SpecError, finding
from cdk8s_grove.core.serial import transport_findings

Metadata = dict[str, Any]
Parts = tuple[object, ...]


@runtime_checkable
class _Dumpable(Protocol):
    """An object of the bindings."""

    def to_dict(self) -> dict[str, Any]: ...


class GroveManifest(ApiObject):
    """An API object whose content is built when it is asked for, from what stands in the tree by then.

    Args:
        scope: The construct the user made, whose default child this is.
        id: The construct id.
        siblings: The check of everything made in the user's own scope (see `siblings_in`).
        api_version: For example `grove.io/v1alpha1`.
        kind: For example `PodCliqueSet`.
        metadata: Name, namespace, labels and annotations as given; cdk8s adds the chart's namespace and labels.
        build: Given the metadata as cdk8s sees it and the parts that stand, makes the whole document.
        parts: Which of these constructs, of all that stand in the tree, the content is made of.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        siblings: Siblings,
        api_version: str,
        kind: str,
        metadata: Metadata,
        build: Callable[[Metadata, Parts], dict[str, Any]],
        parts: Callable[[Collection[object]], Parts] = lambda _: (),
    ) -> None:
        super().__init__(scope, id, api_version=api_version, kind=kind, metadata=ApiObjectMetadata(**metadata))
        self._scope, self._build, self._parts = scope, build, parts
        self.identity = (kind, metadata.get("namespace"), metadata["name"])
        self._patches: list[JsonPatch] = []
        self._metadata = siblings.completed(metadata)
        self._seen: Parts = ()
        self._made: tuple[object, dict[str, Any]] | None = None
        siblings.manifests.append(self)

    def add_json_patch(self, *ops: JsonPatch) -> None:
        """Apply JSON patches (RFC 6902) to the finished document, after everything else, in this order."""
        self._patches.extend(ops)

    def to_json(self) -> dict[str, Any]:
        """The document, the caller's own.

        Raises:
            GroveError: What is wrong with it; nothing has been written then.
        """
        # cdk8s itself asks right after it had the whole tree checked; for anybody else the tree is looked at again.
        if sys._getframe(1).f_code.co_name != "_handle_callback":
            self._seen = self._parts(self._scope.node.find_all())
        self._metadata = super().to_json()["metadata"]
        document = self._document(self._metadata)
        self._made = None
        return document

    def check(self, standing: Collection[object]) -> None:
        """Build the document of what stands in the tree, for `to_json` to hand out if nothing changes.

        Raises:
            GroveError: What is wrong with it.
        """
        self._seen = self._parts(standing)
        self._document(self._metadata)

    def _document(self, metadata: Metadata) -> dict[str, Any]:
        inputs = (metadata, self._seen, tuple(self._patches))
        if self._made is None or self._made[0] != inputs:
            try:
                document = _patched(self._build(metadata, self._seen), self._patches)
                findings = transport_findings(document)
                if findings:
                    raise FidelityError(findings)
            except GroveError as error:
                # The path of the construct the user made, whose default child this is.
                raise error.about(str(self.node.path).removesuffix("/Resource")) from None
            self._made = (inputs, document)
        return self._made[1]


@jsii.implements(IValidation)
class Siblings:
    """Checks all manifests made in one scope of the user's, a chart mostly.

    cdk8s asks for it before it writes the first file, so an error anywhere leaves every file as it was. One
    check for all, because each call between node and Python costs as much as building a small manifest.
    """

    def __init__(self, scope: Construct) -> None:
        self._node = scope.node
        chart = Chart.of(scope)
        self._chart_labels: dict[str, str] = dict(chart.labels)
        self._chart_namespace: str | None = chart.namespace
        self.manifests: list[GroveManifest] = []
        self._node.add_validation(self)

    def completed(self, metadata: Metadata) -> Metadata:
        """What cdk8s will make of an object's metadata, unless somebody changes it on the object."""
        labels = {**self._chart_labels, **metadata.get("labels", {})}
        namespace = metadata.get("namespace") or self._chart_namespace
        completed = {**metadata, "labels": labels, "namespace": namespace}
        return {key: value for key, value in completed.items() if value}

    def validate(self) -> list[str]:
        """The errors of every manifest that still stands in the tree, as texts."""
        standing = frozenset(self._node.find_all())
        problems: list[Finding] = []
        seen: dict[object, GroveManifest] = {}
        for manifest in self.manifests:
            if manifest in standing:
                first = seen.setdefault(manifest.identity, manifest)
                if first is not manifest:
                    problems.append(_same_object(first, manifest))
                try:
                    manifest.check(standing)
                except GroveError as error:
                    problems += error.findings
        return [problem.text() for problem in problems]


def _same_object(first: GroveManifest, second: GroveManifest) -> Finding:
    kind, _, name = second.identity
    return finding(
        catalog.DUPLICATE_NAME,
        f"two objects are the {kind} {name!r}",
        construct=str(second.node.path).removesuffix("/Resource"),
        path="name",
        why="what is applied later would take the other's place",
        found=f"{first.node.path} and {second.node.path}",
        fix="give one of them another name"
        + ("; queues share a parent by parent=<the other Queue>" * (kind == "Queue")),
    )


def siblings_in(scope: Construct) -> Siblings:
    """The check of what is made in `scope`, kept on the scope itself."""
    found = scope.__dict__.get("_grove_siblings")
    if not isinstance(found, Siblings):
        found = Siblings(scope)
        scope.__dict__["_grove_siblings"] = found
    return found


class Manifest(Construct):
    """Any Kubernetes object that belongs beside a replica: a claim template, a volume claim, a topology.

    Args:
        scope: The chart or another parent.
        id: The construct id.
        document: The whole object, as a dict in Kubernetes' spelling or an object of the bindings.
    """

    def __init__(self, scope: Construct, id: str, document: Mapping[str, Any] | _Dumpable, **unknown: Never) -> None:
        no_unknown_options(unknown, (), scope, id)
        # A copy: what the user changes later is not ours, and what we add is not theirs.
        plain = copy.deepcopy(document.to_dict() if isinstance(document, _Dumpable) else dict(document))
        metadata = _check_document(plain, scope, id)
        super().__init__(scope, id)

        def build(seen: Metadata, _: Parts) -> dict[str, Any]:
            rest = {key: value for key, value in plain.items() if key not in ("apiVersion", "kind", "metadata")}
            return {
                "apiVersion": plain["apiVersion"],
                "kind": plain["kind"],
                "metadata": metadata | seen,
                **rest,
            }

        self._api_object = GroveManifest(
            self,
            "Resource",
            siblings=siblings_in(scope),
            api_version=plain["apiVersion"],
            kind=plain["kind"],
            metadata={key: metadata[key] for key in ("name", "namespace", "labels", "annotations") if key in metadata},
            build=build,
        )

    @property
    def api_object(self) -> ApiObject:
        """The API object, for cdk8s' own ways: patches, labels, dependencies."""
        return self._api_object

    @property
    def name(self) -> str:
        """The object's name."""
        return str(self._api_object.name)

    def manifest(self) -> dict[str, Any]:
        """The object as plain data."""
        return self._api_object.to_json()


def _check_document(document: dict[str, Any], scope: Construct, id: str) -> Metadata:
    metadata = document.get("metadata")
    wanted = {
        "apiVersion": isinstance(document.get("apiVersion"), str) and bool(document["apiVersion"]),
        "kind": isinstance(document.get("kind"), str) and bool(document["kind"]),
        "metadata.name": isinstance(metadata, dict) and isinstance(metadata.get("name"), str),
    }
    findings = [
        finding(
            catalog.INVALID_OPTION,
            f"{path} is missing or not text",
            path=f"document.{path}",
            why="an object without it cannot be applied",
            fix=f"give the document {path}",
        )
        for path, given in wanted.items()
        if not given
    ]
    if findings or not isinstance(metadata, dict):
        raise SpecError(findings).about(f"{scope.node.path}/{id}")
    return metadata


def _patched(document: dict[str, Any], patches: list[JsonPatch]) -> dict[str, Any]:
    """Apply patches one at a time, so that the one which does not apply can be named.

    cdk8s' own `JsonPatch.apply` does not check that what is removed or replaced is there.
    """
    if not patches:
        return document
    described = yaml.load_all(Yaml.stringify(*patches), Loader=yaml.CSafeLoader)
    for patch, description in zip(patches, described, strict=True):
        operation = description["operation"]
        problem = _problem(document, operation)
        if not problem:
            try:
                document = JsonPatch.apply(document, patch)
            except RuntimeError as error:
                problem = str(error).splitlines()[0]
        if problem:
            raise PatchError(
                [
                    finding(
                        catalog.PATCH,
                        f"the JSON patch {operation['op']} {operation['path']} does not apply",
                        path=operation["path"],
                        why=problem,
                        found=", ".join(f"{key}: {value!r}" for key, value in operation.items() if key != "value"),
                        fix="correct the path; every part but the last of an add has to exist",
                    )
                ]
            )
    return document


def _problem(document: dict[str, Any], operation: dict[str, Any]) -> str:
    """Why an operation does not apply, or nothing: RFC 6902, section 4."""
    kind, path = operation["op"], operation["path"]
    sources = {
        "remove": path,
        "replace": path,
        "test": path,
        "move": operation.get("from"),
        "copy": operation.get("from"),
    }
    missing = _missing(document, sources.get(kind))
    if not missing and kind in ("add", "move", "copy"):
        missing = _missing(document, path.rpartition("/")[0]) or _outside(document, path)
    return missing


def _missing(document: dict[str, Any], path: str | None) -> str:
    if path is None:
        return ""
    try:
        JsonPointer(path).resolve(document)
    except JsonPointerException:
        return f"there is nothing at {path}"
    return ""


def _outside(document: dict[str, Any], path: str) -> str:
    """Whether a value would be put somewhere that holds no members, or past the end of a list."""
    head, _, last = path.rpartition("/")
    parent = JsonPointer(head).resolve(document)
    if isinstance(parent, list):
        fits = last == "-" or (last.isdecimal() and int(last) <= len(parent))
        return "" if fits else f"{head} is a list of {len(parent)}"
    return "" if isinstance(parent, dict) else f"{head} is a {type(parent).__name__}"
