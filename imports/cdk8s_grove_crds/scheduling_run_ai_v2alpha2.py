# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cdk8s_grove_crds._runtime import Field, Int32, Model, Quantity, Resource

if TYPE_CHECKING:
    from cdk8s_grove_crds.meta_v1 import (
        ObjectMeta,
    )

_REFERENCES = {
    "ObjectMeta": "cdk8s_grove_crds.meta_v1",
}


class PodGroup(Resource):
    api_version: Literal["scheduling.run.ai/v2alpha2"] = Field(default="scheduling.run.ai/v2alpha2", alias="apiVersion")
    kind: Literal["PodGroup"] = Field(default="PodGroup")
    metadata: ObjectMeta | None = None
    spec: PodGroupSpec | None = None
    status: PodGroupStatus | None = None


class PodGroupCondition(Model):
    last_transition_time: str | None = Field(default=None, alias="lastTransitionTime")
    message: str | None = None
    reason: str | None = None
    status: str | None = None
    transition_id: str | None = Field(default=None, alias="transitionID")
    type_: str | None = Field(default=None, alias="type")


class PodGroupResourcesStatus(Model):
    allocated: dict[str, Quantity] | None = None
    allocated_non_preemptible: dict[str, Quantity] | None = Field(default=None, alias="allocatedNonPreemptible")
    requested: dict[str, Quantity] | None = None


class PodGroupSpec(Model):
    mark_unschedulable: bool | None = Field(default=None, alias="markUnschedulable")
    min_member: Annotated[Int32, Field(ge=1)] | None = Field(default=None, alias="minMember")
    min_sub_group: Annotated[Int32, Field(ge=1)] | None = Field(default=None, alias="minSubGroup")
    preemptibility: Literal["non-preemptible", "preemptible"] | None = None
    preemption_delay: str | None = Field(default=None, alias="preemptionDelay")
    priority_class_name: str | None = Field(default=None, alias="priorityClassName")
    queue: str | None = None
    scheduling_backoff: Int32 | None = Field(default=None, alias="schedulingBackoff")
    staleness_grace_period: str | None = Field(default=None, alias="stalenessGracePeriod")
    sub_groups: list[SubGroup] | None = Field(default=None, alias="subGroups")
    topology_constraint: SubGroupTopologyConstraint | None = Field(default=None, alias="topologyConstraint")


class PodGroupStatus(Model):
    conditions: list[PodGroupCondition] | None = None
    resources_status: PodGroupResourcesStatus | None = Field(default=None, alias="resourcesStatus")
    scheduling_conditions: list[SchedulingCondition] | None = Field(default=None, alias="schedulingConditions")


class QuotaDetails(Model):
    name: str | None = None
    pod_group_requested_non_preemptible_resources: dict[str, Quantity] | None = Field(default=None, alias="podGroupRequestedNonPreemptibleResources")
    pod_group_requested_resources: dict[str, Quantity] | None = Field(default=None, alias="podGroupRequestedResources")
    queue_allocated_non_preemptible_resources: dict[str, Quantity] | None = Field(default=None, alias="queueAllocatedNonPreemptibleResources")
    queue_allocated_resources: dict[str, Quantity] | None = Field(default=None, alias="queueAllocatedResources")
    queue_deserved_resources: dict[str, Quantity] | None = Field(default=None, alias="queueDeservedResources")
    queue_requested_resources: dict[str, Quantity] | None = Field(default=None, alias="queueRequestedResources")
    queue_resource_limits: dict[str, Quantity] | None = Field(default=None, alias="queueResourceLimits")


class SchedulingCondition(Model):
    last_transition_time: str | None = Field(default=None, alias="lastTransitionTime")
    message: str | None = None
    node_pool: str | None = Field(default=None, alias="nodePool")
    reason: str | None = None
    reasons: list[UnschedulableExplanation] | None = None
    status: str | None = None
    transition_id: str | None = Field(default=None, alias="transitionID")
    type_: str | None = Field(default=None, alias="type")


class SubGroup(Model):
    name: Annotated[str, Field(min_length=1, pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")]
    min_member: Annotated[Int32, Field(ge=0)] | None = Field(default=None, alias="minMember")
    min_sub_group: Annotated[Int32, Field(ge=0)] | None = Field(default=None, alias="minSubGroup")
    parent: Annotated[str, Field(pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")] | None = None
    topology_constraint: SubGroupTopologyConstraint | None = Field(default=None, alias="topologyConstraint")


class SubGroupTopologyConstraint(Model):
    preferred_topology_level: str | None = Field(default=None, alias="preferredTopologyLevel")
    required_topology_level: str | None = Field(default=None, alias="requiredTopologyLevel")
    topology: str | None = None


class UnschedulableExplanation(Model):
    details: UnschedulableExplanationDetails | None = None
    message: str | None = None
    reason: str | None = None


class UnschedulableExplanationDetails(Model):
    queue_details: QuotaDetails | None = Field(default=None, alias="queueDetails")
