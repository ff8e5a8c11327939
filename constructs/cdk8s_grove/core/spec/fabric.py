"""What pods talk to each other over, and the memory they do it with."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final, Literal, Self, get_args

from pydantic import AfterValidator, Field, model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts import env, names
from cdk8s_grove.core.facts.gpus import is_gpu_resource
from cdk8s_grove.core.facts.labels import is_qualified_name
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.spec.accelerator import DeviceCount, DeviceKinds, ExtendedResource, check_all
from cdk8s_grove.core.spec.base import Annotations, Count, Spec, refuse
from cdk8s_grove.core.spec.volume import Size, Variable

PageSize = Literal["2Mi", "1Gi", "64Ki", "512Mi", "16Gi"]
PAGE_SIZES: Final[tuple[str, ...]] = get_args(PageSize)
MnnvlBy = Literal["compute-domain", "grove"]


def _group(name: str) -> str:
    if name == env.MNNVL_OUT or not names.DNS_1123.fullmatch(name) or len(name) > names.MAX_LABEL:
        refuse(
            catalog.INVALID_NAME,
            "is not what a group of pods over NVLink can be called",
            why="it is part of the ComputeDomain's name"
            if name != env.MNNVL_OUT
            else "to Grove it means that the pods are in no group",
            fix="use 1 to 63 lower-case letters, digits and '-', a letter or digit first and last",
        )
    return name


def _attribute(name: str) -> str:
    if not is_qualified_name(name) or "/" not in name:
        refuse(
            catalog.INVALID_OPTION,
            "is not the name of a device's attribute",
            why="the API server refuses the claim",
            fix="write it with its domain, for example 'resource.kubernetes.io/pcieRoot'",
        )
    return name


def _no_gpus(resources: dict[str, int]) -> dict[str, int]:
    for name in resources:
        if is_gpu_resource(name):
            refuse(
                catalog.INVALID_OPTION,
                f"holds {name!r}, which are GPUs",
                why="GPUs are counted in one place",
                fix="give them as accelerator=Accelerator(gpus=...)",
            )
    return resources


def _whole_pages(hugepages: dict[PageSize, str]) -> dict[PageSize, str]:
    for page, size in hugepages.items():
        if (parse_quantity(size) / Fraction(parse_quantity(page))).denominator != 1:
            refuse(
                catalog.INVALID_OPTION,
                f"asks for {size} in pages of {page}, which is no whole number of them",
                why="the API server refuses the pod",
                fix=f"give a multiple of {page}",
            )
    return hugepages


class Fabric(Spec):
    """The network devices and the memory of each pod, for its first container.

    Attributes:
        resources: Extended resources of a device plugin, and how many of each: `{"rdma/ib": 8}`,
            `{"vpc.amazonaws.com/efa": 16}`.
        devices: Network devices claimed by DRA, in one claim with the accelerator's: of one kind, or of the first of
            several that a node has.
        device_count: How many of them, 1 to 32.
        all_devices: All that the node has, in place of a number.
        aligned_by: An attribute on which all devices of the claim, GPUs too, have to agree, for a GPU and the network
            device next to it: `resource.kubernetes.io/pcieRoot`.
        shared_memory: The size of `/dev/shm`, which is the pod's memory: `"80Gi"`. None leaves the 64 MiB of the
            container runtime.
        hugepages: Huge pages of each size: `{"2Mi": "5Gi"}`.
        mnnvl: A name for the pods that share memory over NVLink across nodes (NVL72 and the like): those of a replica
            that give the same name are one group.
        mnnvl_by: Who makes the group's ComputeDomain. `compute-domain`: one beside the set for all units, its number of
            nodes computed. `grove`: the operator, one a unit; its MNNVL has to be on (`Target(mnnvl=True)`), and it
            knows GPUs as `nvidia.com/gpu` only.
        lock_memory: The container may lock memory (IPC_LOCK), as RDMA needs it.
        env: Variables with plain values: `{"UCX_NET_DEVICES": "mlx5_0:1"}`.
        annotations: Annotations of the pods, for a network plugin: `{"k8s.v1.cni.cncf.io/networks": "roce-p2"}`.
    """

    resources: Annotated[dict[ExtendedResource, Count], AfterValidator(_no_gpus)] = Field(default_factory=dict)
    devices: DeviceKinds = ()
    device_count: DeviceCount = 1
    all_devices: bool = False
    aligned_by: Annotated[str, AfterValidator(_attribute)] | None = None
    shared_memory: Size | None = None
    hugepages: Annotated[dict[PageSize, Size], AfterValidator(_whole_pages)] = Field(
        default_factory=dict[PageSize, Size]
    )
    mnnvl: Annotated[str, AfterValidator(_group)] | None = None
    mnnvl_by: MnnvlBy = "compute-domain"
    lock_memory: bool = False
    env: dict[Variable, str] = Field(default_factory=dict)
    annotations: Annotations = Field(default_factory=dict)

    @model_validator(mode="after")
    def _leaves_groves_annotations(self) -> Self:
        for key in self.annotations:
            if key.startswith(env.GROVE_DOMAIN):
                refuse(
                    catalog.INVALID_OPTION,
                    f"holds {key!r}, which is Grove's own",
                    fix="drop it; mnnvl and topology write Grove's annotations",
                    field="annotations",
                )
        return self

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        check_all(self.devices, every=self.all_devices)
        given = self.model_fields_set
        for field, needs, there in (
            ("device_count", "devices", bool(self.devices)),
            ("mnnvl_by", "mnnvl", self.mnnvl is not None),
        ):
            if field in given and not there:
                refuse(
                    catalog.INVALID_OPTION,
                    f"is given, and {needs} is not",
                    fix=f"give {needs}, or leave it out",
                    field=field,
                )
        if self.all_devices and "device_count" in given:
            refuse(
                catalog.INVALID_OPTION,
                "is given beside all_devices",
                why="a number and all of them are two things",
                fix="leave one of them out",
                field="device_count",
            )
        return self
