"""A difference as text: what changes, what it does, and to which pods."""

from __future__ import annotations

import difflib
import json
import textwrap
from collections.abc import Iterator
from typing import Final, cast

from cdk8s_grove.core.diff import Action, Change, Difference, Effect, ObjectChange
from cdk8s_grove.core.plan.raw import items
from cdk8s_grove.core.report.shape import counted
from cdk8s_grove.core.report.text import Line
from cdk8s_grove.core.serial import dump

_SIGNS: Final = {Action.ADD: "+", Action.CHANGE: "~", Action.REMOVE: "-"}
_STYLES: Final = {"+": "good", "~": "head", "-": "bad"}
_SHORT: Final = "spec.template."
_WIDE: Final = 72
"""Longer values stand on lines of their own."""
_PODS_SHOWN: Final = 4


def diff_as_text(difference: Difference, *, full: bool = False) -> Iterator[Line]:
    """The difference's lines.

    Args:
        difference: What to show.
        full: The name of every pod.
    """
    for item in difference.objects:
        yield from _object(item, full=full)
    numbers = [
        f"{difference.count(Action.ADD)} to add",
        f"{difference.count(Action.CHANGE)} to change",
        f"{difference.count(Action.REMOVE)} to remove",
    ]
    if difference.rejected:
        numbers.append(f"{difference.rejected} rejected")
    said: Line = [("Diff: ", "head"), (f"{', '.join(numbers)}.", "bad" if difference.rejected else "")]
    target = difference.target
    yield [*said, (f" Modelled on Grove {target.grove}, KAI {target.kai}.", "dim")]


def _object(item: ObjectChange, *, full: bool) -> Iterator[Line]:
    sign = _SIGNS[item.action]
    head: Line = [(f"{sign} ", _STYLES[sign]), (f"{item.kind} {item.name}", "head")]
    whole = item.changes[0] if item.changes and not item.changes[0].path else None
    if whole is not None:
        pods = _pods(whole, item.gangs)
        yield [*head, (f"  {pods}" if pods else "", "")]
    else:
        yield head
    if item.note:
        yield [("    note  ", "dim"), (item.note, "")]
    for change in item.changes:
        gangs = item.gangs if change.effect is Effect.SCALE and change.path == "spec.replicas" else 0
        yield from _change(change, gangs, full=full)
    if item.unchanged and item.action is Action.CHANGE:
        yield [(f"    ({counted(item.unchanged, 'unchanged field')} hidden)", "dim")]


def _change(change: Change, gangs: int, *, full: bool) -> Iterator[Line]:
    if change.path:
        yield from _values(change, gangs)
    indent = "      " if change.path else "    "
    if change.effect is Effect.REJECTED:
        code = f" ({change.code})" if change.code else ""
        yield [(f"{indent}! ", "bad"), (f"{change.why}{code}", "")]
    elif change.why:
        yield [(f"{indent}{change.why}", "dim")]
    if change.path or full:
        for what, hosts in (("replaced", change.replaced), ("added", change.added), ("removed", change.removed)):
            yield from _hosts(what, hosts, full=full)


def _values(change: Change, gangs: int) -> Iterator[Line]:
    """The field and what becomes of it: on one line if it is short."""
    field = f"...{change.label.removeprefix(_SHORT)}" if change.label.startswith(_SHORT) else change.label
    pods = _pods(change, gangs)
    # A clause in words only where pods are concerned; `in-place` says that none is.
    effect = f"{change.effect}: {pods}" if pods else str(change.effect)
    style = {Effect.REJECTED: "bad", Effect.ROLLING: "name", Effect.SCALE: "name"}.get(change.effect, "dim")
    lines = list(_changed_lines(change.old, change.new))
    if lines:
        yield [(f"    {field}  ", ""), (effect, style)]
        for line in lines:
            yield [(f"      {line}", _STYLES.get(line[:1], ""))]
    elif change.old is None and change.new is None:
        yield [(f"    {field}  ", ""), (effect, style)]
    else:
        yield [(f"    {field}  {_scalar(change.old)} -> {_scalar(change.new)}  ", ""), (effect, style)]


def _pods(change: Change, gangs: int) -> str:
    parts = [f"{gangs:+d} {'gang' if abs(gangs) == 1 else 'gangs'}"] if gangs else []
    if change.replaced:
        parts.append(f"replaces {counted(len(change.replaced), 'pod')}")
    parts += [f"+{counted(len(change.added), 'pod')}"] if change.added else []
    parts += [f"-{counted(len(change.removed), 'pod')}"] if change.removed else []
    return ", ".join(parts)


def _hosts(what: str, hosts: tuple[str, ...], *, full: bool) -> Iterator[Line]:
    shown = hosts if full or len(hosts) <= _PODS_SHOWN else hosts[: _PODS_SHOWN - 1]
    if shown:
        yield [(f"      {what}: {', '.join(shown)}", ""), (_more(len(hosts) - len(shown)), "dim")]


def _more(number: int) -> str:
    return f" ({number} more)" if number else ""


def _changed_lines(old: object, new: object) -> Iterator[str]:
    """What differs in lists, mappings and long texts, a line each; nothing if both are short."""
    if _is_plain(old) and _is_plain(new) and len(_scalar(old)) + len(_scalar(new)) <= 2 * _WIDE:
        return
    before, after = _lines(old), _lines(new)
    if before is None and after is None:
        return
    compared = difflib.ndiff(before or _one(old), after or _one(new))
    yield from (f"{line[:2]}{line[2:]}".rstrip() for line in compared if line[0] in "+-")


def _is_plain(value: object) -> bool:
    """Whether a value is a list of words."""
    return isinstance(value, list) and all(isinstance(item, str) for item in items(cast("object", value)))


def _one(value: object) -> list[str]:
    return [] if value is None or value in ([], {}) else [_scalar(value)]


def _lines(value: object) -> list[str] | None:
    """A value as lines, if it does not fit into one."""
    if isinstance(value, list):
        inner = items(cast("object", value))
        plain = all(not isinstance(item, dict | list) for item in inner)
        return [_scalar(item) for item in inner] if plain else _yaml(inner)
    if isinstance(value, dict):
        flat = _scalar(cast("object", value))
        return [flat] if len(flat) <= _WIDE else _yaml(cast("object", value))
    if isinstance(value, str) and ("\n" in value or len(value) > _WIDE):
        return value.splitlines()
    return None


def _yaml(value: object) -> list[str]:
    _, _, text = dump([{"value": value}]).partition("\n")
    return textwrap.dedent(text).splitlines()


def _scalar(value: object) -> str:
    """A short value as YAML would have it."""
    if value is None:
        return "(none)"
    plain = isinstance(value, str) and value.strip() == value and value not in ("", "(none)")
    return str(value) if plain else json.dumps(value, ensure_ascii=False)
