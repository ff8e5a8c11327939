"""Manifests as Kubernetes reads them: YAML or JSON, one document or many, and nothing lost without a word."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

import yaml

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import InputError, finding
from cdk8s_grove.core.serial.loaders import MERGE, PLAIN, Loader, SlowLoader
from cdk8s_grove.core.serial.scalars import is_integer, plain_value

_SUFFIXES: Final = frozenset({".yaml", ".yml", ".json"})
_BINARY: Final = "tag:yaml.org,2002:binary"
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "tag:yaml.org,2002:int": (int,),
    "tag:yaml.org,2002:float": (int, float),
    "tag:yaml.org,2002:bool": (bool,),
    "tag:yaml.org,2002:null": (type(None),),
}
_SEPARATOR: Final = re.compile(r"^---[ \t]*[^\s#].*", re.MULTILINE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOST_NODES: Final = 1_000_000
"""An input of megabytes has fewer; aliases of aliases can stand for any number."""
_MOST_DEPTH: Final = 200
_MOST_SLOWLY: Final = 2_000_000
"""Characters that are read with the slow loader; it takes seconds for them."""
_MOST_BYTES: Final = 256 * 2**20
"""Of one file, or of standard input: a device that never ends is no manifest."""
_JSON_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


@dataclass(frozen=True, slots=True)
class Document:
    """One document of the input.

    Attributes:
        value: What Kubernetes reads from it.
        source: The file's path, `standard input` or a URL.
        line: Where it starts, from 1.
        column: Likewise.
        text: What stands there, up to where it ends; empty where it was made and not read.
    """

    value: Any
    source: str
    line: int
    column: int = 1
    text: str = field(default="", repr=False, compare=False)

    @property
    def place(self) -> str:
        """`file:line`."""
        return f"{self.source}:{self.line}"


def read_path(path: Path) -> list[Document]:
    """The documents of a file, or of every .yaml, .yml and .json file below a folder, sorted by path.

    Raises:
        InputError: It cannot be read (GRV070) or is not YAML (GRV071, 072).
    """
    try:
        is_folder = path.is_dir()
    except OSError as error:  # a name too long for any file
        unreadable(str(path)[:80], error.strerror or str(error))
    if is_folder:
        files = sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES and file.is_file())
        return [document for file in files for document in read_path(file)]
    try:
        with path.open("rb") as file:
            data = _read(file, str(path))
    except OSError as error:
        unreadable(str(path), error.strerror or str(error))
    return load(data, source=str(path))


def read_stdin() -> list[Document]:
    """The documents on standard input."""
    source = "standard input"
    return load(_read(sys.stdin.buffer, source), source=source)


def _read(file: BinaryIO, source: str) -> bytes:
    data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        unreadable(source, f"it is larger than {_MOST_BYTES >> 20} MiB")
    return data


def load(text: str | bytes, *, source: str) -> list[Document]:
    """The documents of a text, empty ones left out.

    Args:
        text: YAML (1.1 as Kubernetes reads it) or JSON; bytes in UTF-8 or with a byte order mark.
        source: What to call it in errors.

    Raises:
        InputError: It is no text (GRV070), not YAML (GRV071), or holds a key twice (GRV072).
    """
    decoded = _decode(text, source) if isinstance(text, bytes) else text.removeprefix("\ufeff")
    brackets = decoded.count("[") + decoded.count("{")
    if decoded.lstrip()[:1] in ("{", "["):
        if brackets > _MOST_DEPTH:
            _refuse_deep_json(decoded, source)
        found = _as_json(decoded, source)
        if found is not None:
            return found
    separator = _SEPARATOR.search(decoded)
    if separator:
        line = decoded.count("\n", 0, separator.start()) + 1
        _refuse(source, line, 1, "kubectl takes nothing but a comment behind `---`", "begin a new line after it")
    if not decoded.endswith("\n"):
        # As kubectl does, which matters to a block that ends the input.
        decoded += "\n"
    if brackets > _MOST_DEPTH or "- - - " in decoded or " " * _MOST_DEPTH in decoded:
        _refuse_depth(decoded, source)
    try:
        try:
            return _documents(decoded, source, Loader)
        except yaml.MarkedYAMLError as error:
            if "duplicate anchor" not in str(error) or len(decoded) > _MOST_SLOWLY:
                raise
            return _documents(decoded, source, SlowLoader)
    except yaml.YAMLError as error:
        _not_yaml(error, source)
    except RecursionError:
        _refuse(source, 1, 1, "it is nested too deeply, or holds itself", "flatten it")


def _documents(text: str, source: str, kind: type[Loader] | type[SlowLoader]) -> list[Document]:
    reader = _Reader(text, source)
    loader = kind(text)
    documents: list[Document] = []
    try:
        while loader.check_node():
            node: Any = loader.get_node()
            value = reader.value(node)
            if value is not None:
                start, end = node.start_mark, node.end_mark
                own = text[start.index : end.index]
                documents.append(Document(value, source, start.line + 1, start.column + 1, own))
    finally:
        loader.dispose()
    return documents


def _decode(data: bytes, source: str) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        unreadable(source, f"byte {error.start} is not {encoding.removesuffix('-sig').upper()}")


def _as_json(text: str, source: str) -> list[Document] | None:
    """The documents of a text of JSON, one or several; None where it merely begins like JSON, as YAML may."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        mapping = dict(items)
        if len(mapping) < len(items):
            names = [name for name, _ in items]
            _twice(next(name for name in names if names.count(name) > 1), source, line)
        return mapping

    def number(digits: str) -> float:
        value = float(digits)
        return value if math.isfinite(value) else no_number(digits)

    def integer(digits: str) -> int | float:
        if len(digits) < 19:
            return int(digits)
        value = number(digits)
        # Kubernetes reads what 64 bits cannot hold as a fraction.
        return int(digits) if abs(value) < 1e20 and -(2**63) <= int(digits) < 2**64 else value

    def no_number(name: str) -> NoReturn:
        _refuse(source, line, 1, f"{name[:40]} is no number that JSON can hold", "give a smaller, finite number")

    decoder = json.JSONDecoder(object_pairs_hook=pairs, parse_constant=no_number, parse_float=number, parse_int=integer)
    documents: list[Document] = []
    at, line = len(text) - len(text.lstrip()), 1
    while at < len(text):
        line = text.count("\n", 0, at) + 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            return None
        if "\\u" in text and _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
            _refuse(source, line, 1, "it holds half of a surrogate pair, which is no character", "write the character")
        documents.append(Document(value, source, line, at - text.rfind("\n", 0, at), text[at:end]))
        at = end + len(text[end:]) - len(text[end:].lstrip())
    return documents


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
            if key_node.value == MERGE and isinstance(key_node, yaml.ScalarNode) and not key_node.style:
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
        mark = node.start_mark
        if node.tag == _BINARY:
            try:
                return base64.b64decode("".join(text.split()), validate=True).decode()
            except (binascii.Error, UnicodeDecodeError):
                _refuse(self._source, mark.line + 1, mark.column + 1, "it is not text in base64", "write it as text")
        types = _TYPES.get(node.tag)
        if types is None and (node.tag != PLAIN or self._text.startswith("! ", mark.index)):
            return text
        try:
            value = plain_value(text)
        except ValueError:
            _refuse(self._source, mark.line + 1, mark.column + 1, f"{text} is no number in JSON", "quote it")
        if types and (not isinstance(value, types) or (isinstance(value, bool) and bool not in types)):
            name = node.tag.rpartition(":")[2]
            _refuse(self._source, mark.line + 1, mark.column + 1, f"{text!r} is no {name}", "remove the tag")
        return value

    def _key(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode):
            value = self._scalar(node)
            if isinstance(value, str):
                return value
            if isinstance(value, bool):
                return "true" if value else "false"
            if isinstance(value, int | float) and not is_integer(node.value):
                return _float_key(float(node.value.replace("_", "")))
            if isinstance(value, int) and value < 2**63:
                return str(value)
        mark = node.start_mark
        return _refuse(self._source, mark.line + 1, mark.column + 1, "a key is neither text nor a number", "quote it")

    def _merged(self, node: yaml.Node) -> Iterator[dict[str, Any]]:
        for part in reversed(node.value) if isinstance(node, yaml.SequenceNode) else [node]:
            value = self.value(part)
            if not isinstance(value, dict):
                mark = node.start_mark
                _refuse(self._source, mark.line + 1, mark.column + 1, "`<<` merges mappings only", "quote the key")
            yield value


