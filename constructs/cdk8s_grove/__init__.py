"""A prefill/decode pair as one gang on Grove and the KAI scheduler.

Example::

    from cdk8s_grove import DisaggReplica, LeaderClique, PhaseGang

Names are loaded when they are first used (PEP 562), so that importing the package starts no node.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cdk8s_grove.aggregated_replica import AggregatedReplica
    from cdk8s_grove.clique import LeaderClique, WorkerClique
    from cdk8s_grove.cluster_topology_binding import ClusterTopologyBinding
    from cdk8s_grove.core import (
        Accelerator,
        CheckError,
        DeviceKind,
        Download,
        ExternalMetric,
        Fabric,
        FidelityError,
        Finding,
        GroveError,
        InputError,
        LayoutError,
        NewClaim,
        NodeError,
        ObjectMetric,
        Override,
        Pace,
        PatchError,
        PodsMetric,
        QueueNode,
        ReplicaVolume,
        ResourceMetric,
        Severity,
        SpecError,
        Target,
        Toleration,
        TopologyConstraint,
        TopologyLevel,
        Trigger,
    )
    from cdk8s_grove.disagg_replica import DisaggReplica
    from cdk8s_grove.phase_gang import PhaseGang
    from cdk8s_grove.plain_manifest import Manifest
    from cdk8s_grove.priority_class import PriorityClass
    from cdk8s_grove.queue import Queue
    from cdk8s_grove.queue_tree import QueueTree

_CORE = "cdk8s_grove.core"
_HOMES = {
    "Accelerator": _CORE,
    "AggregatedReplica": "cdk8s_grove.aggregated_replica",
    "CheckError": _CORE,
    "ClusterTopologyBinding": "cdk8s_grove.cluster_topology_binding",
    "DeviceKind": _CORE,
    "DisaggReplica": "cdk8s_grove.disagg_replica",
    "Download": _CORE,
    "ExternalMetric": _CORE,
    "Fabric": _CORE,
    "FidelityError": _CORE,
    "Finding": _CORE,
    "GroveError": _CORE,
    "InputError": _CORE,
    "LayoutError": _CORE,
    "LeaderClique": "cdk8s_grove.clique",
    "Manifest": "cdk8s_grove.plain_manifest",
    "NewClaim": _CORE,
    "NodeError": _CORE,
    "ObjectMetric": _CORE,
    "Override": _CORE,
    "Pace": _CORE,
    "PatchError": _CORE,
    "PhaseGang": "cdk8s_grove.phase_gang",
    "PodsMetric": _CORE,
    "PriorityClass": "cdk8s_grove.priority_class",
    "Queue": "cdk8s_grove.queue",
    "QueueNode": _CORE,
    "QueueTree": "cdk8s_grove.queue_tree",
    "ReplicaVolume": _CORE,
    "ResourceMetric": _CORE,
    "Severity": _CORE,
    "SpecError": _CORE,
    "Target": _CORE,
    "Toleration": _CORE,
    "TopologyConstraint": _CORE,
    "TopologyLevel": _CORE,
    "Trigger": _CORE,
    "WorkerClique": "cdk8s_grove.clique",
}

__all__ = [
    "Accelerator",
    "AggregatedReplica",
    "CheckError",
    "ClusterTopologyBinding",
    "DeviceKind",
    "DisaggReplica",
    "Download",
    "ExternalMetric",
    "Fabric",
    "FidelityError",
    "Finding",
    "GroveError",
    "InputError",
    "LayoutError",
    "LeaderClique",
    "Manifest",
    "NewClaim",
    "NodeError",
    "ObjectMetric",
    "Override",
    "Pace",
    "PatchError",
    "PhaseGang",
    "PodsMetric",
    "PriorityClass",
    "Queue",
    "QueueNode",
    "QueueTree",
    "ReplicaVolume",
    "ResourceMetric",
    "Severity",
    "SpecError",
    "Target",
    "Toleration",
    "TopologyConstraint",
    "TopologyLevel",
    "Trigger",
    "WorkerClique",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
