"""What the CRDs say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from pydantic import BaseModel, ValidationError

from cdk8s_grove.core.checks.context import CheckContext
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.spec.errors import findings_of


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
        try:
            model().model_validate(dict(item.raw))
        except ValidationError as error:
            for found in findings_of(error, model()):
                yield Problem(
                    found.path, found.message, found.fix, "the API server refuses it", found.found, None, item.construct
                )


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
