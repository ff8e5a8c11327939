"""What an edit does, as data; `core.report` turns it into text and JSON."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from cdk8s_grove.core.spec import Target


class Effect(enum.StrEnum):
    """What becomes of a change on a live object."""

    REJECTED = "rejected"
    """The API server refuses the whole update of the object."""
    ROLLING = "rolling"
    """Pods are replaced."""
    SCALE = "scale"
    """Pods come or go."""
    IN_PLACE = "in-place"
    """It holds at once; no pod is touched."""
    NONE = "none"
    """It looks like a change and does nothing on a live object."""


class Action(enum.StrEnum):
    """What becomes of a whole object."""

    ADD = "add"
    CHANGE = "change"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference, and what it does.

    Attributes:
        path: The field, with the index its list items have in the new object (in the old one for what is gone);
            empty for the whole object.
        label: The same with the names of list items.
        effect: What becomes of it.
        old: What was there, None where nothing was; a secret is masked.
        new: What is there now, likewise.
        why: The rule behind the effect, one line; empty where there is nothing to say.
        code: The code of what is refused; empty otherwise.
        replaced: Hostnames of pods that are made anew, sorted. A pod is named once an object: at the first change
            that touches it.
        added: Hostnames of pods that come, likewise.
        removed: Hostnames of pods that go, likewise.
    """

    path: str
    label: str
    effect: Effect
    old: object = None
    new: object = None
    why: str = ""
    code: str = ""
    replaced: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """An object that is new, gone or not what it was.

    Attributes:
        kind: Its kind.
        name: `namespace/name`, or the name where it has no namespace.
        action: What becomes of it.
        changes: At least one, by path.
        unchanged: How many of its fields are as they were.
        gangs: How many gangs come (or, below 0, go).
        note: What to know of it beyond its fields.
    """

    kind: str
    name: str
    action: Action
    changes: tuple[Change, ...]
    unchanged: int = 0
    gangs: int = 0
    note: str = ""

    @property
    def rejected(self) -> bool:
        """Whether the API server refuses it."""
        return any(change.effect is Effect.REJECTED for change in self.changes)

    def pods(self, what: str) -> tuple[str, ...]:
        """Hostnames of all pods `replaced`, `added` or `removed`."""
        return tuple(sorted(name for change in self.changes for name in getattr(change, what)))


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs between two inputs.

    Attributes:
        objects: By kind and name; sets first.
        unchanged: How many objects are as they were.
        target: The releases it was computed for.
    """

    objects: tuple[ObjectChange, ...]
    unchanged: int
    target: Target

    def count(self, action: Action) -> int:
        """How many objects are added, changed or removed."""
        return sum(item.action is action for item in self.objects)

    @property
    def rejected(self) -> int:
        """How many objects the API server refuses."""
        return sum(item.rejected for item in self.objects)
