"""Autoscaling: how many units there may be, or copies of a phase, and by which measure."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.spec.base import Count, Spec, refuse
from cdk8s_grove.core.spec.metrics import Metric

Autoscaler = Literal["hpa", "keda"]
Window = Annotated[timedelta, Field(ge=timedelta(0), le=timedelta(hours=1))]
Period = Annotated[timedelta, Field(ge=timedelta(seconds=1), le=timedelta(minutes=30))]
Word = Annotated[str, StringConstraints(min_length=1)]


class Pace(Spec):
    """How fast an autoscaler moves in one direction.

    Attributes:
        window: How far it looks back for the most cautious number it has computed; whole seconds, 0 to an hour.
            None leaves Kubernetes' default: 5 minutes down, none up.
        step: The most it adds or removes within `period`; 1 or more. None leaves Kubernetes' default.
        period: For `step`; whole seconds, 1 second to 30 minutes.
    """

    window: Window | None = None
    step: Count | None = None
    period: Period | None = None

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        for name in ("window", "period"):
            length: timedelta | None = getattr(self, name)
            if length is not None and length.microseconds:
                refuse(catalog.INVALID_OPTION, "is not in whole seconds", fix="round it", field=name)
        if (self.step is None) != (self.period is None):
            missing, given = ("period", "step") if self.period is None else ("step", "period")
            refuse(
                catalog.INVALID_OPTION,
                f"is missing beside {given}",
                why="a pace is so many units within so much time",
                fix=f"give {missing} too, or neither",
                field=missing,
            )
        return self


class Trigger(Spec):
    """What KEDA looks at: one of its scalers.

    Attributes:
        type: The scaler: `prometheus`, `nats-jetstream`, `cron` and so on.
        metadata: Its settings, as KEDA's page of the scaler has them.
        metric_type: Whether its threshold is for each unit, or for all of them. None leaves KEDA's default,
            AverageValue.
        authentication: Name of the TriggerAuthentication it uses.
    """

    type: Word
    metadata: dict[str, str]
    metric_type: Literal["AverageValue", "Value"] | None = None
    authentication: Word | None = None


class PhaseScaling(Spec):
    """The autoscaler Grove makes for a phase: one a unit.

    Attributes:
        min: The least copies in a unit, `min_copies` or more. None: `min_copies`.
        max: The most copies in a unit, `copies` or more.
        metrics: One or more; the one that asks for the most counts.
    """

    min: Count | None = None
    max: Count
    metrics: Annotated[tuple[Metric, ...], Field(strict=False, min_length=1)]


class UnitScaling(Spec):
    """The autoscaler of a replica's units.

    Attributes:
        min: The least units; 1 or more, and for KEDA 0 or more.
        max: The most units; 1 or more.
        metrics: For a HorizontalPodAutoscaler: what it looks at; the metric that asks for the most counts.
        triggers: For a ScaledObject of KEDA, in place of metrics.
        up: How fast units are added. None leaves Kubernetes' default.
        down: How fast units are removed. None leaves Kubernetes' default.
    """

    min: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1
    max: Count
    metrics: Annotated[tuple[Metric, ...], Field(strict=False)] = ()
    triggers: Annotated[tuple[Trigger, ...], Field(strict=False)] = ()
    up: Pace | None = None
    down: Pace | None = None

    @property
    def autoscaler(self) -> Autoscaler:
        """What does it."""
        return "keda" if self.triggers else "hpa"

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if bool(self.metrics) == bool(self.triggers):
            refuse(
                catalog.INVALID_OPTION,
                "has both metrics and triggers" if self.metrics else "has nothing to look at",
                why="metrics are for a HorizontalPodAutoscaler, triggers for a ScaledObject; both would fight",
                fix="give metrics, or triggers",
                field="metrics",
            )
        if self.max < self.min:
            refuse(
                catalog.INVALID_OPTION,
                f"is {self.max}, but min is {self.min}",
                why="the API server refuses such an autoscaler",
                fix=f"give max of {self.min} or more",
                field="max",
            )
        if self.min == 0 and not self.triggers:
            refuse(
                catalog.INVALID_OPTION,
                "is 0",
                why="a HorizontalPodAutoscaler does not scale to 0, and never from there",
                fix="give min of 1 or more, or triggers: KEDA can",
                field="min",
            )
        return self
