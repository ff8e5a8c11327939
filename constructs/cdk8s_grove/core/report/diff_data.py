"""A difference as JSON."""

from __future__ import annotations

import json
from typing import Any, Final

from cdk8s_grove.core.diff import Action, Change, Difference, ObjectChange

FORMAT_VERSION: Final = "1.0"
"""Readers ignore keys they do not know, and refuse another major."""


def diff_as_json(difference: Difference) -> str:
    """The difference, a change a line, so that a large one can be read and compared."""
    data = diff_data(difference)
    parts: list[str] = []
    for key, value in data.items():
        if key == "changes" and value:
            lines = ",\n".join(json.dumps(change, ensure_ascii=False) for change in value)
            parts.append(f'"changes": [\n{lines}\n]')
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def diff_data(difference: Difference) -> dict[str, Any]:
    """The same as one value; `diff.schema.json` describes it."""
    pods = {what: sum(len(item.pods(what)) for item in difference.objects) for what in ("replaced", "added", "removed")}
    return {
        "format_version": FORMAT_VERSION,
        "target": {"grove": difference.target.grove, "kai": difference.target.kai},
        "changes": [_change(item, change) for item in difference.objects for change in item.changes],
        "summary": {
            "add": difference.count(Action.ADD),
            "change": difference.count(Action.CHANGE),
            "remove": difference.count(Action.REMOVE),
            "rejected": difference.rejected,
            "unchanged": difference.unchanged,
            **pods,
        },
    }


def _change(item: ObjectChange, change: Change) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "set": item.name,
        "action": item.action,
        "path": change.path,
        "label": change.label,
        "effect": change.effect,
        "code": change.code or None,
        "old": change.old,
        "new": change.new,
        "why": "; ".join(text for text in (item.note, change.why) if text),
        "replaced": change.replaced,
        "added": change.added,
        "removed": change.removed,
    }
