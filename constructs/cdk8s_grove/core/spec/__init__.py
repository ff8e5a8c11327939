"""What a user asks for: frozen, strict models, from Python or from YAML alike."""

from __future__ import annotations

from cdk8s_grove.core.spec.accelerator import Accelerator, DeviceKind, Toleration
from cdk8s_grove.core.spec.clique import CliqueSpec, LeaderSpec, WorkerSpec
from cdk8s_grove.core.spec.fabric import Fabric
from cdk8s_grove.core.spec.metrics import ExternalMetric, ObjectMetric, PodsMetric, ResourceMetric
from cdk8s_grove.core.spec.override import Override
from cdk8s_grove.core.spec.phase import Phase, PhaseSpec
from cdk8s_grove.core.spec.priority_class import PriorityClassSpec
from cdk8s_grove.core.spec.queue import QueueSpec
from cdk8s_grove.core.spec.queue_tree import QueueNode, QueueTreeSpec
from cdk8s_grove.core.spec.replica import ReplicaSpec
from cdk8s_grove.core.spec.scaling import Pace, PhaseScaling, Trigger, UnitScaling
from cdk8s_grove.core.spec.target import Target
from cdk8s_grove.core.spec.topology import (
    TOPOLOGY_PRESETS,
    ClusterTopologyBindingSpec,
    TopologyConstraint,
    TopologyLevel,
    TopologyPreset,
)
from cdk8s_grove.core.spec.volume import Download, NewClaim, ReplicaVolume

__all__ = [
    "TOPOLOGY_PRESETS",
    "Accelerator",
    "CliqueSpec",
    "ClusterTopologyBindingSpec",
    "DeviceKind",
    "Download",
    "ExternalMetric",
    "Fabric",
    "LeaderSpec",
    "NewClaim",
    "ObjectMetric",
    "Override",
    "Pace",
    "Phase",
    "PhaseScaling",
    "PhaseSpec",
    "PodsMetric",
    "PriorityClassSpec",
    "QueueNode",
    "QueueSpec",
    "QueueTreeSpec",
    "ReplicaSpec",
    "ReplicaVolume",
    "ResourceMetric",
    "Target",
    "Toleration",
    "TopologyConstraint",
    "TopologyLevel",
    "TopologyPreset",
    "Trigger",
    "UnitScaling",
    "WorkerSpec",
]
