"""Classes as Python source, the same bytes for the same schemas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final

from cdk8s_grove.bindings.docs import docstring
from cdk8s_grove.bindings.kinds import kinds_of
from cdk8s_grove.bindings.naming import Class, attribute_names, name_classes
from cdk8s_grove.bindings.schema import AnyJson, ListOf, MapOf, ObjectOf, Property, Scalar, SchemaType

MARKER: Final = "# Made by `cdk8s-grove import`; make it anew instead of changing it."
_FIRST: Final = ("apiVersion", "kind", "metadata", "name", "namespace", "image", "command", "args")
_QUANTITY: Final = "([KMGTPE]i)|[numkMGTPE]"


def generate(crds: Iterable[Mapping[str, Any]], *, package: str, docs: bool = True) -> dict[str, str]:
    """A bindings package as source.

    Args:
        crds: CustomResourceDefinitions (apiextensions.k8s.io/v1), in any order.
        package: The package's import name.
        docs: Whether descriptions become docstrings.

    Returns:
        Relative path -> text: the package's `__init__.py`, a module for each group and version, and what
        they share.

    Raises:
        InputError: A schema outside Kubernetes' structural subset (GRV081).
    """
    kinds = [kind for crd in crds for kind in kinds_of(crd)]
    stored = name_classes(kind for kind in kinds if kind.is_stored)
    texts = _modules(stored, package, docs=docs)
    # A version that is served but not stored is complete in its own module, and has names of its own there.
    for module in sorted(
        {kind.module for kind in kinds if not kind.is_stored} - {kind.module for kind in kinds if kind.is_stored}
    ):
        classes = name_classes(kind for kind in kinds if kind.module == module)
        texts |= _modules([replace(one, module=module) for one in classes], package, docs=docs)
    texts["__init__.py"] = _init(package, stored)
    texts["_runtime.py"] = f"{MARKER}\n{files('cdk8s_grove.bindings').joinpath('runtime.py').read_text('utf-8')}"
    texts["py.typed"] = ""
    return dict(sorted(texts.items()))


def _modules(classes: list[Class], package: str, *, docs: bool) -> dict[str, str]:
    by_shape = {one.type.shape: one for one in classes if one.kind is None}
    return {
        f"{module}.py": _Module(module, package, classes, by_shape, docs=docs).text()
        for module in sorted({one.module for one in classes})
    }


class _Module:
    """One module's text; collects what it uses on the way."""

    def __init__(
        self, name: str, package: str, classes: list[Class], by_shape: Mapping[str, Class], *, docs: bool
    ) -> None:
        self._own = [one for one in classes if one.module == name]
        self._name, self._package, self._by_shape, self._docs = name, package, by_shape, docs
        self._runtime: set[str] = set()
        self._typing: set[str] = set()
        self._elsewhere: dict[str, str] = {}

    def text(self) -> str:
        bodies = [line for one in self._own for line in self._class(one)]
        lines = [MARKER, "", "from __future__ import annotations", ""]
        typing = sorted(
            {*self._typing, *({"TYPE_CHECKING"} if self._elsewhere else ())}, key=lambda n: (not n.isupper(), n)
        )
        if typing:
            lines += [f"from typing import {', '.join(typing)}", ""]
        if self._runtime:
            lines += [f"from {self._package}._runtime import {', '.join(sorted(self._runtime))}", ""]
        if self._elsewhere:
            lines.append("if TYPE_CHECKING:")
            homes: dict[str, list[str]] = {}
            for name, home in sorted(self._elsewhere.items()):
                homes.setdefault(home, []).append(name)
            for home, names in sorted(homes.items()):
                lines += [f"    from {home} import (", *(f"        {name}," for name in names), "    )"]
            lines += ["", "_REFERENCES = {"]
            lines += [f'    "{name}": "{home}",' for name, home in sorted(self._elsewhere.items())]
            lines += ["}", ""]
        return "\n".join([*lines, *bodies]).rstrip("\n") + "\n"

    def _class(self, one: Class) -> list[str]:
        base = "Resource" if one.kind else "Model"
        self._runtime.add(base)
        lines = ["", f"class {one.name}({base}{', extra=' + _text('allow') if one.type.is_open else ''}):"]
        body = docstring(one.type.doc, "    ") if self._docs else []
        attributes = attribute_names(one.type)
        order = {name: at for at, name in enumerate(_FIRST)}
        for field in sorted(one.type.properties, key=lambda field: order.get(field.name, len(order))):
            body += [""] if body and body[-1].endswith('"""') else []
            body += self._field(field, attributes[field.name], one)
        lines += body or ["    pass"]
        lines += [""]
        lines += [line for alias in one.aliases for line in ("", f"{alias} = {one.name}", "")]
        return lines

    def _field(self, field: Property, attribute: str, owner: Class) -> list[str]:
        constant = self._constant(field, owner)
        if constant is not None:
            self._typing.add("Literal")
            self._runtime.add("Field")
            alias = "" if attribute == field.name else f', alias="{field.name}"'
            return [f"    {attribute}: Literal[{constant}] = Field(default={constant}{alias})"]
        type_ = self._type(field.type)
        zero = _zero(field) if owner.filled and field.required else None
        if field.nullable or not field.required:
            type_ = f"{type_} | None"
        given = [] if attribute == field.name else [f"alias={_text(field.name)}"]
        if zero is not None:
            function, given = "filled", [zero, *given]
        else:
            function, given = "Field", [*([] if field.required else ["default=None"]), *given]
        value = f" = {function}({', '.join(given)})"
        if value in (" = Field()", " = Field(default=None)"):
            value = "" if field.required else " = None"
        else:
            self._runtime.add(function)
        doc = docstring(field.doc, "    ") if self._docs else []
        return [f"    {attribute}: {type_}{value}", *doc]

    def _constant(self, field: Property, owner: Class) -> str | None:
        if owner.kind and field.name in ("apiVersion", "kind"):
            return _text(owner.kind[field.name == "kind"])
        return None

    def _type(self, type_: SchemaType) -> str:
        match type_:
            case Scalar():
                return self._scalar(type_)
            case AnyJson(kind):
                self._runtime.add("JsonValue")
                return "JsonValue" if kind == "any" else "dict[str, JsonValue]"
            case MapOf(value):
                return f"dict[str, {self._type(value)}]"
            case ListOf():
                return self._list(type_)
            case ObjectOf():
                one = self._by_shape[type_.shape]
                if one.module != self._name:
                    self._elsewhere[one.name] = f"{self._package}.{one.module}"
                return one.name

    def _list(self, type_: ListOf) -> str:
        text = f"list[{self._type(type_.item)}]"
        bounds = [("min_length", type_.min_items), ("max_length", type_.max_items)]
        limits = [f"{word}={bound}" for word, bound in bounds if bound is not None]
        rules = [f"Field({', '.join(limits)})"] if limits else []
        if type_.keys and isinstance(type_.item, ObjectOf):
            attributes = attribute_names(type_.item)
            defaults = {field.name: field.default for field in type_.item.properties}
            keys = ", ".join(
                f"({_text(attributes[key])}, {defaults[key]!r})" for key in type_.keys if key in attributes
            )
            rules.append(f"unique({keys})")
        elif type_.unique:
            rules.append("unique()")
        return self._annotated(text, rules)

    def _scalar(self, type_: Scalar) -> str:
        rules = type_.rules
        if "enum" in rules:
            self._typing.add("Literal")
            return f"Literal[{', '.join(sorted(_text(v) if isinstance(v, str) else repr(v) for v in rules['enum']))}]"
        if type_.kind == "int-or-string":
            pattern = rules.get("pattern", "")
            if _QUANTITY in pattern:
                self._runtime.add("Quantity")
                return "Quantity"
            self._runtime.add("IntOrString")
            return self._annotated("IntOrString", [f"matches({_text(pattern)})"] if pattern else [])
        limits = [f"{word}={_bound(rules[rule])}" for rule, word in _LIMITS[type_.kind] if rule in rules]
        exclusive = {"minimum": ("ge", "gt"), "maximum": ("le", "lt")}
        for rule, (inclusive, strict) in exclusive.items():
            if rules.get(f"exclusive{rule.capitalize()}") is True:
                limits = [
                    limit.replace(f"{inclusive}=", f"{strict}=", 1) if limit.startswith(f"{inclusive}=") else limit
                    for limit in limits
                ]
        base = {"string": "str", "boolean": "bool", "number": "Number", "integer": "int"}[type_.kind]
        if type_.kind == "integer":
            base = "Int32" if rules.get("format") == "int32" else "Int64"
        if base in ("Number", "Int32", "Int64"):
            self._runtime.add(base)
        return self._annotated(base, [f"Field({', '.join(limits)})"] if limits else [])

    def _annotated(self, base: str, rules: list[str]) -> str:
        if not rules:
            return base
        self._typing.add("Annotated")
        self._runtime |= {rule.partition("(")[0] for rule in rules}
        return f"Annotated[{base}, {', '.join(rules)}]"


