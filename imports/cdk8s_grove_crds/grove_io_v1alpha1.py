# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cdk8s_grove_crds._runtime import Field, Int32, Int64, Model, Resource, filled, unique

if TYPE_CHECKING:
    from cdk8s_grove_crds.autoscaling_v2 import (
        MetricSpec,
    )
    from cdk8s_grove_crds.core_v1 import (
        PodSpec,
    )
    from cdk8s_grove_crds.meta_v1 import (
        Condition,
        ObjectMeta,
    )
    from cdk8s_grove_crds.resource_v1 import (
        ResourceClaimTemplateSpec,
    )

_REFERENCES = {
    "Condition": "cdk8s_grove_crds.meta_v1",
    "MetricSpec": "cdk8s_grove_crds.autoscaling_v2",
    "ObjectMeta": "cdk8s_grove_crds.meta_v1",
    "PodSpec": "cdk8s_grove_crds.core_v1",
    "ResourceClaimTemplateSpec": "cdk8s_grove_crds.resource_v1",
}


class AutoScalingConfig(Model):
    max_replicas: Int32 = filled(0, alias="maxReplicas")
    metrics: list[MetricSpec] | None = None
    min_replicas: Int32 | None = Field(default=None, alias="minReplicas")


class ClusterTopologyBinding(Resource):
    api_version: Literal["grove.io/v1alpha1"] = Field(default="grove.io/v1alpha1", alias="apiVersion")
    kind: Literal["ClusterTopologyBinding"] = Field(default="ClusterTopologyBinding")
    metadata: ObjectMeta | None = None
    spec: ClusterTopologyBindingSpec
    status: ClusterTopologyBindingStatus | None = None


class ClusterTopologyBindingSpec(Model):
    levels: Annotated[list[TopologyLevel], Field(min_length=1)]
    scheduler_topology_bindings: list[SchedulerTopologyBinding] | None = Field(default=None, alias="schedulerTopologyBindings")


class ClusterTopologyBindingStatus(Model):
    conditions: list[Condition] | None = None
    observed_generation: Int64 | None = Field(default=None, alias="observedGeneration")
    scheduler_topology_statuses: list[SchedulerTopologyStatus] | None = Field(default=None, alias="schedulerTopologyStatuses")


class HeadlessServiceConfig(Model):
    publish_not_ready_addresses: bool = filled(False, alias="publishNotReadyAddresses")


class LastError(Model):
    code: str = filled("")
    description: str = filled("")
    observed_at: str = filled("", alias="observedAt")


class PCSGResourceSharingFilter(Model):
    child_clique_names: list[str] | None = Field(default=None, alias="childCliqueNames")


class PCSGResourceSharingSpec(Model):
    name: str = filled("")
    namespace: str | None = None
    filter_: PCSGResourceSharingFilter | None = Field(default=None, alias="filter")
    scope: Literal["AllReplicas", "PerReplica"]


class PCSResourceSharingFilter(Model):
    child_clique_names: list[str] | None = Field(default=None, alias="childCliqueNames")
    child_scaling_group_names: list[str] | None = Field(default=None, alias="childScalingGroupNames")


class PCSResourceSharingSpec(Model):
    name: str = filled("")
    namespace: str | None = None
    filter_: PCSResourceSharingFilter | None = Field(default=None, alias="filter")
    scope: Literal["AllReplicas", "PerReplica"]


class PodClique(Resource):
    api_version: Literal["grove.io/v1alpha1"] = Field(default="grove.io/v1alpha1", alias="apiVersion")
    kind: Literal["PodClique"] = Field(default="PodClique")
    metadata: ObjectMeta | None = None
    spec: PodCliqueSpec
    status: PodCliqueStatus | None = None


class PodCliqueScalingGroup(Resource):
    api_version: Literal["grove.io/v1alpha1"] = Field(default="grove.io/v1alpha1", alias="apiVersion")
    kind: Literal["PodCliqueScalingGroup"] = Field(default="PodCliqueScalingGroup")
    metadata: ObjectMeta | None = None
    spec: PodCliqueScalingGroupSpec
    status: PodCliqueScalingGroupStatus | None = None


class PodCliqueScalingGroupConfig(Model):
    name: str = filled("")
    annotations: dict[str, str] | None = None
    clique_names: list[str] = Field(alias="cliqueNames")
    min_available: Int32 | None = Field(default=None, alias="minAvailable")
    replicas: Int32 | None = None
    resource_sharing: list[PCSGResourceSharingSpec] | None = Field(default=None, alias="resourceSharing")
    scale_config: AutoScalingConfig | None = Field(default=None, alias="scaleConfig")
    topology_constraint: TopologyConstraint | None = Field(default=None, alias="topologyConstraint")


class PodCliqueScalingGroupReplicaUpdateProgress(Model):
    completed: list[Int32] | None = None
    current: Int32