def _float_key(value: float) -> str:
    """A fraction as a key: Go's shortest form of its 32-bit float, so 1.10 is `1.1` and 1e10 `1e+10`."""
    single = _single(value)
    if math.isinf(single):
        return ".inf" if value > 0 else "-.inf"
    places = next(places for places in range(17) if _single(float(f"{single:.{places}e}")) == single)
    text = f"{single:.{places}e}"
    power = int(text.partition("e")[2])
    return f"{single:.{max(places - power, 0)}f}" if -5 < power < 6 else text


def _single(value: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _refuse_deep_json(text: str, source: str) -> None:
    """Refuse brackets nested so deeply that whoever walks the value would overflow; Python 3.13 reads any depth."""
    depth = 0
    for token in _JSON_BRACKETS.finditer(text):
        if token[0] in ("[", "{"):
            depth += 1
            if depth > _MOST_DEPTH:
                line = text.count("\n", 0, token.start()) + 1
                column = token.start() - text.rfind("\n", 0, token.start())
                _refuse(source, line, column, f"it is nested deeper than {_MOST_DEPTH}", "flatten it")
        elif token[0] in ("]", "}"):
            depth -= 1


def _refuse_depth(text: str, source: str) -> None:
    """Refuse a text nested so deeply that libyaml's composer would overflow its stack."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=Loader):
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
