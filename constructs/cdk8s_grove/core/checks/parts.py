"""Parts of a stored manifest that several rules look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cdk8s_grove.core.plan.raw import mapping, mappings


def cliques_of(manifest: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The set's clique templates."""
    return mappings(mapping(mapping(manifest.get("spec")).get("template")).get("cliques"))


def constraints(template: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every topology constraint of a template, and its path: the set's, the groups', the cliques'."""
    found = template.get("topologyConstraint")
    if isinstance(found, dict):
        yield "spec.template.topologyConstraint", mapping(template.get("topologyConstraint"))
    for field in ("podCliqueScalingGroups", "cliques"):
        for index, item in enumerate(mappings(template.get(field))):
            if isinstance(item.get("topologyConstraint"), dict):
                yield f"spec.template.{field}[{index}].topologyConstraint", mapping(item.get("topologyConstraint"))


def pods_in(manifest: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The pod specs of a Deployment, StatefulSet or LeaderWorkerSet, and their paths."""
    spec = mapping(manifest.get("spec"))
    leader_worker = mapping(spec.get("leaderWorkerTemplate"))
    for path, template in (
        ("spec.template.spec", spec.get("template")),
        ("spec.leaderWorkerTemplate.leaderTemplate.spec", leader_worker.get("leaderTemplate")),
        ("spec.leaderWorkerTemplate.workerTemplate.spec", leader_worker.get("workerTemplate")),
    ):
        pod = mapping(mapping(template).get("spec"))
        if pod:
            yield path, pod