class PodCliqueScalingGroupSpec(Model):
    clique_names: list[str] = Field(alias="cliqueNames")
    min_available: Int32 | None = Field(default=None, alias="minAvailable")
    replicas: Int32


class PodCliqueScalingGroupStatus(Model):
    available_replicas: Int32 = Field(alias="availableReplicas")
    conditions: list[Condition] | None = None
    current_pod_clique_set_generation_hash: str | None = Field(default=None, alias="currentPodCliqueSetGenerationHash")
    last_errors: list[LastError] | None = Field(default=None, alias="lastErrors")
    observed_generation: Int64 | None = Field(default=None, alias="observedGeneration")
    replicas: Int32 | None = None
    scheduled_replicas: Int32 = Field(alias="scheduledReplicas")
    selector: str | None = None
    update_progress: PodCliqueScalingGroupUpdateProgress | None = Field(default=None, alias="updateProgress")
    updated_replicas: Int32 = Field(alias="updatedReplicas")


class PodCliqueScalingGroupUpdateProgress(Model):
    pod_clique_set_generation_hash: str = Field(alias="podCliqueSetGenerationHash")
    ready_replica_indices_selected_to_update: PodCliqueScalingGroupReplicaUpdateProgress | None = Field(default=None, alias="readyReplicaIndicesSelectedToUpdate")
    total_pod_cliques_count: Int32 | None = Field(default=None, alias="totalPodCliquesCount")
    update_ended_at: str | None = Field(default=None, alias="updateEndedAt")
    update_started_at: str = Field(alias="updateStartedAt")
    updated_pod_cliques_count: Int32 | None = Field(default=None, alias="updatedPodCliquesCount")


class PodCliqueSet(Resource):
    api_version: Literal["grove.io/v1alpha1"] = Field(default="grove.io/v1alpha1", alias="apiVersion")
    kind: Literal["PodCliqueSet"] = Field(default="PodCliqueSet")
    metadata: ObjectMeta | None = None
    spec: PodCliqueSetSpec
    status: PodCliqueSetStatus | None = None


class PodCliqueSetReplicaUpdateProgress(Model):
    replica_index: Int32 = filled(0, alias="replicaIndex")
    update_ended_at: str | None = Field(default=None, alias="updateEndedAt")
    update_started_at: str | None = Field(default=None, alias="updateStartedAt")


class PodCliqueSetSpec(Model):
    replicas: Int32 | None = None
    template: PodCliqueSetTemplateSpec
    update_strategy: PodCliqueSetUpdateStrategy | None = Field(default=None, alias="updateStrategy")


class PodCliqueSetStatus(Model):
    available_replicas: Int32 = filled(0, alias="availableReplicas")
    conditions: list[Condition] | None = None
    current_generation_hash: str | None = Field(default=None, alias="currentGenerationHash")
    hpa_pod_selector: str | None = Field(default=None, alias="hpaPodSelector")
    last_errors: list[LastError] | None = Field(default=None, alias="lastErrors")
    observed_generation: Int64 | None = Field(default=None, alias="observedGeneration")
    pod_gang_statuses: list[PodCliqueSetStatusPodGangStatus] | None = Field(default=None, alias="podGangStatuses")
    replicas: Int32 | None = None
    update_progress: PodCliqueSetUpdateProgress | None = Field(default=None, alias="updateProgress")
    updated_replicas: Int32 = filled(0, alias="updatedReplicas")


class PodCliqueSetStatusPodGangStatus(Model):
    name: str = filled("")
    conditions: list[Condition] | None = None
    phase: Literal["Failed", "Pending", "Running", "Starting", "Succeeded"]


class PodCliqueSetTemplateSpec(Model):
    clique_startup_type: Literal["CliqueStartupTypeAnyOrder", "CliqueStartupTypeExplicit", "CliqueStartupTypeInOrder"] | None = Field(default=None, alias="cliqueStartupType")
    cliques: Annotated[list[PodCliqueTemplateSpec], unique(("name", None))]
    headless_service_config: HeadlessServiceConfig | None = Field(default=None, alias="headlessServiceConfig")
    pod_clique_scaling_groups: list[PodCliqueScalingGroupConfig] | None = Field(default=None, alias="podCliqueScalingGroups")
    priority_class_name: str | None = Field(default=None, alias="priorityClassName")
    resource_claim_templates: list[ResourceClaimTemplateConfig] | None = Field(default=None, alias="resourceClaimTemplates")
    resource_sharing: list[PCSResourceSharingSpec] | None = Field(default=None, alias="resourceSharing")
    termination_delay: str | None = Field(default=None, alias="terminationDelay")
    topology_constraint: TopologyConstraint | None = Field(default=None, alias="topologyConstraint")


