"""Why the API server would refuse the autoscaler Grove makes.

Source: kubernetes/kubernetes pkg/apis/autoscaling/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.plan.amounts import amount
from cdk8s_grove.core.plan.raw import mapping, mappings

_FIELDS: Final = {
    "ContainerResource": "containerResource",
    "External": "external",
    "Object": "object",
    "Pods": "pods",
    "Resource": "resource",
}
_TARGETS: Final = ("Utilization", "Value", "AverageValue")
Reason = tuple[str, str]


def metric_problems(scaling: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """What is wrong with an autoscaler's metrics, as (path, reason)."""
    for index, metric in enumerate(mappings(scaling.get("metrics"))):
        yield from _metric(metric, f"{path}.metrics[{index}]")


def _metric(metric: Mapping[str, Any], at: str) -> Iterator[Reason]:
    kind = metric.get("type") or ""
    field = _FIELDS.get(str(kind))
    if field is None:
        yield f"{at}.type", f"a metric is of type {', '.join(_FIELDS)}, not {kind or 'left out'}"
        return
    for other in _FIELDS.values():
        if other != field and metric.get(other) is not None:
            yield f"{at}.{other}", f"a metric of type {kind} has only {field}"
    source = metric.get(field)
    if not isinstance(source, dict):
        yield f"{at}.{field}", f"a metric of type {kind} needs {field}"
        return
    yield from _source(mapping(metric.get(field)), field, f"{at}.{field}")


def _source(source: Mapping[str, Any], field: str, at: str) -> Iterator[Reason]:
    target = mapping(source.get("target"))
    if field in ("resource", "containerResource"):
        if not source.get("name"):
            yield f"{at}.name", "the metric names no resource"
        if field == "containerResource" and not source.get("container"):
            yield f"{at}.container", "the metric names no container"
    else:
        name = mapping(source.get("metric")).get("name")
        if not name or "/" in str(name) or "%" in str(name) or name in (".", ".."):
            yield f"{at}.metric.name", f"{name or ''!r} is no name of a metric"
    if field == "object":
        described = mapping(source.get("describedObject"))
        for part in ("apiVersion", "kind", "name"):
            if not described.get(part):
                yield f"{at}.describedObject.{part}", f"the metric's object has no {part}"
    yield from _target(target, field, f"{at}.target")


def _target(target: Mapping[str, Any], field: str, at: str) -> Iterator[Reason]:
    kind = target.get("type") or ""
    if kind not in _TARGETS:
        yield f"{at}.type", f"a target is of type {', '.join(_TARGETS)}, not {kind or 'left out'}"
    share, average, value = (target.get(name) for name in ("averageUtilization", "averageValue", "value"))
    if isinstance(share, int) and share < 1:
        yield f"{at}.averageUtilization", f"a share of {share} % is never reached"
    for name, stated in (("averageValue", average), ("value", value)):
        known = amount(stated)
        if known is not None and known <= 0:
            yield f"{at}.{name}", f"a target is above 0, not {stated}"
    if field in ("resource", "containerResource"):
        if share is None and average is None:
            yield f"{at}.averageUtilization", "the target has neither averageUtilization nor averageValue"
        elif share is not None and average is not None:
            yield f"{at}.averageValue", "the target has both averageUtilization and averageValue"
    elif field == "pods":
        if average is None:
            yield f"{at}.averageValue", "the target has no averageValue"
    elif value is None and average is None:
        yield f"{at}.averageValue", "the target has neither value nor averageValue"
    elif value is not None and average is not None and field == "external":
        yield f"{at}.value", "the target has both value and averageValue"
