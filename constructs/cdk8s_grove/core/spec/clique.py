"""A clique: the pods of one template in one copy."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.spec.accelerator import Accelerator
from cdk8s_grove.core.spec.base import Count, Spec, refuse
from cdk8s_grove.core.spec.fabric import Fabric
from cdk8s_grove.core.spec.topology import TopologyConstraint
from cdk8s_grove_crds import PodSpec


def _own_copy(pod: object) -> object:
    """A given PodSpec is the user's to change later, unvalidated: take what it holds now."""
    return pod.to_dict() if isinstance(pod, PodSpec) else pod


def _complete(pod: PodSpec) -> PodSpec:
    """Grove's webhook would fill what is left out with empty text, and the pod would never be made."""
    for path in pod.left_out():
        refuse(
            catalog.INVALID_POD,
            "is missing",
            why="Grove accepts the set without it, and then cannot create the pod",
            fix=f"give {path.rpartition('.')[2]!r}",
            field=path,
        )
    if not pod.containers:
        refuse(
            catalog.INVALID_POD,
            "is empty",
            why="Grove accepts the set, and then cannot create the pod",
            fix="give at least one container",
            field="containers",
        )
    for field, containers in (("containers", pod.containers), ("initContainers", pod.init_containers or ())):
        for index, container in enumerate(containers):
            if not container.image:
                refuse(
                    catalog.INVALID_POD,
                    "is missing",
                    why="Grove accepts the set without it, and then cannot create the pod",
                    fix="give the container's image",
                    field=f"{field}[{index}].image",
                )
    return pod


Pod = Annotated[PodSpec, BeforeValidator(_own_copy), AfterValidator(_complete)]


class CliqueSpec(Spec):
    """What leader and worker cliques share.

    Attributes:
        id: The last part of the clique's default name.
        pod: The pod, as Kubernetes spells it: a dict or a PodSpec.
        name: The clique's name in the set; by default the phase's prefix and the clique's id
            (`p-leader`, `d-worker`). A DNS label.
        topology: Where the clique's pods are placed, relative to each other: those of one copy; in the group layout,
            where copies are of one pod, those of one unit.
        accelerator: The GPUs of each of its pods, in place of the phase's.
        fabric: What its pods talk to each other over, in place of the phase's.
    """

    id: str
    pod: Pod
    name: str | None = None
    topology: TopologyConstraint | None = None
    accelerator: Accelerator | None = None
    fabric: Fabric | None = None


class LeaderSpec(CliqueSpec):
    """The one pod of rank 0 in each copy.

    Attributes:
        id: The last part of the clique's default name.
    """

    id: str = "leader"


class WorkerSpec(CliqueSpec):
    """The pods of ranks 1 and up in each copy.

    Attributes:
        id: The last part of the clique's default name.
        pods: Workers in one copy, 1 or more; a copy over N nodes has N - 1.
    """

    id: str = "worker"
    pods: Count
