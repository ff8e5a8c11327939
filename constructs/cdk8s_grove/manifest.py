"""The one ApiObject subclass: everything the package writes to cdk8s goes through here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from typing import Any

from cdk8s_grove._jsii import ApiObject, ApiObjectMetadata, Chart, Construct, JsonPatch
from cdk8s_grove._patches import patched
from cdk8s_grove._tree import Siblings, is_known
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import FidelityError, GroveError, PatchError, SpecError, finding
from cdk8s_grove.core.serial import transport_findings
from cdk8s_grove.core.spec import Target

Metadata = dict[str, Any]
Parts = tuple[object, ...]


class GroveManifest(ApiObject):
    """An API object whose content is built when it is asked for, from what stands in the tree by then.

    Args:
        scope: The construct the user made, whose default child this is.
        id: The construct id.
        siblings: What is made in the user's own scope (see `siblings_in`).
        api_version: For example `grove.io/v1alpha1`.
        kind: For example `PodCliqueSet`.
        metadata: Name, namespace, labels and annotations as given; cdk8s adds the chart's namespace and labels.
        build: Given the metadata as cdk8s sees it and the parts that stand, makes the whole document.
        target: The releases it is made for; None for what is the same for all.
        typed: Whether the bindings make the document, so that its schema holds.
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
        target: Target | None = None,
        typed: bool = True,
        parts: Callable[[Collection[object]], Parts] = lambda _: (),
    ) -> None:
        super().__init__(scope, id, api_version=api_version, kind=kind, metadata=ApiObjectMetadata(**metadata))
        self._scope, self._build, self._parts, self._tree = scope, build, parts, siblings.tree
        self.target, self._is_typed = target, typed
        self.identity = (api_version.rpartition("/")[0], kind, metadata.get("namespace"), metadata["name"])
        self._patches: list[JsonPatch] = []
        self._metadata = siblings.completed(metadata)
        self._seen: Parts = ()
        self._made: tuple[object, dict[str, Any]] | None = None
        siblings.manifests.append(self)

    def add_json_patch(self, *ops: JsonPatch) -> None:
        """Apply JSON patches (RFC 6902) to the finished document, after everything else, in this order."""
        for op in ops:
            if not isinstance(op, JsonPatch):
                raise PatchError(
                    [
                        finding(
                            catalog.PATCH,
                            "what was given is not a JSON patch",
                            construct=str(self.node.path).removesuffix("/Resource"),
                            found=type(op).__name__,
                            fix="give JsonPatch.add(path, value), JsonPatch.remove(path) and the like",
                        )
                    ]
                )
        self._patches.extend(ops)

    def to_json(self) -> dict[str, Any]:
        """The document, the caller's own.

        Raises:
            GroveError: What is wrong with it; nothing has been written then.
        """
        # cdk8s itself asks right after it had the whole tree checked, and only reads what it is given.
        if sys._getframe(1).f_code.co_name == "_handle_callback":
            return self._current()
        document = self.unchecked()
        self._tree.check_alone(self, document)
        return document

    def unchecked(self) -> dict[str, Any]:
        """The document of what stands in the tree now, the caller's own, whatever the rules say of it.

        Raises:
            GroveError: It cannot be made.
        """
        self._seen = self._parts(self._scope.node.find_all())
        document = self._current()
        self._made = None
        return document

    def _current(self) -> dict[str, Any]:
        self._metadata = super().to_json()["metadata"]
        return self._document(self._metadata)

    @property
    def is_typed(self) -> bool:
        """Whether the bindings have made all of it: no patch, and no document of the user's."""
        return self._is_typed and not self._patches

    def check(self, standing: Collection[object]) -> dict[str, Any]:
        """The document of what stands in the tree; `to_json` hands it out if nothing changes.

        Raises:
            GroveError: What is wrong with it.
        """
        self._seen = self._parts(standing)
        return self._document(self._metadata)

    def _document(self, metadata: Metadata) -> dict[str, Any]:
        inputs = (metadata, self._seen, tuple(self._patches))
        if self._made is None or self._made[0] != inputs:
            try:
                document = patched(self._build(metadata, self._seen), self._patches)
                findings = transport_findings(document)
                if findings:
                    raise FidelityError(findings)
            except GroveError as error:
                # The path of the construct the user made, whose default child this is.
                raise error.about(str(self.node.path).removesuffix("/Resource")) from None
            self._made = (inputs, document)
        return self._made[1]


def check_place(scope: object, id: object) -> None:
    """Refuse a scope that no chart stands above, and an empty id, before cdk8s does in its own way.

    Raises:
        SpecError: One or the other (GRV019, GRV007).
    """
    if not isinstance(scope, Construct) or not _is_below_a_chart(scope):
        raise SpecError(
            [
                finding(
                    catalog.MISPLACED,
                    "the construct does not stand in a chart",
                    construct=str(id),
                    path="scope",
                    found=type(scope).__name__,
                    fix="give a Chart as its scope, or a construct in one",
                )
            ]
        )
    if not isinstance(id, str) or not id:
        raise SpecError(
            [
                finding(
                    catalog.INVALID_NAME,
                    "the construct has no id",
                    construct=str(scope.node.path),
                    path="id",
                    found=repr(id),
                    fix="give a text that is not empty",
                )
            ]
        )


def _is_below_a_chart(scope: Construct) -> bool:
    if isinstance(scope, Chart) or is_known(scope):
        return True
    try:
        Chart.of(scope)
    except RuntimeError:  # cdk8s says no otherwise
        return False
    return True
