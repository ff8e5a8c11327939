"""pydantic's errors as findings: our codes, the user's path, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, cast, get_args, get_origin

from pydantic import BaseModel

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding, join_path

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

Loc = tuple[int | str, ...]

_CODES = {code.code: code for code in catalog.CODES}
_BOUNDS = {
    "greater_than_equal": ("of at least", "ge"),
    "greater_than": ("above", "gt"),
    "less_than_equal": ("of at most", "le"),
    "less_than": ("below", "lt"),
}
_TYPES = {
    "bool_type": "true or false",
    "dict_type": "a mapping",
    "float_type": "a number",
    "int_type": "a whole number, unquoted",
    "list_type": "a list",
    "model_type": "a mapping, or the model itself",
    "string_type": "text (quote it in YAML)",
    "tuple_type": "a list",
}
_METRICS = ("Resource", "Pods", "External", "Object")
_WHAT_IS_MISSING = {
    "leader": (
        catalog.MISSING_LEADER,
        "the phase has no leader clique",
        "every copy needs a rank 0 whose address the others use",
        "add a leader: LeaderClique(phase, ..., pod=...), or `leader:` in a spec file",
    ),
    "phases": (
        catalog.NO_PHASES,
        "the replica has no phase",
        "a set without cliques is refused",
        "add at least one phase",
    ),
    "queue": (
        catalog.MISSING_QUEUE,
        "no queue is given",
        "Grove's webhook refuses a set for kai-scheduler without a queue",
        "name a KAI leaf queue",
    ),
}


def path_of(loc: Loc) -> str:
    """`("phases", 1, "name")` as `phases[1].name`."""
    path = ""
    for part in loc:
        path = f"{path}[{part}]" if isinstance(part, int) else join_path(path, part)
    return path


def shown(value: object) -> str:
    """A value as a person wants to see it: Python's repr, at most 80 characters."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def closest(word: str, words: Sequence[str]) -> str:
    """`; did you mean 'x'?` for the known word nearest to `word`, or nothing."""
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def findings_of(error: ValidationError, model: type[BaseModel]) -> list[Finding]:
    """Every problem of a ValidationError, as findings with paths below `model`."""
    details = error.errors(include_url=False)
    broken = {detail["loc"] for detail in details}
    return [
        _finding_of(detail, model)
        for detail in details
        # A sequence whose item is broken is also reported as too short: that is no news.
        if not (detail["type"] == "too_short" and any(_is_below(loc, detail["loc"]) for loc in broken))
    ]


def _is_below(loc: Loc, prefix: Loc) -> bool:
    return len(loc) > len(prefix) and loc[: len(prefix)] == prefix


def _finding_of(detail: ErrorDetails, model: type[BaseModel]) -> Finding:
    kind, loc = detail["type"], _without_function_names(detail["loc"])
    path, context = path_of(loc), detail.get("ctx", {})
    if kind == "duplicate_item" and "index" in context:
        path = f"{path}[{context['index']}]"  # the second of the two
    in_pod = "pod" in loc[:-1]
    if kind in _CODES:
        path = join_path(path, context["field"])
        return finding(
            _CODES[kind],
            f"{path or 'the value'} {context['message']}",
            path=path,
            why=context["why"],
            found="" if context["field"] else _found(detail, loc),
            fix=context["fix"],
        )
    if kind == "extra_forbidden":
        known = _fields_at(model, loc[:-1])
        return finding(
            catalog.INVALID_POD if in_pod else catalog.UNKNOWN_OPTION,
            f"{loc[-1]!r} is not known here{closest(str(loc[-1]), known)}",
            path=path,
            found=_found(detail, loc),
            fix=f"known: {', '.join(sorted(known))}" if known and len(known) <= 20 else "remove it or correct its name",
        )
    name = loc[-1] if loc else ""
    if (kind == "missing" or (kind == "too_short" and name == "phases")) and name in _WHAT_IS_MISSING and not in_pod:
        code, message, why, fix = _WHAT_IS_MISSING[str(name)]
        return finding(code, message, path=path, why=why, fix=fix)
    return finding(
        catalog.INVALID_POD if in_pod else catalog.INVALID_OPTION,
        f"{path or 'the value'} is missing" if kind == "missing" else f"{path or 'the value'}: {_said(detail)}",
        path=path,
        found="" if kind == "missing" else _found(detail, loc),
        why="the API server refuses such a pod" if in_pod else "",
        fix=f"give {name!r}" if kind == "missing" else _fix(detail),
    )


def _without_function_names(loc: Loc) -> Loc:
    """Pydantic names validators and union branches in `loc` (`function-after[...]`): not the user's words."""
    named = tuple(part for part in loc if not (isinstance(part, str) and part.endswith((")", "]"))))
    return tuple(part for index, part in enumerate(named) if not _is_tag(part, named[:index]))


def _is_tag(part: int | str, before: Loc) -> bool:
    """Whether it is which kind of metric there is, which pydantic puts into the path and the user did not."""
    return part in _METRICS and before[-2:-1] == ("metrics",)


def _said(detail: ErrorDetails) -> str:
    if detail["type"] in ("union_tag_invalid", "union_tag_not_found"):
        return "is no metric"
    message = detail["msg"]
    return message[0].lower() + message[1:]


def _fix(detail: ErrorDetails) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "literal_error":
        return f"use {context['expected']}"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return "give a metric, or a mapping whose type is one of " + ", ".join(_METRICS)
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        return f"give a number {words} {context[key]}"
    if kind in _TYPES:
        return f"give {_TYPES[kind]}"
    return "correct the value"


def _found(detail: ErrorDetails, loc: Loc) -> str:
    """What the user wrote, but never the value of an environment variable, misspelled or not: it may be a secret."""
    value: Any = detail["input"]
    if "env" in loc[:-1] and loc[-1] != "name":
        return f"a value of type {type(value).__name__} (not shown)"
    many = isinstance(value, Mapping | list | tuple | BaseModel)
    return f"a {type(cast('object', value)).__name__}" if many else shown(value)


def _fields_at(model: type[BaseModel], loc: Loc) -> list[str]:
    """The options known at `loc` below `model`, by the names the user writes."""
    at: object = model
    for part in loc:
        fields = _model_fields(at)
        if isinstance(part, str) and part in fields:
            at = fields[part]
        else:
            arguments = [a for a in get_args(_bare(at)) if a is not Ellipsis]
            at = arguments[-1] if arguments else None
    return list(_model_fields(at))


def _model_fields(annotation: object) -> dict[str, object]:
    annotation = _bare(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {f.alias or name: f.annotation for name, f in annotation.model_fields.items()}
    return {}


def _bare(annotation: object) -> object:
    """`Annotated[X, ...]` and `X | None` as X."""
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation = get_args(annotation)[0]
        elif origin in (Union, UnionType):
            options = [a for a in get_args(annotation) if a is not type(None)]
            if len(options) != 1:
                return annotation
            annotation = options[0]
        else:
            return annotation
