"""Topologies and constraints by them, as Grove's objects."""

from __future__ import annotations

from typing import Any

from cdk8s_grove.core.facts import versions
from cdk8s_grove.core.spec import ClusterTopologyBindingSpec, Target, TopologyConstraint
from cdk8s_grove_crds import ClusterTopologyBinding


def render_constraint(constraint: TopologyConstraint, target: Target) -> dict[str, Any]:
    """A constraint as the target's Grove spells it."""
    named: dict[str, Any] = {}
    if constraint.topology_name is not None and target.grove_has(versions.TOPOLOGY_NAME):
        named["topologyName"] = constraint.topology_name
    if not target.grove_has(versions.PACK):
        return {**named, "packDomain": constraint.required}
    asked = {"required": constraint.required, "preferred": constraint.preferred}
    return {**named, "pack": {kind: domain for kind, domain in asked.items() if domain is not None}}


def render_topology(spec: ClusterTopologyBindingSpec) -> dict[str, Any]:
    """The ClusterTopologyBinding; an object of the cluster, so without a namespace."""
    body: dict[str, Any] = {"levels": [{"domain": level.domain, "key": level.key} for level in spec.levels]}
    if spec.scheduler_topologies:
        body["schedulerTopologyBindings"] = [
            {"schedulerName": scheduler, "topologyReference": topology}
            for scheduler, topology in sorted(spec.scheduler_topologies.items())
        ]
    document = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "ClusterTopologyBinding",
        "metadata": {"name": spec.name},
        "spec": body,
    }
    return ClusterTopologyBinding.model_validate(document).to_dict()
