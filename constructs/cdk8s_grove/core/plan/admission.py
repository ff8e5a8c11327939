"""A PodCliqueSet as the API server keeps it: the schema's defaults, the webhook's, and Go's ways of writing."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, cast

from cdk8s_grove.core.facts import defaults, durations, names
from cdk8s_grove.core.plan.raw import items, mapping, mappings

Json = dict[str, Any]


def stored(manifest: Mapping[str, Any]) -> Json:
    """The set after admission; what is of a wrong type is left as it is. It shares with the manifest what is the same.

    Source: the admission recordings, which hold each accepted manifest as it was kept.
    """
    kept = _completed(_owned(manifest, _WRITTEN), _by_schema())
    for metadata in _each(kept, "metadata"):
        for name in ("labels", "annotations"):
            if not metadata.get(name, True):
                del metadata[name]
        if _is_blank(metadata.get("namespace")):
            metadata["namespace"] = names.DEFAULT_NAMESPACE
    for template in _each(kept, "spec.template"):
        _template(template)
    return _completed(kept, _by_webhook())


def _template(template: Json) -> None:
    for spec in _each(template, "cliques.*.spec"):
        asked = spec.get("replicas") or 0
        spec["replicas"] = asked or 1
        # Of what was asked for, before the default: a clique that asks for 0 pods is refused for it.
        _unless_set(spec, "minAvailable", asked)
        for scaling in _each(spec, "autoScalingConfig"):
            _unless_set(scaling, "minReplicas", asked)
        pod = mapping(spec.get("podSpec"))
        if "restartPolicy" in pod and _is_blank(pod["restartPolicy"]):
            spec["podSpec"] = {**pod, "restartPolicy": defaults.RESTART_POLICY}
    for group in _each(template, "podCliqueScalingGroups.*"):
        for scaling in _each(group, "scaleConfig"):
            _unless_set(scaling, "minReplicas", group.get("replicas"))
    delay = template.get("terminationDelay")
    if delay is None:
        template["terminationDelay"] = defaults.TERMINATION_DELAY
    elif isinstance(delay, str):
        template["terminationDelay"] = _as_go_writes(delay)
    _unless_set(template, "headlessServiceConfig", {"publishNotReadyAddresses": True})


def _is_blank(value: object) -> bool:
    """Whether the webhook takes a text as left out.

    Source: ai-dynamo/grove operator/internal/utils/miscellaneous.go@fcc3b3bb, IsEmptyStringType.
    """
    return value is None or (isinstance(value, str) and not value.strip())


def _as_go_writes(delay: str) -> str:
    try:
        return durations.as_go_writes(durations.parse_duration(delay))
    except ValueError:
        return delay  # refused by the webhook


_WRITTEN: Final[Json] = {
    "metadata": {},
    "spec": {
        "template": {
            "cliques": {"*": {"spec": {"autoScalingConfig": {}}}},
            "podCliqueScalingGroups": {"*": {"scaleConfig": {}}},
        }
    },
}
"""Where `stored` and `_template` write."""


def _owned(node: Mapping[str, Any], shape: Json) -> Json:
    """A mapping copied as far down as the shape goes, and shared below."""
    made = dict(node)
    for name, below in shape.items():
        child: object = made.get(name)
        if "*" in below and isinstance(child, list):
            each: list[object] = items(cast("object", child))
            made[name] = [_owned(mapping(item), below["*"]) if item.__class__ is dict else item for item in each]
        elif isinstance(child, dict):
            made[name] = _owned(mapping(cast("object", child)), below)
    return made


@dataclass(slots=True)
class _Defaults:
    """What to write into a mapping that leaves it out, and what to write into what is below it."""

    values: dict[str, object] = field(default_factory=dict[str, object])
    below: dict[str, _Defaults] = field(default_factory=dict[str, "_Defaults"])


@cache
def _by_schema() -> _Defaults:
    return _gathered(defaults.schema_defaults())


@cache
def _by_webhook() -> _Defaults:
    return _gathered((*defaults.pod_defaults(), *defaults.zero_values()))


def _gathered(paths: Iterable[tuple[str, object]]) -> _Defaults:
    """One tree of them all, so that a manifest is walked once."""
    root = _Defaults()
    for path, value in paths:
        *parents, name = path.split(".")
        node = root
        for parent in parents:
            node = node.below.setdefault(parent, _Defaults())
        node.values[name] = value
    return root


def _completed(node: Json, tree: _Defaults) -> Json:
    """A mapping with its defaults: itself if none is missing, else a copy that shares what is complete."""
    made = node
    for name, value in tree.values.items():
        if node.get(name) is None:
            made = dict(node) if made is node else made
            made[name] = copy.copy(value)
    for name, below in tree.below.items():
        child = made.get(name)
        if isinstance(child, dict):
            whole: object = _completed(mapping(cast("object", child)), below)
        elif isinstance(child, list) and "*" in below.below:
            whole = _completed_items(items(cast("object", child)), below.below["*"])
        else:
            continue
        if whole is not child:
            made = dict(node) if made is node else made
            made[name] = whole
    return made


def _completed_items(old: list[object], each: _Defaults) -> list[object]:
    # Most items of the long lists, variables above all, have nothing that has defaults.
    return [
        _completed(mapping(cast("object", item)), each)
        if isinstance(item, dict) and (each.values or not each.below.keys().isdisjoint(cast("Json", item)))
        else item
        for item in old
    ]


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
