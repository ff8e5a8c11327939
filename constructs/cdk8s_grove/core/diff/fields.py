"""The fields two values differ in, lists taken by the name of their items as Kubernetes does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from cdk8s_grove.core.plan.raw import items, mapping

_KEYS: Final = ("name", "mountPath", "containerPort", "key")
"""What tells the items of a list apart, the first that all of them have and no two share."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list, in a path."""

    index: int
    name: str


Segment = str | Item
Path = tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field that differs; `old` is None where it is new, `new` where it is gone.

    Attributes:
        path: Where.
        old: What it was.
        new: What it is.
        order: Whether only the order of a list's items differs; old and new are their names then.
    """

    path: Path
    old: object
    new: object
    order: bool = False


def compare(old: object, new: object, path: Path = ()) -> Iterator[FieldChange]:
    """The fields that differ, in the order of the new value; the order of a mapping's keys is none."""
    kinds = {type(old), type(new)}
    if kinds == {dict}:
        yield from _mappings(mapping(old), mapping(new), path)
    elif kinds == {list}:
        yield from _lists(items(old), items(new), path)
    elif not same(old, new):
        yield FieldChange(path, old, new)


def same(old: object, new: object) -> bool:
    """Whether two values are equal; unlike Python's, 1 is not true."""
    if isinstance(old, bool) or isinstance(new, bool):
        return old is new
    return old == new


def _mappings(old: dict[str, Any], new: dict[str, Any], path: Path) -> Iterator[FieldChange]:
    for key in (*new, *(key for key in old if key not in new)):
        before, after = old.get(key), new.get(key)  # the API server drops a field that is null
        # What is new or gone is told field by field, as what is edited.
        if before is None and after:
            before = _empty(after)
        elif after is None and before:
            after = _empty(before)
        yield from compare(before, after, (*path, key))


def _empty(like: object) -> object:
    return {} if isinstance(like, dict) else [] if isinstance(like, list) else None


def _lists(old: list[Any], new: list[Any], path: Path) -> Iterator[FieldChange]:
    key = next((key for key in _KEYS if _tells_apart(key, old) and _tells_apart(key, new)), None)
    if key is None:
        yield from _plain(old, new, path)
        return
    before = {item[key]: (index, item) for index, item in enumerate(old)}
    after = {item[key]: (index, item) for index, item in enumerate(new)}
    renamed = _renamed(key, before, after)
    for name, (index, item) in after.items():
        at = (*path, Item(index, str(name)))
        if name in renamed:
            yield FieldChange((*at, key), renamed[name], name)
        elif name in before:
            yield from compare(before[name][1], item, at)
        else:
            yield FieldChange(at, None, item)
    for name, (index, item) in before.items():
        if name not in after and name not in renamed.values():
            yield FieldChange((*path, Item(index, str(name))), item, None)
    kept = [name for name in before if name in after]
    now = [name for name in after if name in before]
    if kept != now:
        yield FieldChange(path, kept, now, order=True)


def _renamed(key: str, before: Mapping[Any, tuple[int, Any]], after: Mapping[Any, tuple[int, Any]]) -> dict[Any, Any]:
    """New name to old one, of items that are alike but for it and stand where they stood."""
    gone = {index: (name, item) for name, (index, item) in before.items() if name not in after}
    return {
        name: gone[index][0]
        for name, (index, item) in after.items()
        if name not in before and index in gone and {**gone[index][1], key: name} == item
    }


def _plain(old: list[Any], new: list[Any], path: Path) -> Iterator[FieldChange]:
    """A list without names: item by item if there are as many, and each is a mapping; else as one value."""
    if len(old) == len(new) and all(isinstance(item, dict) for item in (*old, *new)):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from compare(one, other, (*path, Item(index, str(index))))
    elif not (len(old) == len(new) and all(same(*pair) for pair in zip(old, new, strict=True))):
        yield FieldChange(path, old, new)


def _tells_apart(key: str, values: Sequence[object]) -> bool:
    names = [mapping(item).get(key) for item in values]
    return all(isinstance(name, str | int) for name in names) and len(set(names)) == len(names)


def written(path: Path) -> str:
    """The path with indices: `spec.template.cliques[0].name`."""
    return _joined(path, named=False)


def labelled(path: Path) -> str:
    """The path with the names of items: `spec.template.cliques[p-leader].name`."""
    return _joined(path, named=True)


def _joined(path: Path, *, named: bool) -> str:
    text = ""
    for part in path:
        if isinstance(part, Item):
            text += f"[{part.name if named else part.index}]"
        elif "." in part or "/" in part:
            text += f"[{part!r}]"
        else:
            text += f".{part}" if text else part
    return text


def unchanged(new: object, changes: Iterable[FieldChange]) -> int:
    """How many single values of a new object are as they were."""
    return _leaves(new) - sum(_leaves(change.new) for change in changes if change.new is not None and not change.order)


def _leaves(value: object) -> int:
    if isinstance(value, dict):
        return sum(_leaves(inner) for inner in mapping(cast("object", value)).values())
    if isinstance(value, list):
        return sum(_leaves(inner) for inner in items(cast("object", value)))
    return 1
