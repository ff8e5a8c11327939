"""Where in a document's text a field stands; costs as much as reading it again, so only for what is to be shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import yaml

from cdk8s_grove.core.serial.loaders import MERGE, Loader, SlowLoader
from cdk8s_grove.core.serial.reader import Document

_STEP: Final = re.compile(
    r"""\.?(?:\[(?P<index>\d+)\]|\[(?P<key>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]|\[(?P<item>[^\]'"]+)\]|(?P<name>[^.\[\]]+))"""
)
_ESCAPE: Final = re.compile(r"\\(?:u[dD][89a-fA-F][0-9a-fA-F]{2}|.)", re.DOTALL)
_KEYS: Final = ("name", "key", "domain", "topologyName")
"""What tells the items of Kubernetes' and Grove's lists apart."""

Step = tuple[str, str]
Position = tuple[int, int]


def locate(document: Document, paths: Iterable[str]) -> list[Position | None]:
    """Line and column, both from 1, of the deepest part of each path that exists: of a field its key, else the item.

    Args:
        document: As it was read.
        paths: `spec.template.cliques[0].name`, `metadata.annotations['a/b']`, `cliques[worker]`; empty for the whole.

    Returns:
        One a path; None for all of them where the text cannot be told apart, or there is none.
    """
    root = _compose(document)
    if root is None:
        return [None for _ in paths]
    marks = [_deepest(root, list(_steps(path))) for path in paths]
    return [(document.line + mark.line, mark.column + 1) for mark in marks]


def _compose(document: Document) -> Any:  # noqa: ANN401 - PyYAML's nodes have no useful types
    if not document.text:
        return None
    # The first line begins where it does in the file, for what follows is indented by as much.
    text = " " * (document.column - 1) + document.text + "\n"
    if document.text.startswith(("{", "[")):
        # JSON may write a character as two halves, and YAML not; of the same length, nothing moves.
        text = _ESCAPE.sub(lambda found: "x" * 6 if len(found[0]) == 6 else found[0], text)
    for kind in (Loader, SlowLoader):
        loader = kind(text)
        try:
            return loader.get_single_node()
        except (yaml.YAMLError, RecursionError):
            continue
        finally:
            loader.dispose()
    return None


def _steps(path: str) -> Iterator[Step]:
    at = 0
    while found := _STEP.match(path, at):
        kind = str(found.lastgroup)
        yield ("name", str(ast.literal_eval(found[kind]))) if kind == "key" else (kind, found[kind])
        at = found.end()


def _deepest(root: Any, steps: list[Step]) -> Any:  # noqa: ANN401
    node, mark = root, root.start_mark
    while steps:
        found = _item(node, steps) if isinstance(node, yaml.SequenceNode) else _field(node, steps)
        if found is None:
            break
        node, mark, taken = found
        steps = steps[taken:]
    return mark


def _item(node: Any, steps: list[Step]) -> tuple[Any, Any, int] | None:  # noqa: ANN401
    kind, text = steps[0]
    items: list[Any] = node.value
    if kind == "index":
        found = items[int(text)] if int(text) < len(items) else None
    else:
        found = next((item for item in items if kind == "item" and text in _names(item)), None)
    return None if found is None else (found, found.start_mark, 1)


def _names(item: Any) -> Iterator[str]:  # noqa: ANN401
    for key, value in item.value if isinstance(item, yaml.MappingNode) else ():
        if key.value in _KEYS and isinstance(value, yaml.ScalarNode):
            yield value.value


def _field(node: Any, steps: list[Step]) -> tuple[Any, Any, int] | None:  # noqa: ANN401
    """The field of a mapping that the most steps name together, for a key may hold dots."""
    if not isinstance(node, yaml.MappingNode):
        return None
    names = [text for _, text in steps]
    plain = next((at for at, (kind, _) in enumerate(steps) if kind not in ("name", "item")), len(steps))
    for taken in range(max(plain, 1), 0, -1):
        found = _pair(node, ".".join(names[:taken]))
        if found is not None:
            return found[1], found[0].start_mark, taken
    return None


def _pair(node: Any, name: str) -> tuple[Any, Any] | None:  # noqa: ANN401
    """The last pair with a key, for what comes later wins."""
    for key, value in reversed(node.value):
        if not isinstance(key, yaml.ScalarNode):
            continue
        if key.value == MERGE and not key.style:
            for part in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                found = _pair(part, name) if isinstance(part, yaml.MappingNode) else None
                if found is not None:
                    return found
        elif key.value == name:
            return key, value
    return None
