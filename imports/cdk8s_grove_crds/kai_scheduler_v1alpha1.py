# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cdk8s_grove_crds._runtime import Field, Model, Resource

if TYPE_CHECKING:
    from cdk8s_grove_crds.meta_v1 import (
        ObjectMeta,
    )

_REFERENCES = {
    "ObjectMeta": "cdk8s_grove_crds.meta_v1",
}


class Topology(Resource):
    api_version: Literal["kai.scheduler/v1alpha1"] = Field(default="kai.scheduler/v1alpha1", alias="apiVersion")
    kind: Literal["Topology"] = Field(default="Topology")
    metadata: ObjectMeta | None = None
    spec: TopologySpec


class TopologySpec(Model):
    levels: Annotated[list[TopologySpecLevel], Field(min_length=1, max_length=16)]


class TopologySpecLevel(Model):
    alias: Annotated[str, Field(min_length=1, max_length=316, pattern="^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")] | None = None
    node_label: Annotated[str, Field(min_length=1, max_length=316, pattern="^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")] = Field(alias="nodeLabel")
