"""A volume that every pod of a replica mounts: the model's weights, or a cache."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.facts.labels import is_dns_subdomain
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.spec.base import Spec, refuse

AccessMode = Literal["ReadWriteMany", "ReadOnlyMany", "ReadWriteOnce", "ReadWriteOncePod"]
ONE_NODE: Final = frozenset({"ReadWriteOnce", "ReadWriteOncePod"})
"""Access modes of a volume that the pods of one node may mount, or one pod.

Source: kubernetes/kubernetes staging/src/k8s.io/api/core/v1/types.go@v1.35.0, PersistentVolumeAccessMode.
"""

SOURCES: Final = ("claim", "new_claim", "host_path", "empty_dir", "image")
_LONGEST_NAME: Final = 54
"""With `download-` before it, it is a container's name, which may have 63 characters."""


def _volume_name(name: str) -> str:
    if not names.DNS_1123.fullmatch(name) or len(name) > _LONGEST_NAME:
        refuse(
            catalog.INVALID_NAME,
            "is not what a volume can be called",
            why="it is the name of each pod's volume, and part of a container's and of a claim's",
            fix=f"use 1 to {_LONGEST_NAME} lower-case letters, digits and '-', a letter or digit first and last",
        )
    return name


def _object_name(name: str) -> str:
    if not is_dns_subdomain(name):
        refuse(
            catalog.INVALID_NAME,
            "is not what Kubernetes takes as a name",
            fix="use lower-case letters, digits, '-' and '.', with a letter or digit first and last",
        )
    return name


def _class_name(name: str) -> str:
    return _object_name(name) if name else name


def _absolute(path: str) -> str:
    if not path.startswith("/") or path.strip("/") == "" or ".." in path.split("/") or ":" in path:
        refuse(
            catalog.INVALID_OPTION,
            "is not a path to mount at or from",
            fix="write an absolute path below '/', without '..' and ':', for example '/mnt/models'",
        )
    return path


def _below(path: str) -> str:
    if not path or path.startswith("/") or ".." in path.split("/"):
        refuse(
            catalog.INVALID_OPTION,
            "is not a path within a volume",
            fix="write it without a '/' before it and without '..', for example 'deepseek-r1'",
        )
    return path


def _size(text: str) -> str:
    try:
        positive = parse_quantity(text) > 0
    except ValueError:
        positive = False
    if not positive:
        refuse(catalog.INVALID_OPTION, "is not a size", fix="write it as '600Gi' or '2Ti'")
    return text


def _variable(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name, re.ASCII):
        refuse(catalog.INVALID_OPTION, "is not a variable's name", fix="write it as 'HF_HOME'")
    return name


ObjectName = Annotated[str, AfterValidator(_object_name)]
AbsolutePath = Annotated[str, AfterValidator(_absolute)]
Size = Annotated[str, AfterValidator(_size)]
Variable = Annotated[str, AfterValidator(_variable)]
NotEmpty = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class NewClaim(Spec):
    """A PersistentVolumeClaim that is made beside the set.

    Attributes:
        size: What it asks for, as a Kubernetes quantity: `"600Gi"`.
        access_mode: Who may mount it. Pods of a replica run on many nodes, so that `ReadWriteOnce` and
            `ReadWriteOncePod` are for a replica of one pod only.
        storage_class: The StorageClass; None for the cluster's default, `""` for none, so that a volume made by hand
            is bound.
        name: The claim's name; by default the set's, `-` and the volume's.
    """

    size: Size
    access_mode: AccessMode = "ReadWriteMany"
    storage_class: Annotated[str, AfterValidator(_class_name)] | None = None
    name: ObjectName | None = None


class Download(Spec):
    """An init container that fills a volume before the engine starts, in every pod, each time the pod starts.

    Attributes:
        image: Its image.
        command: Its argv; empty for the image's own entrypoint.
        args: Arguments after it.
        env: Variables with plain values.
        env_from_secret: A Secret whose keys become variables, for a token.
    """

    image: NotEmpty
    command: Annotated[tuple[str, ...], Field(strict=False)] = ()
    args: Annotated[tuple[str, ...], Field(strict=False)] = ()
    env: dict[Variable, str] = Field(default_factory=dict)
    env_from_secret: ObjectName | None = None


class ReplicaVolume(Spec):
    """A volume that every pod of a replica mounts, in its first container: the model's weights, or a cache.

    Exactly one of `claim`, `new_claim`, `host_path`, `empty_dir` and `image` says where it is.

    Attributes:
        name: The volume's name in each pod; a DNS label of at most 54 characters.
        mount: Where the container sees it, an absolute path.
        claim: A PersistentVolumeClaim of the namespace that is there already.
        new_claim: A PersistentVolumeClaim that is made beside the set.
        host_path: A folder of each node; made where there is none.
        empty_dir: A folder of the pod's own on its node, with at most this size (`"600Gi"`); gone with the pod.
        image: An OCI image or artifact, read-only. It needs Kubernetes 1.35, or 1.31 and the feature gate ImageVolume.
            Source: kubernetes/website content/en/docs/tasks/configure-pod-container/image-volumes.md.
        pull_policy: When a node pulls the image: Always, IfNotPresent or Never; None leaves it to Kubernetes.
        sub_path: The folder within it that is mounted; of an image it needs Kubernetes 1.33.
        read_only: Whether the container may only read it; a download may write it all the same.
        path_env: A variable of the container, and of the download, that holds `mount`: `HF_HOME` and the like.
        download: What fills it before the engine starts.
    """

    name: Annotated[str, AfterValidator(_volume_name)]
    mount: AbsolutePath
    claim: ObjectName | None = None
    new_claim: NewClaim | None = None
    host_path: AbsolutePath | None = None
    empty_dir: Size | None = None
    image: NotEmpty | None = None
    pull_policy: Literal["Always", "IfNotPresent", "Never"] | None = None
    sub_path: Annotated[str, AfterValidator(_below)] | None = None
    read_only: bool = False
    path_env: Variable | None = None
    download: Download | None = None

    @model_validator(mode="after")
    def _has_one_source(self) -> Self:
        given = [source for source in SOURCES if getattr(self, source) is not None]
        if len(given) != 1:
            refuse(
                catalog.INVALID_OPTION,
                f"has {len(given)} sources: {', '.join(given)}" if given else "has no source",
                why="a volume is in one place",
                fix=f"give one of {', '.join(SOURCES)}",
                field=given[1] if given else "",
            )
        return self

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if self.pull_policy is not None and self.image is None:
            refuse(
                catalog.INVALID_OPTION,
                "is given, and the volume is no image",
                fix="drop it, or give image",
                field="pull_policy",
            )
        if self.download is None:
            return self
        if self.image is not None:
            refuse(
                catalog.INVALID_OPTION,
                "cannot fill an image",
                why="an image volume is read-only",
                fix="drop it, or give another source",
                field="download",
            )
        if self.new_claim is not None and self.new_claim.access_mode == "ReadOnlyMany":
            refuse(
                catalog.INVALID_OPTION,
                "cannot fill a claim of access mode ReadOnlyMany",
                why="nobody may write it",
                fix="use access_mode='ReadWriteMany'",
                field="download",
            )
        return self
