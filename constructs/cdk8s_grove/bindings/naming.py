"""Which class each structure becomes: one class for one structure, under the name people know it by."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import BaseModel

from cdk8s_grove.bindings import runtime
from cdk8s_grove.bindings.kinds import Kind
from cdk8s_grove.bindings.known import FILLED_BY_WEBHOOK, HOMES, POD_SPEC_FIELDS, RECOGNIZED, STRUCTURES
from cdk8s_grove.bindings.schema import ListOf, MapOf, ObjectOf, Property, SchemaType


@dataclass(frozen=True, slots=True)
class Class:
    """A class to write.

    Attributes:
        name: Its name, unique in the package.
        module: The module it lives in.
        type: Its structure.
        kind: The object's apiVersion and kind, where it is a whole object.
        filled: Whether a webhook fills its required fields (see `known.FILLED_BY_WEBHOOK`).
        aliases: Other names of the same structure.
    """

    name: str
    module: str
    type: ObjectOf
    kind: tuple[str, str] | None
    filled: bool
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Use:
    """A place where a structure is used; `is_own` where a kind's own name, Spec or Status is meant."""

    name: str
    qualified: str
    module: str
    type: ObjectOf
    kind: tuple[str, str] | None
    is_own: bool
    root: str


def name_classes(kinds: Iterable[Kind]) -> list[Class]:
    """Every structure below these kinds as a class.

    Args:
        kinds: The kinds of one namespace; no two with one name and group.

    Returns:
        Sorted by module and name. A structure that goes by several names has the first of them and the
        others as aliases; of two structures that claim one name the one met first keeps it.
    """
    in_order = sorted(kinds, key=lambda kind: (kind.module, kind.kind))
    uses = [use for kind in in_order for use in _below(kind)]
    by_shape: dict[str, list[_Use]] = {}
    for use in uses:
        by_shape.setdefault(_identity(use), []).append(use)
    owner: dict[str, str] = {}
    for use in sorted(uses, key=lambda use: (not use.is_own, use.name not in HOMES)):
        owner.setdefault(use.name, _identity(use))
    taken = set(owner)
    classes: list[Class] = []
    for shape, same in by_shape.items():
        names = sorted(
            {use.name for use in same if owner[use.name] == shape}, key=lambda name: (name not in HOMES, name)
        )
        if not names:
            names = [_free(same[0].qualified, taken)]
            taken.add(names[0])
        module = HOMES.get(names[0]) or min(use.module for use in same)
        filled = any(use.root in FILLED_BY_WEBHOOK for use in same)
        classes.append(Class(names[0], module, same[0].type, same[0].kind, filled, tuple(names[1:])))
    return sorted(classes, key=lambda one: (one.module, one.name))


def _identity(use: _Use) -> str:
    """Whole objects are never one class, however alike they look."""
    return f"{use.kind}" if use.kind else use.type.shape


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "Fields"
    return name


def _below(kind: Kind) -> Iterator[_Use]:
    name, root = class_name(kind.kind), f"{kind.api_version}/{kind.kind}"
    qualified = class_name(f"{kind.api_version.rpartition('/')[0]}-{name}")
    yield _Use(name, qualified, kind.module, kind.root, (kind.api_version, kind.kind), is_own=True, root=root)
    for field in kind.root.properties:
        below = "ObjectMeta" if field.name == "metadata" else f"{name}{class_name(field.name)}"
        is_own = field.name in ("spec", "status")
        yield from _walk(field.type, below, name, field.name, kind.module, root, is_own=is_own)


def _walk(
    type_: SchemaType, qualified: str, parent: str, field: str, module: str, root: str, *, is_own: bool = False
) -> Iterator[_Use]:
    if isinstance(type_, ListOf):
        yield from _walk(type_.item, qualified, parent, field, module, root)
    elif isinstance(type_, MapOf):
        yield from _walk(type_.value, qualified, parent, field, module, root)
    elif isinstance(type_, ObjectOf):
        name = STRUCTURES.get(parent, {}).get(field) or _recognized(type_) or qualified
        module = HOMES.get(name) or module
        yield _Use(name, qualified, module, type_, None, is_own=is_own, root=root)
        for below in type_.properties:
            default = f"{name}{class_name(_singular(below))}"
            yield from _walk(below.type, default, name, below.name, module, root)


def _recognized(type_: ObjectOf) -> str | None:
    fields = frozenset(field.name for field in type_.properties)
    return "PodSpec" if fields >= POD_SPEC_FIELDS else RECOGNIZED.get(fields)


def _singular(field: Property) -> str:
    name = field.name
    if not isinstance(field.type, ListOf):
        return name
    if name.endswith("ies"):
        return name[:-3] + "y"
    if name.endswith(("sses", "uses", "xes")):
        return name[:-2]
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us")) else name


def class_name(field: str) -> str:
    """A field's or kind's name as the name of a class: `updateStrategy` -> `UpdateStrategy`."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", field) if word]
    name = "".join(word[0].upper() + word[1:] for word in words) or "Value"
    if name in _TAKEN:
        return f"{name}Object"
    return name if name[0].isalpha() and not keyword.iskeyword(name) else f"X{name}"


_TAKEN = frozenset({*runtime.__all__, "Annotated", "Literal", "TYPE_CHECKING"})
"""What the generated modules import by these names; a class may not hide it."""

_RESERVED = frozenset({*dir(BaseModel), *dir(builtins), "to_dict", "left_out"})
"""What an attribute may not hide: methods of the model, and the types its annotations name."""


def attribute_names(type_: ObjectOf) -> dict[str, str]:
    """Each field's attribute: snake_case, a legal and free name; `hostIPC` -> `host_ipc`."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for field in sorted(field.name for field in type_.properties):
        name = snake_case(field)
        while name in taken or name in _RESERVED or keyword.iskeyword(name) or name.startswith("model_"):
            name = f"{name}_" if not name.startswith("model_") else f"x_{name}"
        names[field] = name
        taken.add(name)
    return names


def snake_case(name: str) -> str:
    """`podIP` -> `pod_ip`, `targetWWNs` -> `target_wwns`, `x-y.z` -> `x_y_z`."""
    name = re.sub(r"([A-Z]{2,})s(?=[A-Z]|\b|_|$)", lambda m: m[1].capitalize() + "s", name)
    name = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()
    return name if name and not name[0].isdigit() else f"x_{name}"
