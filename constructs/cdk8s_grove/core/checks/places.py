"""Where the objects of an input stand, and where in its files a finding does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cdk8s_grove.core.diagnostics import Finding, join_path
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.serial import Document, locate

_WITHOUT_NAMESPACE: Final = frozenset(
    {"ClusterTopology", "ClusterTopologyBinding", "PriorityClass", "Queue", "Topology"}
)


@dataclass(frozen=True, slots=True)
class Place:
    """An object's place in the input.

    Attributes:
        kind: The object's.
        name: `namespace/name`, or the name alone where its kind has no namespaces; empty where it has no name.
        label: What to call the place: `file:line`.
        document: The one it stands in; None where it was no document.
        path: Where in the document, for example `items[2]` in a List; empty where it is the whole.
    """

    kind: str
    name: str
    label: str
    document: Document | None
    path: str


@dataclass(frozen=True, slots=True)
class Located:
    """A finding and where it stands.

    Attributes:
        finding: What is wrong.
        set: Whose it is: `namespace/name`, or the place of an object without a name.
        named: Whether that is its name.
        file: The file's path, or `standard input`; None where it was no document.
        line: From 1.
        column: From 1; None where only the document's line is known.
    """

    finding: Finding
    set: str
    named: bool
    file: str | None
    line: int | None
    column: int | None

    @property
    def position(self) -> str:
        """`file:line:column`, as far as it is known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)

    @property
    def where(self) -> str:
        """`namespace/name (file:line:column)`, or the one of the two there is."""
        return f"{self.set} ({self.position})" if self.named and self.position else self.position or self.set


def place_of(value: Mapping[str, Any], label: str, document: Document | None) -> Place:
    """The place of an object.

    Args:
        value: The object.
        label: What its place is called; behind the document's own, where in a List it is.
        document: The document it stands in.
    """
    metadata, kind = mapping(value.get("metadata")), str(value.get("kind"))
    name, namespace = metadata.get("name"), metadata.get("namespace") or names.DEFAULT_NAMESPACE
    inside = label.removeprefix(document.place).split() if document is not None else []
    called = "" if not name else str(name) if kind in _WITHOUT_NAMESPACE else f"{namespace}/{name}"
    return Place(kind, called, label, document, ".".join(inside))


def located(findings: Iterable[Finding], places: Mapping[str, Place]) -> tuple[Located, ...]:
    """The findings with their positions, sorted by them; a document's text is parsed once more if it has any.

    Args:
        findings: Of any objects.
        places: The objects' places, by `Finding.construct`.
    """
    of: dict[str, list[Finding]] = {}
    for one in findings:
        of.setdefault(one.construct, []).append(one)
    documents: dict[int, tuple[Document, list[tuple[Finding, Place]]]] = {}
    found: list[Located] = []
    for construct, ones in of.items():
        place = places.get(construct)
        if place is None or place.document is None:
            named = place is not None and bool(place.name)
            found += (
                Located(one, place.name if place and named else construct, named, None, None, None) for one in ones
            )
            continue
        entry = documents.setdefault(id(place.document), (place.document, []))
        entry[1].extend((one, place) for one in ones)
    for document, pairs in documents.values():
        positions = locate(document, [join_path(place.path, one.path) for one, place in pairs])
        for (one, place), position in zip(pairs, positions, strict=True):
            line, column = position or (document.line, None)
            found.append(Located(one, place.name or place.label, bool(place.name), document.source, line, column))
    return tuple(sorted(found, key=_order))


def _order(one: Located) -> tuple[object, ...]:
    finding = one.finding
    where = (one.file or "", one.line or 0, one.column or 0)
    return (*where, one.set, finding.code, finding.path, finding.message, finding.found)
