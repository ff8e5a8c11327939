"""Kubernetes' structural schemas as a few types; what is outside that subset is refused, never guessed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NoReturn

from pydantic_core import SchemaError, SchemaValidator, core_schema

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import InputError, finding

_SCALARS: Final = frozenset({"string", "integer", "number", "boolean"})
_RULE_TYPES: Final[dict[str, type | tuple[type, ...]]] = {
    "enum": list,
    "exclusiveMaximum": bool,
    "exclusiveMinimum": bool,
    "format": str,
    "maxLength": int,
    "maximum": (int, float),
    "minLength": int,
    "minimum": (int, float),
    "multipleOf": (int, float),
    "pattern": str,
}
_OUTSIDE: Final = (
    "$ref",
    "definitions",
    "dependencies",
    "patternProperties",
    "additionalItems",
    "id",
    "$schema",
    "discriminator",
)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, integer, number or boolean.

    Attributes:
        kind: The JSON type, or `int-or-string`.
        rules: The schema's own words that bind its values: format, pattern, bounds, enum.
    """

    kind: str
    rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; `keys` are the fields its items must differ in, `unique` whether they must differ as wholes."""

    item: SchemaType
    min_items: int | None
    max_items: int | None
    keys: tuple[str, ...]
    unique: bool


@dataclass(frozen=True, slots=True)
class MapOf:
    """A mapping from any string to one type."""

    value: SchemaType


@dataclass(frozen=True, slots=True)
class AnyJson:
    """Whatever JSON holds: the schema says so by x-kubernetes-preserve-unknown-fields."""

    kind: str


@dataclass(frozen=True, slots=True)
class Property:
    """A field of an object."""

    name: str
    type: SchemaType
    required: bool
    nullable: bool
    default: Any
    doc: str


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """An object with fields of its own.

    Attributes:
        properties: In the schema's order.
        is_open: Whether unknown fields are kept.
        doc: The description.
        shape: What makes two objects the same structure: everything but descriptions.
    """

    properties: tuple[Property, ...]
    is_open: bool
    doc: str
    shape: str = field(repr=False)


SchemaType = Scalar | ListOf | MapOf | AnyJson | ObjectOf


def parse(schema: object, path: str) -> SchemaType:
    """A schema as a type.

    Args:
        schema: The schema as it stands in a CRD.
        path: Where it stands, for errors.

    Raises:
        InputError: It uses something outside the structural subset (GRV081).
    """
    if not isinstance(schema, Mapping):
        _refuse(path, f"a schema is a mapping, not {type(schema).__name__}")
    for word in _OUTSIDE:
        if word in schema:
            _refuse(path, f"{word!r} is not part of a structural schema")
    if schema.get("x-kubernetes-int-or-string"):
        if not isinstance(schema.get("pattern", ""), str):
            _refuse(path, f"pattern is {schema['pattern']!r}")
        if "pattern" in schema:
            _check_pattern(schema["pattern"], path, by_python=True)
        return Scalar("int-or-string", {k: schema[k] for k in ("pattern",) if k in schema})
    kind = schema.get("type")
    if kind is None:
        if schema.get("x-kubernetes-preserve-unknown-fields"):
            return AnyJson("any")
        _refuse(path, "it has no type")
    if not isinstance(kind, str):
        _refuse(path, f"{kind!r} is not one type")
    if kind in _SCALARS:
        return _scalar(schema, kind, path)
    if kind == "array":
        return _list(schema, path)
    if kind != "object":
        _refuse(path, f"{kind!r} is not a type")
    return _object(schema, path)


def _scalar(schema: Mapping[str, Any], kind: str, path: str) -> Scalar:
    rules = {word: schema[word] for word in _RULE_TYPES if word in schema}
    for word, value in rules.items():
        if not isinstance(value, _RULE_TYPES[word]) or (isinstance(value, bool) and _RULE_TYPES[word] is not bool):
            _refuse(path, f"{word} is {value!r}")
    if rules.get("enum") == []:
        _refuse(path, "its enum is empty")
    if schema.get("nullable") and None in rules.get("enum", ()):
        rules["enum"] = [value for value in rules["enum"] if value is not None]
        if not rules["enum"]:
            _refuse(path, "its enum holds nothing but null", fix=_NOT_HERE)
    for value in rules.get("enum", ()):
        if isinstance(value, bool) or not isinstance(value, str | int):
            _refuse(path, f"the enum value {value!r} is neither text nor a whole number", fix=_NOT_HERE)
    if "pattern" in rules:
        _check_pattern(rules["pattern"], path)
    for word in ("minLength", "maxLength"):
        if rules.get(word, 0) < 0:
            _refuse(path, f"{word} is {rules[word]}")
    if rules.get("multipleOf", 1) <= 0:
        _refuse(path, f"multipleOf is {rules['multipleOf']}")
    return Scalar(kind, _whole_rules(rules, path) if kind == "integer" else rules)


def _whole_rules(rules: dict[str, Any], path: str) -> dict[str, Any]:
    """The rules of an integer, whose bounds may be fractions, as whole numbers that say the same."""
    rules = dict(rules)
    for word, to_whole in (("minimum", math.ceil), ("maximum", math.floor)):
        bound = rules.get(word)
        if bound is None:
            continue
        if not math.isfinite(bound):
            _refuse(path, f"{word} is {bound}")
        rules[word] = to_whole(bound)
        if rules[word] != bound:
            rules.pop(f"exclusive{word.capitalize()}", None)  # the bound itself is no integer
        if not -(2**63) <= rules[word] < 2**63:
            if (rules[word] > 0) == (word == "minimum"):
                _refuse(path, f"{word} is {bound}, and no integer of 64 bits reaches that")
            del rules[word]
    if "multipleOf" in rules:
        # What is a whole multiple of p/q, in lowest terms, and an integer is a multiple of p.
        step = Fraction(str(rules.pop("multipleOf"))).numerator
        if step > 1:
            rules["multipleOf"] = step
    return rules


def _check_pattern(pattern: object, path: str, *, by_python: bool = False) -> None:
    """Patterns are Go's; pydantic's engine is of the same family and takes the same ones.

    Where a value may be a number or a text, Python's own engine has to check it (`by_python`).
    """
    try:
        SchemaValidator(core_schema.str_schema(pattern=str(pattern)))
        if by_python:
            re.compile(str(pattern))
    except (SchemaError, re.error):
        _refuse(path, f"the pattern {pattern!r} is not one that Python's engines take too", fix=_NOT_HERE)


def _list(schema: Mapping[str, Any], path: str) -> ListOf:
    if "items" not in schema:
        _refuse(path, "a list without items")
    for word in ("minItems", "maxItems"):
        bound = schema.get(word, 0)
        if isinstance(bound, bool) or not isinstance(bound, int) or bound < 0:
            _refuse(path, f"{word} is {schema[word]!r}")
    keys = schema.get("x-kubernetes-list-map-keys", [])
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        _refuse(path, f"x-kubernetes-list-map-keys is {keys!r}")
    kind = schema.get("x-kubernetes-list-type")
    item = parse(schema["items"], f"{path}[]")
    if kind == "map" and not (
        isinstance(item, ObjectOf) and keys and {*keys} <= {field.name for field in item.properties}
    ):
        _refuse(path, f"its items do not have the keys {keys!r} that tell them apart")
    return ListOf(
        item,
        schema.get("minItems"),
        schema.get("maxItems"),
        tuple(keys) if kind == "map" else (),
        kind == "set" or bool(schema.get("uniqueItems")),
    )


def _object(schema: Mapping[str, Any], path: str) -> SchemaType:
    properties, additional = schema.get("properties") or {}, schema.get("additionalProperties")
    is_open = bool(schema.get("x-kubernetes-preserve-unknown-fields"))
    if schema.get("x-kubernetes-embedded-resource") and not properties:
        return AnyJson("object")
    if properties and additional not in (None, False):
        _refuse(path, "an object has properties or additionalProperties, not both")
    if isinstance(additional, Mapping):
        return MapOf(parse(additional, f"{path}{{}}"))
    if additional is True or (is_open and not properties):
        return AnyJson("object")
    if not isinstance(properties, Mapping) or not all(isinstance(name, str) for name in properties):
        _refuse(path, "properties are a mapping from names to schemas")
    required = schema.get("required") or []
    if not isinstance(required, list):
        _refuse(path, f"required is {required!r}")
    fields = tuple(
        Property(
            name,
            parse(below, f"{path}.{name}"),
            name in required,
            bool(below.get("nullable")),
            below.get("default"),
            str(below.get("description", "")),
        )
        for name, below in properties.items()
    )
    return ObjectOf(fields, is_open, str(schema.get("description", "")), _shape(schema))


def _shape(schema: object) -> str:
    return json.dumps(_without_descriptions(schema), sort_keys=True)


def _without_descriptions(schema: object, *, names: bool = False) -> object:
    """The schema without its descriptions; below `properties` the keys are names, not words."""
    if isinstance(schema, Mapping):
        return {
            key: _without_descriptions(value, names=not names and key == "properties")
            for key, value in schema.items()
            if names or key != "description"
        }
    if isinstance(schema, list):
        return [_without_descriptions(item) for item in schema]
    return schema


_NOT_HERE: Final = "say it another way in the CRD; the API server takes it, but no class can be made of it here"


def _refuse(
    path: str, what: str, *, fix: str = "correct the CRD; the API server refuses such a schema too"
) -> NoReturn:
    raise InputError(
        [
            finding(
                catalog.BAD_CRD,
                f"the schema of {path} cannot become a class: {what}",
                path=path,
                why="only Kubernetes' structural schemas say exactly what the API server takes",
                fix=fix,
            )
        ]
    )
