"""A PodCliqueSet as the plan reads it, from a stored manifest of any origin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Final

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, InputError, finding
from cdk8s_grove.core.plan.admission import stored
from cdk8s_grove.core.plan.model import Claim, EnvSource
from cdk8s_grove.core.plan.reading import Field

MOST_PODS: Final = 150_000
"""In one cluster. Source: kubernetes/website content/en/docs/setup/best-practices/cluster-large.md."""

_ENV_KINDS = ("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")


@dataclass(frozen=True, slots=True)
class Container:
    """What the plan needs of a container."""

    name: str
    env: tuple[tuple[str, str | EnvSource], ...]
    env_from: tuple[tuple[str, str, str], ...]  # kind, object, prefix
    limits: Mapping[str, str]
    requests: Mapping[str, str]
    always: bool  # an init container that stays (a sidecar)
    path: str


@dataclass(frozen=True, slots=True)
class PodSource:
    """What the plan needs of a pod spec."""

    containers: tuple[Container, ...]
    init_containers: tuple[Container, ...]
    scheduler: str
    restart_policy: str
    grace_seconds: int
    service_account: str
    priority_class: str
    claims: tuple[Claim, ...]
    raw: Mapping[str, Any]
    path: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A topology constraint as the user wrote it."""

    topology: str
    required: str
    preferred: str


@dataclass(frozen=True, slots=True)
class Scaling:
    """An autoscaler the user asks for."""

    least: int
    most: int
    path: str
    raw: Mapping[str, Any] = dataclass_field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Sharing:
    """A claim shared by pods; `cliques` and `groups` are None where it is for all."""

    template: str
    namespace: str
    scope: str
    cliques: tuple[str, ...] | None
    groups: tuple[str, ...]
    path: str

    def reaches(self, *names: str) -> bool:
        """Whether the pods of a clique, in a group, use it."""
        return self.cliques is None or any(name in self.cliques or name in self.groups for name in names)


@dataclass(frozen=True, slots=True)
class CliqueSource:
    """A clique of the set."""

    name: str
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    replicas: int
    min_available: int
    starts_after: tuple[str, ...]
    pod: PodSource
    topology: Asked | None
    scaling: Scaling | None
    sharing: tuple[Sharing, ...]
    path: str


@dataclass(frozen=True, slots=True)
class GroupSource:
    """A scaling group of the set."""

    name: str
    annotations: Mapping[str, str]
    clique_names: tuple[str, ...]
    replicas: int
    min_available: int
    topology: Asked | None
    scaling: Scaling | None
    sharing: tuple[Sharing, ...]
    path: str


@dataclass(frozen=True, slots=True)
class SetSource:
    """A PodCliqueSet."""

    name: str
    namespace: str
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    units: int
    startup_type: str
    priority_class: str | None
    cliques: tuple[CliqueSource, ...]
    groups: tuple[GroupSource, ...]
    topology: Asked | None
    publish_not_ready: bool
    sharing: tuple[Sharing, ...]
    claim_templates: Mapping[str, Any]
    place: str


def read_set(manifest: Mapping[str, Any], place: str, *, kept: Mapping[str, Any] | None = None) -> SetSource:
    """The set, with everything the API server and the webhook would have written into it.

    Args:
        manifest: The PodCliqueSet.
        place: What to call it in errors, for example `file:line`.
        kept: The set as stored, where that is known already.

    Raises:
        InputError: A field is missing or of the wrong type, or a group names a clique that is not there (GRV076).
    """
    findings: list[Finding] = []
    root = Field(stored(manifest) if kept is None else kept, "", findings)
    metadata, spec = root["metadata"], root["spec"]
    template = spec["template"]
    name = metadata["name"].text() or _generated(metadata) or metadata["name"].named()
    if not template:
        template.refuse("is missing", fix="give a template with cliques")
    cliques = tuple(_clique(item) for item in template["cliques"].items())
    if template and not findings and not cliques:
        template["cliques"].refuse("is empty", fix="give at least one clique")
    known = {clique.name for clique in cliques} - {""}
    groups = tuple(_group(item, known) for item in template["podCliqueScalingGroups"].items())
    source = SetSource(
        name=name,
        namespace=metadata["namespace"].text(),
        labels=metadata["labels"].labels(),
        annotations=metadata["annotations"].labels(),
        units=spec["replicas"].count(),
        startup_type=template["cliqueStartupType"].text(),
        priority_class=template["priorityClassName"].text() or None,
        cliques=cliques,
        groups=groups,
        topology=_topology(template["topologyConstraint"]),
        publish_not_ready=template["headlessServiceConfig"]["publishNotReadyAddresses"].flag(),
        sharing=tuple(_sharing(item) for item in template["resourceSharing"].items()),
        claim_templates={
            item["name"].text(): item["templateSpec"]["spec"].mapping()
            for item in template["resourceClaimTemplates"].items()
        },
        place=place,
    )
    if not findings and _size(source) > MOST_PODS:
        findings.append(
            finding(
                catalog.TOO_MANY_PODS,
                f"the set asks for {_size(source):,} pods",
                path="spec.replicas",
                why=f"Kubernetes is built for {MOST_PODS:,} in a cluster",
                fix="correct the number of units, copies or pods",
            )
        )
    if findings:
        where = f"{place} (PodCliqueSet {name})" if name and place else place
        raise InputError(found.about(where) for found in findings)
    return source


def _generated(metadata: Field) -> str:
    """A name like the one the API server would make: five characters behind the prefix, which nobody knows before."""
    prefix = metadata["generateName"].text()
    return f"{prefix[:58]}xxxxx" if prefix else ""


