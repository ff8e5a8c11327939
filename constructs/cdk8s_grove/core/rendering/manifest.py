"""A replica's layout as one PodCliqueSet."""

from __future__ import annotations

from typing import Any

from cdk8s_grove.core.diagnostics import FidelityError
from cdk8s_grove.core.facts import env
from cdk8s_grove.core.facts.durations import format_duration
from cdk8s_grove.core.layout import CliqueLayout, GroupLayout, ReplicaLayout, lay_out
from cdk8s_grove.core.rendering.devices import clique_annotations
from cdk8s_grove.core.rendering.overrides import apply_override, check_overridden
from cdk8s_grove.core.rendering.pods import finished
from cdk8s_grove.core.rendering.scaling import render_scale_config
from cdk8s_grove.core.rendering.topology import render_constraint
from cdk8s_grove.core.serial import json_findings
from cdk8s_grove.core.spec import ReplicaSpec, Target
from cdk8s_grove_crds import PodCliqueSet


def render(spec: ReplicaSpec) -> dict[str, Any]:
    """The PodCliqueSet of a replica, as plain data in Kubernetes' spelling.

    Args:
        spec: What is asked for.

    Returns:
        A document of its own: changing it changes nothing else. Keys come in a fixed order.

    Raises:
        LayoutError: The parts do not fit together (see `lay_out`).
        PatchError: An override's path leads nowhere (GRV020).
        FidelityError: An override holds what no manifest can (GRV061-063).
    """
    document = assemble(spec)
    findings = json_findings(document)
    if findings:
        raise FidelityError(found.about(spec.name) for found in findings)
    return document


def assemble(spec: ReplicaSpec) -> dict[str, Any]:
    """The same without the last check, for a caller who makes a stricter one."""
    layout = lay_out(spec)
    document = PodCliqueSet.model_validate(_set(layout)).to_dict()
    for index, override in enumerate(spec.overrides):
        apply_override(document, override, f"overrides[{index}]")
    if spec.overrides:
        check_overridden(document)
    return document


def _set(layout: ReplicaLayout) -> dict[str, Any]:
    spec = layout.spec
    kai = _kai_labels(spec)
    metadata: dict[str, Any] = {"name": spec.name}
    if spec.namespace is not None:
        metadata["namespace"] = spec.namespace
    metadata["labels"] = dict(sorted((spec.labels | kai).items()))
    if spec.annotations:
        metadata["annotations"] = dict(sorted(spec.annotations.items()))
    template: dict[str, Any] = {
        "cliques": [_clique(clique, spec, kai) for group in layout.groups for clique in group.cliques],
        "podCliqueScalingGroups": [_group(group, spec.target) for group in layout.groups],
    }
    if layout.topology is not None:
        template["topologyConstraint"] = render_constraint(layout.topology, spec.target)
    if spec.priority is not None:
        template["priorityClassName"] = spec.priority
    if spec.termination_delay is not None:
        template["terminationDelay"] = format_duration(spec.termination_delay)
    return {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": metadata,
        "spec": ({} if spec.replicas_owned_by else {"replicas": layout.copies}) | {"template": template},
    }


def _kai_labels(spec: ReplicaSpec) -> dict[str, str]:
    """On the set and on every clique: KAI's two ways to group pods each read one of them."""
    labels = {env.KAI_QUEUE_LABEL: spec.queue}
    if spec.node_pool is not None:
        labels[env.KAI_NODE_POOL_LABEL] = spec.node_pool
    return labels


def _group(layout: GroupLayout, target: Target) -> dict[str, Any]:
    group: dict[str, Any] = {
        "name": layout.name,
        "cliqueNames": [clique.name for clique in layout.cliques],
        "replicas": layout.copies,
        "minAvailable": layout.min_copies,
    }
    if layout.scaling is not None:
        group["scaleConfig"] = render_scale_config(layout.scaling, layout.min_copies)
    if layout.topology is not None:
        group["topologyConstraint"] = render_constraint(layout.topology, target)
    return group


def _clique(clique: CliqueLayout, spec: ReplicaSpec, labels: dict[str, str]) -> dict[str, Any]:
    annotations = clique_annotations(clique.equipment)
    template: dict[str, Any] = {
        "name": clique.name,
        "labels": dict(sorted(labels.items())),
        **({"annotations": annotations} if annotations else {}),
        "spec": {
            "roleName": clique.name,
            "replicas": clique.pods,
            "minAvailable": clique.min_pods,
            "podSpec": finished(clique, spec),
        },
    }
    if clique.spec.topology is not None:
        template["topologyConstraint"] = render_constraint(clique.spec.topology, spec.target)
    return template
