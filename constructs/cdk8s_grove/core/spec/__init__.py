"""What a user asks for: frozen, strict models, from Python or from YAML alike."""

from __future__ import annotations

from cdk8s_grove.core.spec.clique import CliqueSpec, LeaderSpec, WorkerSpec
from cdk8s_grove.core.spec.override import Override
from cdk8s_grove.core.spec.phase import Phase, PhaseSpec, TopologyConstraint
from cdk8s_grove.core.spec.queue import QueueSpec
from cdk8s_grove.core.spec.replica import ReplicaSpec
from cdk8s_grove.core.spec.target import Target

__all__ = [
    "CliqueSpec",
    "LeaderSpec",
    "Override",
    "Phase",
    "PhaseSpec",
    "QueueSpec",
    "ReplicaSpec",
    "Target",
    "TopologyConstraint",
    "WorkerSpec",
]
