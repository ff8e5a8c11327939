"""The GPUs of a pod: how many, how it asks for them, and the nodes that have them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts.labels import is_label_value, is_qualified_name
from cdk8s_grove.core.spec.base import Count, Labels, Spec, refuse
from cdk8s_grove.core.spec.volume import NotEmpty, ObjectName

MOST_DEVICES: Final = 32
MOST_ALTERNATIVES: Final = 8
MOST_SELECTORS: Final = 32
"""Devices a claim may hold, alternatives of a request, selectors of one.

Source: kubernetes/kubernetes staging/src/k8s.io/api/resource/v1/types.go@v1.35.0, AllocationResultsMaxSize,
FirstAvailableDeviceRequestMaxSize, DeviceSelectorsMaxSize.
"""


def _resource(name: str) -> str:
    if not is_qualified_name(name) or "/" not in name or name.partition("/")[0].endswith("kubernetes.io"):
        refuse(
            catalog.INVALID_OPTION,
            "is not the name of an extended resource",
            why="the API server refuses the pod",
            fix="write it as the device plugin names it, for example 'nvidia.com/gpu' or 'rdma/ib'",
        )
    return name


ExtendedResource = Annotated[str, AfterValidator(_resource)]


def _not_more(devices: int) -> int:
    if devices > MOST_DEVICES:
        refuse(
            catalog.INVALID_OPTION,
            f"is more than {MOST_DEVICES}",
            why="a claim holds no more devices, and the API server refuses it",
            fix=f"give 1 to {MOST_DEVICES}",
        )
    return devices


DeviceCount = Annotated[Count, AfterValidator(_not_more)]


class DeviceKind(Spec):
    """A kind of device that Dynamic Resource Allocation (DRA) hands out; it needs Kubernetes 1.34.

    Attributes:
        device_class: The DeviceClass: `gpu.nvidia.com`, `efa.networking.k8s.aws` and so on.
        selectors: CEL expressions over `device`, all of which have to hold: `device.capacity["gpu.nvidia.com"].memory
            .compareTo(quantity("130Gi")) >= 0`.
    """

    device_class: ObjectName
    selectors: Annotated[tuple[NotEmpty, ...], Field(strict=False, max_length=MOST_SELECTORS)] = ()


DeviceKinds = Annotated[tuple[DeviceKind, ...], Field(strict=False, max_length=MOST_ALTERNATIVES)]


class Toleration(Spec):
    """A taint of nodes that the pods put up with.

    Attributes:
        key: The taint's key; None for every taint.
        value: The taint's value; None for any.
        effect: The taint's effect; None for every one.
        seconds: How long a running pod stays once its node has the taint, of effect NoExecute; None for ever.
    """

    key: str | None = None
    value: str | None = None
    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"] | None = None
    seconds: int | None = None

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.key is not None and not is_qualified_name(self.key):
            refuse(catalog.INVALID_OPTION, "is not a taint's key", fix="write `name` or `prefix/name`", field="key")
        if self.value is not None and (self.key is None or not is_label_value(self.value)):
            refuse(
                catalog.INVALID_OPTION,
                "is not a taint's value" if self.key is not None else "is given without a key",
                why="the API server refuses the pod",
                fix="give the key and value of a taint, or leave the value out",
                field="value",
            )
        if self.seconds is not None and self.effect != "NoExecute":
            refuse(
                catalog.INVALID_OPTION,
                "is for taints that evict running pods",
                why="the API server refuses the pod",
                fix="give effect='NoExecute' with it, or leave it out",
                field="seconds",
            )
        return self


def check_all(devices: tuple[DeviceKind, ...], *, every: bool) -> None:
    """Refuse to take every device of no kind, or of several."""
    if every and len(devices) != 1:
        refuse(
            catalog.INVALID_OPTION,
            f"is given with {len(devices)} kinds of devices",
            why="it takes all that a node has of one kind",
            fix="give devices one kind, or leave all_devices out",
            field="all_devices",
        )


class Accelerator(Spec):
    """The GPUs of each pod, in its first container, and the nodes that have them.

    Attributes:
        gpus: GPUs of one pod, 1 or more.
        resource: The extended resource they are, of a device plugin; not with `devices`.
        devices: Claimed by DRA instead: the kind of device. With several, each pod gets the first kind that a node has
            `gpus` of; KAI does not count such claims against its queue's quota.
        all_devices: The pod claims every device of the kind that its node has; `gpus` says how many that is. KAI counts
            such a claim as one GPU against its queue's quota.
        node_selector: Labels of the nodes.
        tolerations: Taints of the nodes that the pods put up with.
        runtime_class: The pods' RuntimeClass.
    """

    gpus: Count
    resource: ExtendedResource = "nvidia.com/gpu"
    devices: DeviceKinds = ()
    all_devices: bool = False
    node_selector: Labels = Field(default_factory=dict)
    tolerations: Annotated[tuple[Toleration, ...], Field(strict=False)] = ()
    runtime_class: ObjectName | None = None

    @model_validator(mode="after")
    def _asks_once(self) -> Self:
        if self.devices and "resource" in self.model_fields_set:
            refuse(
                catalog.INVALID_OPTION,
                "is given beside devices",
                why="the pod would hold the GPUs twice",
                fix="drop one: resource for a device plugin, devices for DRA",
                field="resource",
            )
        if self.devices and self.gpus > MOST_DEVICES:
            refuse(
                catalog.INVALID_OPTION,
                f"is {self.gpus}, and a claim holds at most {MOST_DEVICES} devices",
                why="the API server refuses the claim",
                fix=f"give at most {MOST_DEVICES}",
                field="gpus",
            )
        check_all(self.devices, every=self.all_devices)
        return self
