# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING

from cdk8s_grove_crds._runtime import Field, Int32, Model, Quantity, filled

if TYPE_CHECKING:
    from cdk8s_grove_crds.meta_v1 import (
        LabelSelector,
    )

_REFERENCES = {
    "LabelSelector": "cdk8s_grove_crds.meta_v1",
}


class ContainerResourceMetricSource(Model):
    name: str = filled("")
    container: str = filled("")
    target: MetricTarget


class CrossVersionObjectReference(Model):
    api_version: str | None = Field(default=None, alias="apiVersion")
    kind: str = filled("")
    name: str = filled("")


class ExternalMetricSource(Model):
    metric: MetricIdentifier
    target: MetricTarget


PodsMetricSource = ExternalMetricSource


class MetricIdentifier(Model):
    name: str = filled("")
    selector: LabelSelector | None = None


class MetricSpec(Model):
    container_resource: ContainerResourceMetricSource | None = Field(default=None, alias="containerResource")
    external: ExternalMetricSource | None = None
    object_: ObjectMetricSource | None = Field(default=None, alias="object")
    pods: ExternalMetricSource | None = None
    resource: ResourceMetricSource | None = None
    type_: str = filled("", alias="type")


class MetricTarget(Model):
    average_utilization: Int32 | None = Field(default=None, alias="averageUtilization")
    average_value: Quantity | None = Field(default=None, alias="averageValue")
    type_: str = filled("", alias="type")
    value: Quantity | None = None


class ObjectMetricSource(Model):
    described_object: CrossVersionObjectReference = Field(alias="describedObject")
    metric: MetricIdentifier
    target: MetricTarget


class ResourceMetricSource(Model):
    name: str = filled("")
    target: MetricTarget
