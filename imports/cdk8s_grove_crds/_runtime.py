# Made by `cdk8s-grove import`; make it anew instead of changing it.
"""What every bindings package stands on; copied into each as `_runtime.py`, so that it needs pydantic only."""

from __future__ import annotations

import re
import sys
import threading
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    JsonValue,
    PlainValidator,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pydantic_core import CoreSchema

__all__ = [
    "Field",
    "Int32",
    "Int64",
    "IntOrString",
    "JsonValue",
    "Model",
    "Number",
    "Quantity",
    "Resource",
    "filled",
    "matches",
    "unique",
]

_LOCK = threading.RLock()


def _import_references(name: str) -> None:
    module = sys.modules[name]
    references: Mapping[str, str] = getattr(module, "_REFERENCES", {})
    for reference, home in references.items():
        if reference not in module.__dict__:
            setattr(module, reference, getattr(import_module(home), reference))


_FILLED: Any = {"x-filled-when-absent": True}


def filled(zero: object, **how: Any) -> Any:  # noqa: ANN401 - as pydantic's Field
    """A field the schema requires, but which may be left out: a webhook decodes the object and writes it as `zero`."""
    return Field(default=zero, json_schema_extra=_FILLED, **how)


class Model(BaseModel):
    """A structure of a CRD: unknown fields, wrong types and values out of range are refused.

    Python code uses snake_case names, documents the CRD's own. Which other modules a class refers to is
    said in its module's `_REFERENCES`; they are imported when a class is first used to validate, so that
    importing the package stays cheap.
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, defer_build=True, validate_by_name=True, validate_by_alias=True
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        """Know the module's references before pydantic looks for them, as a field of another model too."""
        _import_references(cls.__module__)
        return handler(source)

    @classmethod
    def model_rebuild(
        cls,
        *,
        force: bool = False,
        raise_errors: bool = True,
        _parent_namespace_depth: int = 2,
        _types_namespace: Mapping[str, Any] | None = None,
    ) -> bool | None:
        """Build the validator, one thread at a time; pydantic calls it when a class is first used."""
        with _LOCK:
            _import_references(cls.__module__)
            return super().model_rebuild(
                force=force,
                raise_errors=raise_errors,
                _parent_namespace_depth=_parent_namespace_depth + 1,
                _types_namespace=_types_namespace,
            )

    @classmethod
    def model_validate(
        cls, obj: object, *, by_alias: bool | None = None, by_name: bool | None = None, **how: Any
    ) -> Self:
        """Read plain data in the CRD's own spelling; other spellings only on request."""
        if by_alias is None and by_name is None:
            by_alias, by_name = True, False
        return super().model_validate(obj, by_alias=by_alias, by_name=by_name, **how)

    def to_dict(self) -> dict[str, Any]:
        """The structure as plain data in the CRD's spelling, with what was given and nothing else."""
        return self.model_dump(by_alias=True, exclude_unset=True)

    def left_out(self) -> list[str]:
        """Where a field that the schema requires was left to the webhook: `containers[0].name`."""
        return list(_left_out(self, ""))


def _left_out(value: object, path: str) -> Iterator[str]:
    if isinstance(value, Model):
        dot = f"{path}." if path else ""
        names, filled_names = _names_of(type(value))
        for name in sorted(filled_names - value.model_fields_set):
            yield dot + names[name]
        for name, below in value.__dict__.items():
            if below is not None and below.__class__ is not str and isinstance(below, _CONTAINERS):
                yield from _left_out(below, dot + names.get(name, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            # Most items, variables above all, are names and texts, and whole.
            if isinstance(item, _CONTAINERS) and not (isinstance(item, Model) and _is_flat(item)):
                yield from _left_out(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, _CONTAINERS):
                yield from _left_out(item, f"{path}[{key!r}]")


_TEXTS = frozenset({str, type(None)})


def _is_flat(value: Model) -> bool:
    """Whether a structure holds texts alone, and nothing was left to a webhook."""
    kinds = {below.__class__ for below in value.__dict__.values()}
    return kinds <= _TEXTS and _names_of(type(value))[1] <= value.model_fields_set


@cache
def _names_of(model: type[Model]) -> tuple[dict[str, str], frozenset[str]]:
    """A class's attributes as the CRD spells them, and those a webhook fills."""
    fields = model.model_fields.items()
    names = {name: field.alias or name for name, field in fields}
    return names, frozenset(name for name, field in fields if field.json_schema_extra is _FILLED)


class Resource(Model):
    """A whole object: its `apiVersion` and `kind` are always part of the dumped document."""

    def model_post_init(self, _context: object, /) -> None:
        """Count apiVersion and kind as given."""
        self.__pydantic_fields_set__.update(("api_version", "kind"))

    @property
    def apiVersion(self) -> str:  # noqa: N802 - the name under which other tools look for it
        """The same as `api_version`."""
        return str(getattr(self, "api_version"))  # noqa: B009 - declared by each kind, as a constant


_CONTAINERS = (Model, list, dict)

Int32 = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
Int64 = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]


def _number(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("float_type", "Input should be a valid number")
    if value != value or value in (float("inf"), float("-inf")):
        raise PydanticCustomError("finite_number", "Input should be a finite number")
    return value


Number = Annotated[float, PlainValidator(_number), WithJsonSchema({"type": "number"})]
"""A number that stays the int or float it was."""


def _int_or_string(value: object) -> int | str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise PydanticCustomError("int_or_string_type", "Input should be a whole number or a string")
    return value


IntOrString = Annotated[
    int | str, PlainValidator(_int_or_string), WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string"}]})
]


def matches(pattern: str) -> AfterValidator:
    """A pattern for an int or string; as in Kubernetes it binds strings only."""
    compiled = re.compile(pattern, re.ASCII)

    def check(value: int | str) -> int | str:
        if isinstance(value, str) and not compiled.search(value):
            raise PydanticCustomError(
                "string_pattern_mismatch", "String should match pattern '{pattern}'", {"pattern": pattern}
            )
        return value

    return AfterValidator(check)


_QUANTITY = re.compile(
    r"[+-]?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE][+-]?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?",
    re.ASCII,
)


def _quantity(value: object) -> int | str:
    value = _int_or_string(value)
    if isinstance(value, str) and not _QUANTITY.fullmatch(value):
        raise PydanticCustomError("quantity", "Input should be a quantity, for example '500m', 8 or '16Gi'")
    return value


Quantity = Annotated[
    int | str, PlainValidator(_quantity), WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string"}]})
]


def unique(*keys: tuple[str, Any]) -> AfterValidator:
    """Items that must differ in these fields (with their defaults), or as wholes where none is named."""
    names = [key for key, _ in keys]
    key_of: Callable[[Any], Any]
    if not names:
        key_of = repr  # whole items may be lists or mappings
    elif any(default is not None for _, default in keys):

        def key_of(item: object) -> tuple[object, ...]:
            return tuple(default if (v := getattr(item, key)) is None else v for key, default in keys)

    else:
        key_of = attrgetter(*names)

    def check(items: list[Any]) -> list[Any]:
        if len(items) > 1 and len(set(map(key_of, items))) < len(items):
            identities = [key_of(item) for item in items]
            index = next(at for at, one in enumerate(identities) if one in identities[:at])
            double = identities[index]
            said = ", ".join(map(repr, double)) if isinstance(double, tuple) else str(double)
            context = {"said": said, "index": index}
            raise PydanticCustomError("duplicate_item", "Items should be unique, {said} is there twice", context)
        return items

    return AfterValidator(check)
