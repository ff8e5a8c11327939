"""What an autoscaler looks at: the four kinds of metrics of Kubernetes' autoscaling/v2."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.spec.base import Labels, Spec, refuse


def _above_zero(text: str) -> str:
    try:
        amount = parse_quantity(text)
    except ValueError:
        refuse(
            catalog.INVALID_OPTION, "is not a quantity", fix="write a number as Kubernetes does: '20', '500m', '8Gi'"
        )
    if amount <= 0:
        refuse(
            catalog.INVALID_OPTION,
            "is not above 0",
            why="the API server refuses such a target",
            fix="give what one unit may bear, for example '20'",
        )
    return text


Amount = Annotated[str, AfterValidator(_above_zero)]
# The API server takes no '/' and '%' in a metric's name, and no name that is a path's '.' or '..'.
MetricName = Annotated[str, StringConstraints(pattern=r"^([^/%.]|\.[^/%.]|\.\.[^/%])[^/%]*$")]


class _OneTarget(Spec):
    """A metric whose target is either an average or a value."""

    average: Amount | None = None
    value: Amount | None = None

    @model_validator(mode="after")
    def _has_one_target(self) -> Self:
        _refuse_unless_one(average=self.average, value=self.value)
        return self


class ResourceMetric(Spec):
    """CPU or memory of the pods, by the metrics server. GPUs are not among them: use a metric of the engine.

    Attributes:
        type: `Resource`.
        name: The resource, `cpu` or `memory`.
        container: The container that counts; None: all of a pod together.
        utilization: Target in percent of what the pods request, on average; 1 or more.
        average: Target for each pod on average, as a quantity.
    """

    type: Literal["Resource"] = "Resource"
    name: Literal["cpu", "memory"]
    container: str | None = None
    utilization: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    average: Amount | None = None

    @model_validator(mode="after")
    def _has_one_target(self) -> Self:
        _refuse_unless_one(utilization=self.utilization, average=self.average)
        return self


class PodsMetric(Spec):
    """A metric of each pod, by an adapter of the custom metrics API; pods of every phase and rank count alike.

    Attributes:
        type: `Pods`.
        name: The metric, as the adapter calls it.
        labels: Labels of the metric's series; nothing: all of them.
        average: Target for each pod on average, as a quantity.
    """

    type: Literal["Pods"] = "Pods"
    name: MetricName
    labels: Labels = Field(default_factory=dict)
    average: Amount


class ExternalMetric(_OneTarget):
    """A metric of nothing in the cluster in particular: the requests that wait at a router, say.

    Attributes:
        type: `External`.
        name: The metric, as the adapter of the external metrics API calls it.
        labels: Labels of the metric's series; nothing: all of them.
        average: Target for each unit (each copy, where a phase is scaled), as a quantity: the whole divided by them.
        value: Target for the whole, as a quantity.
    """

    type: Literal["External"] = "External"
    name: MetricName
    labels: Labels = Field(default_factory=dict)


class ObjectMetric(_OneTarget):
    """A metric of one Kubernetes object, by an adapter of the custom metrics API: a gateway's requests, say.

    Attributes:
        type: `Object`.
        name: The metric, as the adapter calls it.
        labels: Labels of the metric's series; nothing: all of them.
        api_version: The object's, for example `v1`.
        kind: The object's kind, for example `Service`.
        object_name: The object's name, in the replica's namespace.
        average: Target for each unit (each copy, where a phase is scaled), as a quantity: the whole divided by them.
        value: Target for the whole, as a quantity.
    """

    type: Literal["Object"] = "Object"
    name: MetricName
    labels: Labels = Field(default_factory=dict)
    api_version: Annotated[str, StringConstraints(min_length=1)]
    kind: Annotated[str, StringConstraints(min_length=1)]
    object_name: Annotated[str, StringConstraints(min_length=1)]


Metric = Annotated[ResourceMetric | PodsMetric | ExternalMetric | ObjectMetric, Field(discriminator="type")]


def _refuse_unless_one(**targets: object) -> None:
    given = [name for name, value in targets.items() if value is not None]
    if len(given) != 1:
        refuse(
            catalog.INVALID_OPTION,
            f"has {'both targets' if given else 'no target'}",
            why="the API server takes one",
            fix=f"give {' or '.join(targets)}",
        )
