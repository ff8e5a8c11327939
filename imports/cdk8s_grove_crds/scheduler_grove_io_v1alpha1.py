# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cdk8s_grove_crds._runtime import Field, Int32, Model, Number, Resource

if TYPE_CHECKING:
    from cdk8s_grove_crds.meta_v1 import (
        Condition,
        ObjectMeta,
    )

_REFERENCES = {
    "Condition": "cdk8s_grove_crds.meta_v1",
    "ObjectMeta": "cdk8s_grove_crds.meta_v1",
}


class NamespacedName(Model):
    name: str
    namespace: str


class PodGang(Resource):
    api_version: Literal["scheduler.grove.io/v1alpha1"] = Field(default="scheduler.grove.io/v1alpha1", alias="apiVersion")
    kind: Literal["PodGang"] = Field(default="PodGang")
    metadata: ObjectMeta | None = None
    spec: PodGangSpec
    status: PodGangStatus | None = None


class PodGangPodGroup(Model):
    name: str
    min_replicas: Int32 = Field(alias="minReplicas")
    pod_references: list[NamespacedName] = Field(alias="podReferences")
    topology_constraint: PodGangPodGroupTopologyConstraint | None = Field(default=None, alias="topologyConstraint")


class PodGangPodGroupTopologyConstraint(Model):
    pack_constraint: TopologyConstraintPackConstraint | None = Field(default=None, alias="packConstraint")


class PodGangSpec(Model):
    podgroups: list[PodGangPodGroup]
    priority_class_name: str | None = Field(default=None, alias="priorityClassName")
    reuse_reservation_ref: NamespacedName | None = Field(default=None, alias="reuseReservationRef")
    topology_constraint: PodGangPodGroupTopologyConstraint | None = Field(default=None, alias="topologyConstraint")
    topology_constraint_group_configs: list[TopologyConstraintGroupConfig] | None = Field(default=None, alias="topologyConstraintGroupConfigs")


class PodGangStatus(Model):
    conditions: list[Condition] | None = None
    phase: str
    placement_score: Number | None = Field(default=None, alias="placementScore")


class TopologyConstraintGroupConfig(Model):
    name: str
    pod_group_names: list[str] = Field(alias="podGroupNames")
    topology_constraint: PodGangPodGroupTopologyConstraint | None = Field(default=None, alias="topologyConstraint")


class TopologyConstraintPackConstraint(Model):
    preferred: str | None = None
    required: str | None = None
