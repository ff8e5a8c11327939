"""Manifests as Kubernetes reads them: YAML or JSON, one document or many, and nothing lost without a word."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

import yaml

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import InputError, finding
from cdk8s_grove.core.serial.scalars import plain_value

_SUFFIXES: Final = frozenset({".yaml", ".yml", ".json"})
_STR, _MERGE = "tag:yaml.org,2002:str", "<<"
_MOST_NODES: Final = 1_000_000
"""An input of megabytes has fewer; aliases of aliases can stand for any number."""
_MOST_DEPTH: Final = 200


@dataclass(frozen=True, slots=True)
class Document:
    """One document of the input.

    Attributes:
        value: What Kubernetes reads from it.
        source: The file's path, `standard input` or a URL.
        line: Where it starts, from 1.
    """

    value: Any
    source: str
    line: int

    @property
    def place(self) -> str:
        """`file:line`."""
        return f"{self.source}:{self.line}"


class _Loader(yaml.CSafeLoader):
    """libyaml's parser without YAML's own ideas of what a plain scalar is: Go's are applied later."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML's own way to say it


def read_path(path: Path) -> list[Document]:
    """The documents of a file, or of every .yaml, .yml and .json file below a folder, sorted by path.

    Raises:
        InputError: It cannot be read (GRV070) or is not YAML (GRV071, 072).
    """
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES and file.is_file())
        return [document for file in files for document in read_path(file)]
    try:
        data = path.read_bytes()
    except OSError as error:
        unreadable(str(path), error.strerror or str(error))
    return load(data, source=str(path))


def read_stdin() -> list[Document]:
    """The documents on standard input."""
    return load(sys.stdin.buffer.read(), source="standard input")


def load(text: str | bytes, *, source: str) -> list[Document]:
    """The documents of a text, empty ones left out.

    Args:
        text: YAML (1.1 as Kubernetes reads it) or JSON; bytes in UTF-8 or with a byte order mark.
        source: What to call it in errors.

    Raises:
        InputError: It is no text (GRV070), not YAML (GRV071), or holds a key twice (GRV072).
    """
    decoded = _decode(text, source) if isinstance(text, bytes) else text.removeprefix("\ufeff")
    if decoded.lstrip()[:1] in ("{", "["):
        found, document = _as_json(decoded, source)
        if found:
            return [document]
    if decoded.count("[") + decoded.count("{") > _MOST_DEPTH or "- - - " in decoded or " " * _MOST_DEPTH in decoded:
        _refuse_depth(decoded, source)
    reader = _Reader(decoded, source)
    loader = _Loader(decoded)
    documents: list[Document] = []
    try:
        while loader.check_node():
            node: Any = loader.get_node()
            value = reader.value(node)
            if value is not None:
                documents.append(Document(value, source, node.start_mark.line + 1))
    except yaml.YAMLError as error:
        _not_yaml(error, source)
    except RecursionError:
        _refuse(source, 1, 1, "it is nested too deeply, or holds itself", "flatten it")
    finally:
        loader.dispose()
    return documents


def _decode(data: bytes, source: str) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        unreadable(source, f"byte {error.start} is not {encoding.removesuffix('-sig').upper()}")


