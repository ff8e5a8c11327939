"""The variables of a container: what Grove adds, in which order, and what the process sees of it all."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cdk8s_grove.core.facts import env, names
from cdk8s_grove.core.facts.kubelet import expand
from cdk8s_grove.core.plan.model import Env, EnvSource
from cdk8s_grove.core.plan.source import Container

_KUBERNETES: Final = {
    name: f"<{name}: known at run time>"
    for name in ("KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT", "KUBERNETES_SERVICE_PORT_HTTPS")
}
"""What the kubelet adds for the API server's service, wherever a pod runs."""

_LABEL: Final = re.compile(r"metadata\.(labels|annotations)\['(.*)'\]")
_SECRET: Final = re.compile(r"(^|_)(TOKEN|PASSWORD|PASSWD|SECRET|API_?KEY|SECRET_?KEY|ACCESS_?KEY|CREDENTIALS?)$", re.I)
_NOT_KNOWN: Final = re.compile(
    r"<secret \S+/\S+>|<configmap \S+/\S+: not in the input>|<[^<>]+: known at run time>|<masked>"
)
"""What stands for a value this module does not know, or does not tell."""
_REFERENCE: Final = re.compile(r"\$\([^()]+\)")
MASKED: Final = "<masked>"


@dataclass(frozen=True, slots=True)
class Added:
    """What Grove adds to the containers of one clique.

    Attributes:
        variables: In order.
        first: Before the user's, replacing those of the same name; else behind them.
    """

    variables: Env
    first: bool

    def to(self, container: Container) -> Env:
        """The container's variables, in the order of the pod."""
        if not self.first:
            return container.env + self.variables
        taken = {name for name, _ in self.variables}
        return self.variables + tuple(entry for entry in container.env if entry[0] not in taken)


def clique_variables(pcs: str, unit: int, clique: str, namespace: str, *, group_pod_index: bool) -> Env:
    """What Grove's clique controller adds to every pod."""
    variables: Env = (
        (env.SET_NAME, pcs),
        (env.SET_INDEX, str(unit)),
        (env.CLIQUE_NAME, clique),
        (env.HEADLESS_SERVICE, names.service_address(pcs, unit, namespace)),
        (env.CLIQUE_POD_INDEX, _POD_INDEX),
    )
    return (*variables, (env.GROUP_POD_INDEX, _GROUP_POD_INDEX)) if group_pod_index else variables


def group_variables(pods: int) -> Env:
    """What Grove's scaling group controller adds to the pods of a group.

    Args:
        pods: The pods of one copy, as the templates have it.
    """
    return ((env.GROUP_NAME, _GROUP), (env.GROUP_NUM_PODS, str(pods)), (env.GROUP_INDEX, _COPY))


def _label_source(label: str) -> EnvSource:
    return EnvSource("fieldRef", env.field_of_label(label))


_POD_INDEX: Final = _label_source(env.LABEL_POD_INDEX)
_GROUP_POD_INDEX: Final = _label_source(env.LABEL_GROUP_POD_INDEX)
_GROUP: Final = _label_source(env.LABEL_GROUP)
_COPY: Final = _label_source(env.LABEL_COPY)


@dataclass(frozen=True, slots=True)
class PodFields:
    """What the downward API knows of a pod before it runs."""

    namespace: str
    service_account: str
    labels: Mapping[str, str]
    annotations: Mapping[str, str]

    def value(self, path: str) -> str:
        """The field's value, or that it is known at run time only."""
        kind, key = _label_of(path)
        if kind:
            return (self.labels if kind == "labels" else self.annotations).get(key, "")
        known = {"metadata.namespace": self.namespace, "spec.serviceAccountName": self.service_account}
        return known.get(path) or f"<{path}: known at run time>"


@lru_cache(maxsize=1024)
def _label_of(path: str) -> tuple[str, str]:
    """`labels` or `annotations` and the key, if the path names one whose value is known before run time."""
    match = _LABEL.fullmatch(path)
    return (match[1], match[2]) if match and match[2] != env.LABEL_TEMPLATE_HASH else ("", "")


@lru_cache(maxsize=4096)
def is_secret(name: str) -> bool:
    """Whether a variable is named like one that holds a secret."""
    return _SECRET.search(name) is not None


def as_written(name: str, value: str) -> str:
    """A variable's text in the manifest, unless it is a secret; `$(NAME)` is none."""
    return MASKED if value and is_secret(name) and not _REFERENCE.fullmatch(value) else value


def _as_seen(name: str, value: str) -> str:
    """A variable's value, unless it is a secret."""
    return MASKED if value and is_secret(name) and not _NOT_KNOWN.fullmatch(value) else value


ConfigMaps = Mapping[str, Mapping[str, str]]
"""The ConfigMaps of a namespace that are in the input, by name."""


def resolve(container: Container, variables: Env, pod: PodFields, config_maps: ConfigMaps) -> dict[str, str]:
    """The environment as the process sees it.

    A variable sees those before it, `envFrom` included; a reference to any other stays as written. What is
    not known before run time stands in angle brackets, and so does what has to be kept secret: also where it is
    a part of another variable.

    Source: kubernetes/kubernetes pkg/kubelet/kubelet_pods.go@v1.35.0, makeEnvironmentVariables.
    """
    seen: dict[str, str] = {}
    for kind, name, prefix in container.env_from:
        if kind == "configmap":
            given = ((prefix + key, value) for key, value in config_maps.get(name, {}).items())
            seen.update((name, _as_seen(name, value)) for name, value in given)
    known = ChainMap(seen, _KUBERNETES)
    for name, value in variables:
        if isinstance(value, str):
            text = expand(value, known) if "$" in value else value
        elif value.kind == "fieldRef":
            text = pod.value(value.ref)
        else:
            text = _outside(value, config_maps)
        seen[name] = _as_seen(name, text)
    return seen


def _outside(source: EnvSource, config_maps: ConfigMaps) -> str:
    if source.kind == "configMapKeyRef":
        name, _, key = source.ref.partition("/")
        found = config_maps.get(name, {}).get(key)
        return f"<configmap {source.ref}: not in the input>" if found is None else found
    if source.kind == "secretKeyRef":
        return f"<secret {source.ref}>"
    what = "file" if source.kind == "fileKeyRef" else "resource"
    return f"<{what} {source.ref}: known at run time>"
