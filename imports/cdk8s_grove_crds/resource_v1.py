# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING

from cdk8s_grove_crds._runtime import Field, Int64, JsonValue, Model, Quantity, filled

if TYPE_CHECKING:
    from cdk8s_grove_crds.core_v1 import (
        PersistentVolumeClaimTemplateMetadata,
    )

_REFERENCES = {
    "PersistentVolumeClaimTemplateMetadata": "cdk8s_grove_crds.core_v1",
}


class CELDeviceSelector(Model):
    expression: str = filled("")


class CapacityRequirements(Model):
    requests: dict[str, Quantity] | None = None


class DeviceClaim(Model):
    config: list[DeviceClaimConfiguration] | None = None
    constraints: list[DeviceConstraint] | None = None
    requests: list[DeviceRequest] | None = None


class DeviceClaimConfiguration(Model):
    opaque: OpaqueDeviceConfiguration | None = None
    requests: list[str] | None = None


class DeviceConstraint(Model):
    distinct_attribute: str | None = Field(default=None, alias="distinctAttribute")
    match_attribute: str | None = Field(default=None, alias="matchAttribute")
    requests: list[str] | None = None


class DeviceRequest(Model):
    name: str = filled("")
    exactly: ExactDeviceRequest | None = None
    first_available: list[DeviceSubRequest] | None = Field(default=None, alias="firstAvailable")


class DeviceSelector(Model):
    cel: CELDeviceSelector | None = None


class DeviceSubRequest(Model):
    name: str = filled("")
    allocation_mode: str | None = Field(default=None, alias="allocationMode")
    capacity: CapacityRequirements | None = None
    count: Int64 | None = None
    device_class_name: str = filled("", alias="deviceClassName")
    selectors: list[DeviceSelector] | None = None
    tolerations: list[DeviceToleration] | None = None


class DeviceToleration(Model):
    effect: str | None = None
    key: str | None = None
    operator: str | None = None
    toleration_seconds: Int64 | None = Field(default=None, alias="tolerationSeconds")
    value: str | None = None


class ExactDeviceRequest(Model):
    admin_access: bool | None = Field(default=None, alias="adminAccess")
    allocation_mode: str | None = Field(default=None, alias="allocationMode")
    capacity: CapacityRequirements | None = None
    count: Int64 | None = None
    device_class_name: str = filled("", alias="deviceClassName")
    selectors: list[DeviceSelector] | None = None
    tolerations: list[DeviceToleration] | None = None


class OpaqueDeviceConfiguration(Model):
    driver: str = filled("")
    parameters: dict[str, JsonValue]


class ResourceClaimSpec(Model):
    devices: DeviceClaim | None = None


class ResourceClaimTemplateSpec(Model):
    metadata: PersistentVolumeClaimTemplateMetadata | None = None
    spec: ResourceClaimSpec