class PodCliqueSetUpdateProgress(Model):
    currently_updating: list[PodCliqueSetReplicaUpdateProgress] | None = Field(default=None, alias="currentlyUpdating")
    total_pod_clique_scaling_groups_count: Int32 | None = Field(default=None, alias="totalPodCliqueScalingGroupsCount")
    total_pod_cliques_count: Int32 | None = Field(default=None, alias="totalPodCliquesCount")
    update_ended_at: str | None = Field(default=None, alias="updateEndedAt")
    update_started_at: str | None = Field(default=None, alias="updateStartedAt")
    updated_pod_clique_scaling_groups_count: Int32 | None = Field(default=None, alias="updatedPodCliqueScalingGroupsCount")
    updated_pod_cliques_count: Int32 | None = Field(default=None, alias="updatedPodCliquesCount")


class PodCliqueSetUpdateStrategy(Model):
    type_: Literal["OnDelete", "RollingRecreate"] | None = Field(default=None, alias="type")


class PodCliqueSpec(Model):
    auto_scaling_config: AutoScalingConfig | None = Field(default=None, alias="autoScalingConfig")
    min_available: Int32 | None = Field(default=None, alias="minAvailable")
    pod_spec: PodSpec = Field(alias="podSpec")
    replicas: Int32 = filled(0)
    role_name: str = filled("", alias="roleName")
    starts_after: list[str] | None = Field(default=None, alias="startsAfter")


class PodCliqueStatus(Model):
    conditions: list[Condition] | None = None
    current_pod_clique_set_generation_hash: str | None = Field(default=None, alias="currentPodCliqueSetGenerationHash")
    current_pod_template_hash: str | None = Field(default=None, alias="currentPodTemplateHash")
    hpa_pod_selector: str | None = Field(default=None, alias="hpaPodSelector")
    last_errors: list[LastError] | None = Field(default=None, alias="lastErrors")
    observed_generation: Int64 | None = Field(default=None, alias="observedGeneration")
    ready_replicas: Int32 = Field(alias="readyReplicas")
    replicas: Int32 | None = None
    schedule_gated_replicas: Int32 = Field(alias="scheduleGatedReplicas")
    scheduled_replicas: Int32 = Field(alias="scheduledReplicas")
    update_progress: PodCliqueUpdateProgress | None = Field(default=None, alias="updateProgress")
    updated_replicas: Int32 = Field(alias="updatedReplicas")


class PodCliqueTemplateSpec(Model):
    name: str = filled("")
    annotations: dict[str, str] | None = None
    labels: dict[str, str] | None = None
    resource_sharing: list[ResourceSharingSpec] | None = Field(default=None, alias="resourceSharing")
    spec: PodCliqueSpec
    topology_constraint: TopologyConstraint | None = Field(default=None, alias="topologyConstraint")


class PodCliqueUpdateProgress(Model):
    pod_clique_set_generation_hash: str = Field(alias="podCliqueSetGenerationHash")
    pod_template_hash: str = Field(alias="podTemplateHash")
    ready_pods_selected_to_update: PodsSelectedToUpdate | None = Field(default=None, alias="readyPodsSelectedToUpdate")
    update_ended_at: str | None = Field(default=None, alias="updateEndedAt")
    update_started_at: str | None = Field(default=None, alias="updateStartedAt")


class PodsSelectedToUpdate(Model):
    completed: list[str] | None = None
    current: str


class ResourceClaimTemplateConfig(Model):
    name: str = filled("")
    template_spec: ResourceClaimTemplateSpec = Field(alias="templateSpec")


class ResourceSharingSpec(Model):
    name: str = filled("")
    namespace: str | None = None
    scope: Literal["AllReplicas", "PerReplica"]


class SchedulerTopologyBinding(Model):
    scheduler_name: str = Field(alias="schedulerName")
    topology_reference: str = Field(alias="topologyReference")


class SchedulerTopologyStatus(Model):
    in_sync: bool = Field(alias="inSync")
    message: str | None = None
    scheduler_backend_topology_observed_generation: Int64 | None = Field(default=None, alias="schedulerBackendTopologyObservedGeneration")
    scheduler_name: str = Field(alias="schedulerName")
    topology_reference: str = Field(alias="topologyReference")


class TopologyConstraint(Model):
    pack: TopologyPackConstraint | None = None
    pack_domain: Annotated[str, Field(min_length=1, max_length=63, pattern="^[a-z][a-z0-9-]*$")] | None = Field(default=None, alias="packDomain")
    topology_name: str | None = Field(default=None, alias="topologyName")


class TopologyLevel(Model):
    domain: Annotated[str, Field(min_length=1, max_length=63, pattern="^[a-z][a-z0-9-]*$")]
    key: Annotated[str, Field(min_length=1, max_length=63, pattern="^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$")]


class TopologyPackConstraint(Model):
    preferred: Annotated[str, Field(min_length=1, max_length=63, pattern="^[a-z][a-z0-9-]*$")] | None = None
    required: Annotated[str, Field(min_length=1, max_length=63, pattern="^[a-z][a-z0-9-]*$")] | None = None
