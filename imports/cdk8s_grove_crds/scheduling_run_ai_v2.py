# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cdk8s_grove_crds._runtime import Field, Int64, Model, Number, Quantity, Resource

if TYPE_CHECKING:
    from cdk8s_grove_crds.meta_v1 import (
        ObjectMeta,
    )

_REFERENCES = {
    "ObjectMeta": "cdk8s_grove_crds.meta_v1",
}


class Queue(Resource):
    api_version: Literal["scheduling.run.ai/v2"] = Field(default="scheduling.run.ai/v2", alias="apiVersion")
    kind: Literal["Queue"] = Field(default="Queue")
    metadata: ObjectMeta | None = None
    spec: QueueSpec | None = None
    status: QueueStatus | None = None


class QueueResource(Model):
    limit: Number | None = None
    over_quota_weight: Number | None = Field(default=None, alias="overQuotaWeight")
    quota: Number | None = None


class QueueResources(Model):
    cpu: QueueResource | None = None
    gpu: QueueResource | None = None
    memory: QueueResource | None = None


class QueueSpec(Model):
    display_name: str | None = Field(default=None, alias="displayName")
    parent_queue: str | None = Field(default=None, alias="parentQueue")
    preempt_min_runtime: str | None = Field(default=None, alias="preemptMinRuntime")
    priority: Int64 | None = None
    reclaim_min_runtime: str | None = Field(default=None, alias="reclaimMinRuntime")
    resources: QueueResources | None = None


class QueueStatus(Model):
    allocated: dict[str, Quantity] | None = None
    allocated_non_preemptible: dict[str, Quantity] | None = Field(default=None, alias="allocatedNonPreemptible")
    child_queues: list[str] | None = Field(default=None, alias="childQueues")
    conditions: list[QueueStatusCondition] | None = None
    requested: dict[str, Quantity] | None = None


class QueueStatusCondition(Model):
    last_probe_time: str | None = Field(default=None, alias="lastProbeTime")
    last_transition_time: str | None = Field(default=None, alias="lastTransitionTime")
    message: str | None = None
    reason: str | None = None
    status: str
    type_: str = Field(alias="type")
