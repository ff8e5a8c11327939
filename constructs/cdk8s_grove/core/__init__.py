"""The pure core: specs in, plain Kubernetes documents out; never starts node.

Example::

    from cdk8s_grove.core import ReplicaSpec, render

    document = render(ReplicaSpec.model_validate(data))

Names are loaded when they are first used (PEP 562): whoever needs the diagnostics only, as the command line
and the bindings' generator do, does not load the models of every Kubernetes object.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cdk8s_grove.core.diagnostics import (
        CheckError,
        FidelityError,
        Finding,
        GroveError,
        InputError,
        LayoutError,
        NodeError,
        PatchError,
        Severity,
        SpecError,
    )
    from cdk8s_grove.core.rendering import render
    from cdk8s_grove.core.spec import (
        Accelerator,
        CliqueSpec,
        ClusterTopologyBindingSpec,
        DeviceKind,
        Download,
        ExternalMetric,
        Fabric,
        LeaderSpec,
        NewClaim,
        ObjectMetric,
        Override,
        Pace,
        Phase,
        PhaseSpec,
        PodsMetric,
        PriorityClassSpec,
        QueueNode,
        QueueSpec,
        QueueTreeSpec,
        ReplicaSpec,
        ReplicaVolume,
        ResourceMetric,
        Target,
        Toleration,
        TopologyConstraint,
        TopologyLevel,
        TopologyPreset,
        Trigger,
        WorkerSpec,
    )

__all__ = [
    "Accelerator",
    "CheckError",
    "CliqueSpec",
    "ClusterTopologyBindingSpec",
    "DeviceKind",
    "Download",
    "ExternalMetric",
    "Fabric",
    "FidelityError",
    "Finding",
    "GroveError",
    "InputError",
    "LayoutError",
    "LeaderSpec",
    "NewClaim",
    "NodeError",
    "ObjectMetric",
    "Override",
    "Pace",
    "PatchError",
    "Phase",
    "PhaseSpec",
    "PodsMetric",
    "PriorityClassSpec",
    "QueueNode",
    "QueueSpec",
    "QueueTreeSpec",
    "ReplicaSpec",
    "ReplicaVolume",
    "ResourceMetric",
    "Severity",
    "SpecError",
    "Target",
    "Toleration",
    "TopologyConstraint",
    "TopologyLevel",
    "TopologyPreset",
    "Trigger",
    "WorkerSpec",
    "render",
]

_DIAGNOSTICS = frozenset({"Finding", "GroveError", "Severity"})


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "diagnostics" if name in _DIAGNOSTICS or name.endswith("Error") else "spec"
    module = import_module(f"{__name__}.{'rendering' if name == 'render' else home}")
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
