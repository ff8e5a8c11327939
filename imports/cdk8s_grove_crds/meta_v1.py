# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import Annotated, Literal

from cdk8s_grove_crds._runtime import Field, Int64, JsonValue, Model, filled


class Condition(Model):
    last_transition_time: str = filled("", alias="lastTransitionTime")
    message: Annotated[str, Field(max_length=32768)] = filled("")
    observed_generation: Annotated[Int64, Field(ge=0)] | None = Field(default=None, alias="observedGeneration")
    reason: Annotated[str, Field(min_length=1, max_length=1024, pattern="^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")]
    status: Literal["False", "True", "Unknown"]
    type_: Annotated[str, Field(max_length=316, pattern="^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")] = Field(alias="type")


class LabelSelector(Model):
    match_expressions: list[LabelSelectorRequirement] | None = Field(default=None, alias="matchExpressions")
    match_labels: dict[str, str] | None = Field(default=None, alias="matchLabels")


class LabelSelectorRequirement(Model):
    key: str = filled("")
    operator: str = filled("")
    values: list[str] | None = None


NodeSelectorRequirement = LabelSelectorRequirement


class ManagedFieldsEntry(Model):
    api_version: str | None = Field(default=None, alias="apiVersion")
    fields_type: str | None = Field(default=None, alias="fieldsType")
    manager: str | None = None
    operation: str | None = None
    subresource: str | None = None
    fields_v1: dict[str, JsonValue] | None = Field(default=None, alias="fieldsV1")
    time: str | None = None


class ObjectMeta(Model):
    name: str | None = None
    namespace: str | None = None
    generate_name: str | None = Field(default=None, alias="generateName")
    labels: dict[str, str] | None = None
    annotations: dict[str, str] | None = None
    finalizers: list[str] | None = None
    owner_references: list[OwnerReference] | None = Field(default=None, alias="ownerReferences")
    uid: str | None = None
    resource_version: str | None = Field(default=None, alias="resourceVersion")
    self_link: str | None = Field(default=None, alias="selfLink")
    creation_timestamp: str | None = Field(default=None, alias="creationTimestamp")
    deletion_timestamp: str | None = Field(default=None, alias="deletionTimestamp")
    generation: Int64 | None = None
    deletion_grace_period_seconds: Int64 | None = Field(default=None, alias="deletionGracePeriodSeconds")
    managed_fields: list[ManagedFieldsEntry] | None = Field(default=None, alias="managedFields")


class OwnerReference(Model):
    api_version: str = filled("", alias="apiVersion")
    kind: str = filled("")
    name: str = filled("")
    uid: str = filled("")
    controller: bool | None = None
    block_owner_deletion: bool | None = Field(default=None, alias="blockOwnerDeletion")
