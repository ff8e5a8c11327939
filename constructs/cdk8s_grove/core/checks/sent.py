"""A PodCliqueSet as the API server hands it to its schema: what it drops, fills in and reads otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from cdk8s_grove.core.plan.raw import items, mapping

_QUANTITIES: Final = frozenset({"limits", "overhead", "requests"})
"""Fields whose values are quantities, which may be written as fractions."""

_QUANTITY: Final = frozenset({"averageValue", "divisor", "sizeLimit"})


def as_sent(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The set before the schema is asked.

    Fields that are null count as left out, a whole number may be written as `2.0`, a quantity as `0.5`, and a status is
    not looked at. The webhook fills in what is a structure in Go, so a clique without a pod lacks containers.

    Source: kubernetes/apiextensions-apiserver pkg/apiserver/schema/defaulting/prunenulls.go@v0.35.0; ai-dynamo/grove
    operator/internal/webhook/admission/pcs/defaulting/handler.go@fcc3b3bb.
    """
    sent: dict[str, Any] = _without_nulls(manifest)
    if not isinstance(sent.get("status", {}), dict):
        del sent["status"]
    template = mapping(sent.setdefault("spec", {})).get("template")
    for clique in items(mapping(template).get("cliques")):
        if isinstance(clique, dict):
            spec = mapping(cast("object", clique)).setdefault("spec", {})
            mapping(spec).setdefault("podSpec", {})
    return sent


def _without_nulls(value: object, name: str = "") -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        quantities = name in _QUANTITIES
        return {
            key: _number(child, quantity=quantities or key in _QUANTITY)
            if child.__class__ is float
            else child
            if child.__class__ is str
            else _without_nulls(child, key)
            for key, child in fields.items()
            if child is not None
        }
    if isinstance(value, list):
        each = cast("list[object]", value)
        return [item if item.__class__ is str else _without_nulls(item) for item in each]
    return _number(value, quantity=False) if isinstance(value, float) else value


def _number(value: object, *, quantity: bool) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return str(value) if quantity else value
