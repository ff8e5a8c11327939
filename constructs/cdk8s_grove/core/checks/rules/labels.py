"""Labels and annotations Kubernetes takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts.labels import is_label_value, is_qualified_name

_MOST_BYTES: Final = 256 * 1024
"""Of all annotations of an object together."""


@set_rule("GRV115", "labels", Severity.ERROR)
def labels(view: SetView) -> Iterator[Problem]:
    """A label or annotation is not one Kubernetes takes.

    The set's own are refused by the API server, a clique's by Grove's webhook.

    Example: a label's value with a space.

    Fix: keys are `name` or `prefix/name`, values at most 63 letters, digits, `-`, `_`, `.`.

    Source: kubernetes/apimachinery pkg/util/validation/validation.go@v0.35.0.
    """
    fix = "keys are `name` or `prefix/name`, values at most 63 letters, digits, '-', '_', '.'"
    where = [("metadata", view.source.labels, view.source.annotations)]
    where += [(clique.path, clique.labels, clique.annotations) for clique in view.source.cliques]
    for path, labels, notes in where:
        for key, value in labels.items():
            if not is_qualified_name(key) or not is_label_value(value):
                yield Problem(f"{path}.labels", f"{key!r}: {value!r} is no label", fix, "the set is refused")
        if sum(len(f"{key}{value}".encode()) for key, value in notes.items()) > _MOST_BYTES:
            message = f"the annotations have more than {_MOST_BYTES} bytes"
            yield Problem(f"{path}.annotations", message, "put what is long into a ConfigMap", "the set is refused")
        for key in notes:
            if not is_qualified_name(key.lower()):
                yield Problem(f"{path}.annotations", f"{key!r} is no annotation's key", fix, "the set is refused")
