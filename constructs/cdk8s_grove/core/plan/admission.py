"""A PodCliqueSet as the API server keeps it: the schema's defaults, the webhook's, and Go's ways of writing."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from cdk8s_grove.core.facts import defaults, durations, names
from cdk8s_grove.core.plan.raw import mapping, mappings

Json = dict[str, Any]


def stored(manifest: Mapping[str, Any]) -> Json:
    """The set after admission; what is of a wrong type is left as it is.

    Source: the admission recordings, which hold each accepted manifest as it was kept.
    """
    kept = copy.deepcopy(dict(manifest))
    for path, value in defaults.schema_defaults():
        _complete(kept, path, value)
    for metadata in _each(kept, "metadata"):
        for field in ("labels", "annotations"):
            if not metadata.get(field, True):
                del metadata[field]
        _unless_set(metadata, "namespace", names.DEFAULT_NAMESPACE)
    for template in _each(kept, "spec.template"):
        _template(template)
    for path, value in (*defaults.pod_defaults(), *defaults.zero_values()):
        _complete(kept, path, value)
    return kept


def _template(template: Json) -> None:
    for spec in _each(template, "cliques.*.spec"):
        asked = spec.get("replicas") or 0
        spec["replicas"] = asked or 1
        # Of what was asked for, before the default: a clique that asks for 0 pods is refused for it.
        _unless_set(spec, "minAvailable", asked)
        for scaling in _each(spec, "autoScalingConfig"):
            _unless_set(scaling, "minReplicas", asked)
    for group in _each(template, "podCliqueScalingGroups.*"):
        for scaling in _each(group, "scaleConfig"):
            _unless_set(scaling, "minReplicas", group.get("replicas"))
    delay = template.get("terminationDelay")
    if delay is None:
        template["terminationDelay"] = defaults.TERMINATION_DELAY
    elif isinstance(delay, str):
        template["terminationDelay"] = _as_go_writes(delay)
    _unless_set(template, "headlessServiceConfig", {"publishNotReadyAddresses": True})


def _as_go_writes(delay: str) -> str:
    try:
        return durations.as_go_writes(durations.parse_duration(delay))
    except ValueError:
        return delay  # refused by the webhook


def _complete(node: Json, path: str, value: object) -> None:
    parent, _, field = path.rpartition(".")
    for found in _each(node, parent):
        _unless_set(found, field, value)


def _unless_set(fields: Json, field: str, value: object) -> None:
    if fields.get(field) is None:
        fields[field] = copy.copy(value)


def _each(node: object, path: str) -> Iterator[Json]:
    """Every mapping that stands at the path."""
    first, _, rest = path.partition(".")
    for child in mappings(node) if first == "*" else (mapping(node).get(first),):
        if rest:
            yield from _each(child, rest)
        else:
            yield from mappings([child])