def _zero(field: Property) -> str | None:
    """Go's zero value of a field, where the schema would take it."""
    if not isinstance(field.type, Scalar) or field.nullable:
        return None
    rules = field.type.rules
    if (
        {"enum", "pattern", "exclusiveMinimum"} & set(rules)
        or rules.get("minLength")
        or (rules.get("minimum") or 0) > 0
    ):
        return None
    return {"string": '""', "integer": "0", "number": "0", "boolean": "False"}.get(field.type.kind)


_LIMITS: Final = {
    "string": (("minLength", "min_length"), ("maxLength", "max_length"), ("pattern", "pattern")),
    "integer": (("minimum", "ge"), ("maximum", "le"), ("multipleOf", "multiple_of")),
    "number": (("minimum", "ge"), ("maximum", "le"), ("multipleOf", "multiple_of")),
    "boolean": (),
}


def _bound(value: object) -> str:
    return _text(value) if isinstance(value, str) else repr(value)


def _text(value: str) -> str:
    """A string literal in double quotes, in ASCII."""
    return '"' + "".join(_escaped(character) for character in value) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    code = ord(character)
    if 0x20 <= code < 0x7F:
        return character
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _init(package: str, classes: list[Class]) -> str:
    homes = {name: one.module for one in classes for name in (one.name, *one.aliases)}
    by_module: dict[str, list[str]] = {}
    for name, module in sorted(homes.items()):
        by_module.setdefault(module, []).append(name)
    lines = [MARKER, '"""Typed bindings of Kubernetes objects; each module is loaded when it is first used."""', ""]
    lines += ["from __future__ import annotations", "", "from importlib import import_module"]
    lines += ["from typing import TYPE_CHECKING", "", "if TYPE_CHECKING:"]
    for module, names in sorted(by_module.items()):
        lines += [f"    from {package}.{module} import (", *(f"        {name} as {name}," for name in names), "    )"]
    lines += ["", "_HOMES = {", *(f'    "{name}": "{module}",' for name, module in sorted(homes.items())), "}", ""]
    lines += ["__all__ = [", *(f'    "{name}",' for name in sorted(homes)), "]", "", ""]
    lines += [
        "def __getattr__(name: str) -> object:",
        "    if name not in _HOMES:",
        '        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")',
        '    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)',
        "    globals()[name] = value",
        "    return value",
        "",
        "",
        "def __dir__() -> list[str]:",
        "    return sorted({*globals(), *__all__})",
    ]
    return "\n".join(lines) + "\n"