def _size(source: SetSource) -> int:
    """Pods, an empty copy of a group counted too."""
    pods = {clique.name: clique.replicas for clique in source.cliques}
    copies = sum(g.replicas * max(1, sum(pods.pop(name, 0) for name in g.clique_names)) for g in source.groups)
    return source.units * max(1, copies + sum(pods.values()))


def _clique(item: Field) -> CliqueSource:
    spec = item["spec"]
    pod = spec["podSpec"]
    if not pod:
        pod.refuse("is missing", fix="give the pods' spec")
    return CliqueSource(
        name=item["name"].named(),
        labels=item["labels"].labels(),
        annotations=item["annotations"].labels(),
        replicas=spec["replicas"].count(1),
        min_available=spec["minAvailable"].count(1),
        starts_after=spec["startsAfter"].texts(),
        pod=_pod(pod),
        topology=_topology(item["topologyConstraint"]),
        scaling=_scaling(spec["autoScalingConfig"]),
        sharing=tuple(_sharing(entry) for entry in item["resourceSharing"].items()),
        path=item.path,
    )


def _group(item: Field, known: set[str]) -> GroupSource:
    names = item["cliqueNames"]
    for name in names.items():
        if name.text() not in known:
            name.refuse("is not a clique of the set", found=name.text(), fix=f"name one of: {', '.join(sorted(known))}")
    return GroupSource(
        name=item["name"].named(),
        annotations=item["annotations"].labels(),
        clique_names=names.texts(),
        replicas=item["replicas"].count(),
        min_available=item["minAvailable"].count(),
        topology=_topology(item["topologyConstraint"]),
        scaling=_scaling(item["scaleConfig"]),
        sharing=tuple(_sharing(entry) for entry in item["resourceSharing"].items()),
        path=item.path,
    )


def _pod(pod: Field) -> PodSource:
    return PodSource(
        containers=tuple(_container(item) for item in pod["containers"].items()),
        init_containers=tuple(_container(item) for item in pod["initContainers"].items()),
        scheduler=pod["schedulerName"].text(),
        restart_policy=pod["restartPolicy"].text(),
        grace_seconds=pod["terminationGracePeriodSeconds"].number(),
        service_account=pod["serviceAccountName"].text("default"),
        priority_class=pod["priorityClassName"].text(),
        claims=tuple(
            Claim(
                name=item["name"].text(),
                claim=item["resourceClaimName"].text() or None,
                template=item["resourceClaimTemplateName"].text() or None,
            )
            for item in pod["resourceClaims"].items()
        ),
        raw=pod.mapping(),
        path=pod.path,
    )


def _container(item: Field) -> Container:
    resources = item["resources"]
    return Container(
        name=item["name"].text(),
        env=tuple(_variables(item["env"])),
        env_from=tuple(_env_from(entry) for entry in item["envFrom"].items()),
        limits=_amounts(resources["limits"]),
        requests=_amounts(resources["requests"]),
        always=item["restartPolicy"].text() == "Always",
        path=item.path,
    )


def _variables(env: Field) -> Iterator[tuple[str, str | EnvSource]]:
    for index, entry in enumerate(env.as_list()):
        name, value = (entry.get("name"), entry.get("value")) if entry.__class__ is dict else (None, None)
        if isinstance(value, str) and isinstance(name, str) and len(entry) == 2:  # as most are, and there are many
            yield name, value
            continue
        field = env.at(index)
        yield field["name"].text(), _value(field)


def _value(entry: Field) -> str | EnvSource:
    origin = entry["valueFrom"]
    if not origin:
        return entry["value"].text()
    for kind in _ENV_KINDS:
        ref = origin[kind]
        if not ref:
            continue
        if kind == "fieldRef":
            return EnvSource(kind, ref["fieldPath"].text())
        if kind == "resourceFieldRef":
            container, resource, divisor = ref["containerName"].text(), ref["resource"].text(), ref["divisor"].value
            return EnvSource(kind, "/".join(str(part) for part in (container, resource, divisor) if part))
        owner = ref["volumeName"].text() if kind == "fileKeyRef" else ref["name"].text()
        return EnvSource(kind, f"{owner}/{ref['key'].text()}")
    return ""


def _env_from(entry: Field) -> tuple[str, str, str]:
    kind = "secret" if entry["secretRef"] else "configmap"
    ref = entry["secretRef"] if kind == "secret" else entry["configMapRef"]
    return kind, ref["name"].text(), entry["prefix"].text()


def _amounts(field: Field) -> dict[str, str]:
    """Quantities as text; a number is one too."""
    return {key: str(value) for key, value in field.mapping().items()}


def _topology(field: Field) -> Asked | None:
    if not field:
        return None
    pack = field["pack"]
    return Asked(
        topology=field["topologyName"].text(),
        required=pack["required"].text() or field["packDomain"].text(),
        preferred=pack["preferred"].text(),
    )


def _scaling(field: Field) -> Scaling | None:
    if not field:
        return None
    return Scaling(field["minReplicas"].count(), field["maxReplicas"].count(), field.path, field.mapping())


def _sharing(field: Field) -> Sharing:
    only = field["filter"]
    return Sharing(
        template=field["name"].text(),
        namespace=field["namespace"].text(),
        scope=field["scope"].text(),
        cliques=only["childCliqueNames"].texts() if only else None,
        groups=only["childScalingGroupNames"].texts() if only else (),
        path=field.path,
    )
