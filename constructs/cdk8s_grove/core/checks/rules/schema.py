"""What the CRDs say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from cdk8s_grove.core.checks.context import CheckContext, Object
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.checks.sent import as_sent
from cdk8s_grove.core.diagnostics import Finding, Severity
from cdk8s_grove.core.facts import versions
from cdk8s_grove.core.plan.raw import mapping
from cdk8s_grove.core.spec.errors import findings_of, path_of


@input_rule("GRV101", "schema", Severity.ERROR)
def schema(context: CheckContext) -> Iterator[Problem]:
    """An object does not fit the schema of its kind.

    The API server refuses it: an unknown field, a value of the wrong type or out of its range, a missing field, an
    item twice in a list that is told apart by a key.

    Example: `spec.replica: 2` on a PodCliqueSet, `replicas: "2"`, a clique twice.

    Fix: correct the field; `cdk8s-grove import` makes typed bindings of your cluster's own CRDs.

    Source: the CRDs of Grove and KAI, and kube-apiserver's strict field validation.
    """
    for item in () if context.typed else context.objects:
        model = _MODELS.get((item.kind, str(item.raw.get("apiVersion")).partition("/")[0]))
        if model is None:
            continue
        for found in _findings(model(), item):
            # The bindings are of an older Grove than the newest.
            if found.path == "spec.updateStrategy.type" and _may_be_coherent(item, context):
                continue
            yield Problem(
                found.path, found.message, found.fix, "the API server refuses it", found.found, None, item.construct
            )


def _may_be_coherent(item: Object, context: CheckContext) -> bool:
    strategy = mapping(mapping(item.raw.get("spec")).get("updateStrategy"))
    return strategy.get("type") == "Coherent" and context.target.grove_has(versions.COHERENT)


def _findings(model: type[BaseModel], item: Object) -> list[Finding]:
    error = _error(model, dict(item.raw))
    if error is None or item.kind != "PodCliqueSet":
        return [] if error is None else findings_of(error, model)
    # An unknown field is refused even if it is null.
    unknown = {path_of(detail["loc"]) for detail in error.errors() if detail["type"] == "extra_forbidden"}
    found = [one for one in findings_of(error, model) if one.path in unknown]
    sent = _error(model, as_sent(item.raw))
    return found + [one for one in (findings_of(sent, model) if sent else ()) if one.path not in unknown]


def _error(model: type[BaseModel], value: dict[str, Any]) -> ValidationError | None:
    try:
        model.model_validate(value)
    except ValidationError as error:
        return error
    return None


def _kind(name: str) -> Callable[[], type[BaseModel]]:
    @cache
    def load() -> type[BaseModel]:
        import cdk8s_grove_crds

        model: type[BaseModel] = getattr(cdk8s_grove_crds, name)
        return model

    return load


_MODELS: Final = {
    ("PodCliqueSet", "grove.io"): _kind("PodCliqueSet"),
    ("ClusterTopologyBinding", "grove.io"): _kind("ClusterTopologyBinding"),
    ("Queue", "scheduling.run.ai"): _kind("Queue"),
}
