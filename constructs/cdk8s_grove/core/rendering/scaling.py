"""Autoscalers: of units an object beside the set, of a phase a part of its scaling group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cdk8s_grove.core.layout.scaling import scaled_by
from cdk8s_grove.core.spec.metrics import Metric, ObjectMetric, ResourceMetric
from cdk8s_grove.core.spec.replica import ReplicaOptions, ReplicaSpec
from cdk8s_grove.core.spec.scaling import Pace, PhaseScaling, Trigger, UnitScaling

Document = dict[str, Any]
API_VERSIONS = {"HorizontalPodAutoscaler": "autoscaling/v2", "ScaledObject": "keda.sh/v1alpha1"}


def autoscaler_kind(scaling: UnitScaling) -> str:
    """The kind of the object that scales units."""
    return "ScaledObject" if scaling.autoscaler == "keda" else "HorizontalPodAutoscaler"


def autoscalers(spec: ReplicaSpec) -> Iterator[Document]:
    """The autoscaler of the units, if there is one."""
    if spec.scaling is not None:
        yield render_autoscaler(spec, spec.scaling)


def render_autoscaler(spec: ReplicaOptions, scaling: UnitScaling) -> Document:
    """A HorizontalPodAutoscaler or a ScaledObject, of the set's name and namespace."""
    kind = autoscaler_kind(scaling)
    metadata = {"name": spec.name} | ({} if spec.namespace is None else {"namespace": spec.namespace})
    scaled = scaled_by(spec)
    target = {"apiVersion": "grove.io/v1alpha1", "kind": scaled.kind, "name": scaled.name}
    behavior = {name: _pace(pace) for name, pace in (("scaleUp", scaling.up), ("scaleDown", scaling.down)) if pace}
    body: Document = {"scaleTargetRef": target}
    if kind == "ScaledObject":
        body |= {"minReplicaCount": scaling.min, "maxReplicaCount": scaling.max}
        body["triggers"] = [_trigger(trigger) for trigger in scaling.triggers]
        if behavior:
            body["advanced"] = {"horizontalPodAutoscalerConfig": {"behavior": behavior}}
    else:
        body |= {"minReplicas": scaling.min, "maxReplicas": scaling.max}
        body["metrics"] = [_metric(metric) for metric in scaling.metrics]
        if behavior:
            body["behavior"] = behavior
    return {"apiVersion": API_VERSIONS[kind], "kind": kind, "metadata": metadata, "spec": body}


def render_scale_config(scaling: PhaseScaling, floor: int) -> Document:
    """The `scaleConfig` of a phase's scaling group."""
    least = floor if scaling.min is None else scaling.min
    metrics = [_metric(metric) for metric in scaling.metrics]
    return {"minReplicas": least, "maxReplicas": scaling.max, "metrics": metrics}


def _pace(pace: Pace) -> Document:
    rules: Document = {}
    if pace.window is not None:
        rules["stabilizationWindowSeconds"] = int(pace.window.total_seconds())
    if pace.step is not None and pace.period is not None:
        seconds = int(pace.period.total_seconds())
        # "Pods" is the word for replicas of whatever is scaled.
        rules["policies"] = [{"type": "Pods", "value": pace.step, "periodSeconds": seconds}]
    return rules


def _trigger(trigger: Trigger) -> Document:
    document: Document = {"type": trigger.type, "metadata": dict(sorted(trigger.metadata.items()))}
    if trigger.metric_type is not None:
        document["metricType"] = trigger.metric_type
    if trigger.authentication is not None:
        document["authenticationRef"] = {"name": trigger.authentication}
    return document


def _metric(metric: Metric) -> Document:
    if isinstance(metric, ResourceMetric):
        if metric.utilization is not None:
            target: Document = {"type": "Utilization", "averageUtilization": metric.utilization}
        else:
            target = {"type": "AverageValue", "averageValue": metric.average}
        if metric.container is None:
            return {"type": "Resource", "resource": {"name": metric.name, "target": target}}
        resource = {"name": metric.name, "container": metric.container, "target": target}
        return {"type": "ContainerResource", "containerResource": resource}
    identity: Document = {"name": metric.name}
    if metric.labels:
        identity["selector"] = {"matchLabels": dict(sorted(metric.labels.items()))}
    source: Document = {}
    if isinstance(metric, ObjectMetric):
        source["describedObject"] = {
            "apiVersion": metric.api_version,
            "kind": metric.kind,
            "name": metric.object_name,
        }
    value = getattr(metric, "value", None)
    target = {"type": "Value", "value": value} if value else {"type": "AverageValue", "averageValue": metric.average}
    return {"type": metric.type, metric.type.lower(): source | {"metric": identity, "target": target}}