def _as_json(text: str, source: str) -> tuple[bool, Document]:
    """Whether a text is JSON, and its document; what merely begins like JSON may be YAML."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        mapping = dict(items)
        if len(mapping) < len(items):
            names = [name for name, _ in items]
            _twice(next(name for name in names if names.count(name) > 1), source, 1)
        return mapping

    def no_constant(name: str) -> NoReturn:
        _refuse(source, 1, 1, f"{name} is not JSON", "give a finite number")

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=no_constant)
    except (json.JSONDecodeError, RecursionError):
        return False, Document(None, source, 1)
    return True, Document(value, source, 1)


class _Reader:
    """Nodes as values; counts them, since aliases can stand for more than the text holds."""

    def __init__(self, text: str, source: str) -> None:
        self._text, self._source, self._nodes = text, source, 0

    def value(self, node: yaml.Node) -> Any:  # noqa: ANN401 - a document's value is any JSON
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            mark = node.start_mark
            _refuse(self._source, mark.line + 1, mark.column + 1, "its aliases stand for too much", "write less")
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item) for item in node.value]
        mapping: dict[str, Any] = {}
        own: set[str] = set()
        for key_node, value_node in node.value:
            if key_node.value == _MERGE and isinstance(key_node, yaml.ScalarNode) and not key_node.style:
                # In order, as Go does it: what comes later wins.
                for merged in self._merged(value_node):
                    mapping.update(merged)
                continue
            key = self._key(key_node)
            if key in own:
                _twice(key, self._source, key_node.start_mark.line + 1)
            own.add(key)
            mapping[key] = self.value(value_node)
        return mapping

    def _scalar(self, node: yaml.ScalarNode) -> Any:  # noqa: ANN401
        text: str = node.value
        tag = node.tag.removeprefix("tag:yaml.org,2002:")
        if node.tag != _STR and tag not in ("int", "float", "bool", "null"):
            return text
        explicit = self._text[node.start_mark.index : node.start_mark.index + 1] == "!"
        if node.tag == _STR and (node.style or explicit):
            return text
        try:
            return plain_value(text)
        except ValueError:
            mark = node.start_mark
            _refuse(self._source, mark.line + 1, mark.column + 1, f"{text} is no number in JSON", "quote it")

    def _key(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode):
            value = self._scalar(node)
            if isinstance(value, bool):
                return "true" if value else "false"
            if isinstance(value, str | int):
                return str(value)
            if isinstance(value, float):
                return repr(value)
        mark = node.start_mark
        return _refuse(self._source, mark.line + 1, mark.column + 1, "a key is neither text nor a number", "quote it")

    def _merged(self, node: yaml.Node) -> Iterator[dict[str, Any]]:
        for part in reversed(node.value) if isinstance(node, yaml.SequenceNode) else [node]:
            value = self.value(part)
            if not isinstance(value, dict):
                mark = node.start_mark
                _refuse(self._source, mark.line + 1, mark.column + 1, "`<<` merges mappings only", "quote the key")
            yield value


def _refuse_depth(text: str, source: str) -> None:
    """Refuse a text nested so deeply that libyaml's composer would overflow its stack."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > _MOST_DEPTH:
                    mark: Any = event.start_mark
                    why = f"it is nested deeper than {_MOST_DEPTH}"
                    _refuse(source, mark.line + 1, mark.column + 1, why, "flatten it")
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
    except yaml.YAMLError as error:
        _not_yaml(error, source)


def _not_yaml(error: yaml.YAMLError, source: str) -> NoReturn:
    mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    said = getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be parsed"
    _refuse(source, line, column, str(said), "correct the YAML there, or a little above it")


def _refuse(source: str, line: int, column: int, why: str, fix: str) -> NoReturn:
    place = f"{source}:{line}:{column}"
    message = "the input is not YAML that Kubernetes reads"
    raise InputError([finding(catalog.NOT_YAML, message, construct=place, why=why, fix=fix)])


def _twice(key: str, source: str, line: int) -> NoReturn:
    raise InputError(
        [
            finding(
                catalog.DUPLICATE_KEY,
                f"the key {key!r} stands twice in one mapping",
                construct=f"{source}:{line}",
                why="only one of the two values would be kept",
                fix="remove one",
            )
        ]
    )


def unreadable(source: str, why: str) -> NoReturn:
    """Say that a source cannot be opened or decoded (GRV070)."""
    raise InputError(
        [
            finding(
                catalog.UNREADABLE,
                f"{source} cannot be read",
                construct=source,
                why=why,
                fix="check the path and its permissions, or the file's encoding",
            )
        ]
    )
