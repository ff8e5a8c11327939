"""Node labels that say where a node stands, broad to narrow, by who writes them.

The domains are named alike everywhere, by Grove's own words, so that a replica says `rack` whatever the cluster: the
narrowest group of nodes that the source tells apart, be it a leaf switch, a sub-block or an NVLink domain.

Every level is a label that all GPU nodes of such a cluster carry: KAI leaves a node without one out of the topology.
Source: kai-scheduler/KAI-Scheduler pkg/scheduler/plugins/topology/common.go@v0.17.0.

Azure is not here: AKS documents no label for anything between a zone and a host.
"""

from __future__ import annotations

from typing import Final

Levels = tuple[tuple[str, str], ...]
"""Domain and node label of each level, broad to narrow."""

HOSTNAME: Final = "kubernetes.io/hostname"
ZONE: Final = "topology.kubernetes.io/zone"

KUBERNETES: Final[Levels] = (("zone", ZONE), ("host", HOSTNAME))
"""Source: kubernetes/kubernetes staging/src/k8s.io/api/core/v1/well_known_labels.go@v1.35.0."""

AWS: Final[Levels] = (
    ("zone", ZONE),
    ("datacenter", "topology.k8s.aws/network-node-layer-1"),
    ("block", "topology.k8s.aws/network-node-layer-2"),
    ("rack", "topology.k8s.aws/network-node-layer-3"),
    ("host", HOSTNAME),
)
"""EKS and the AWS cloud provider; layer 3 is the network node closest to the instance.

Source: kubernetes/cloud-provider-aws pkg/providers/v1/well_known_labels.go@04c9c755; NVIDIA/topograph
docs/reference/node-labels.md@e2b62507 (which layer is which).
"""

GKE: Final[Levels] = (
    ("zone", ZONE),
    ("block", "cloud.google.com/gce-topology-block"),
    ("rack", "cloud.google.com/gce-topology-subblock"),
    ("machine", "cloud.google.com/gce-topology-host"),
    ("host", HOSTNAME),
)
"""Block and sub-block of a reservation, and the machine a node's VM runs on; on nodes of dense capacity.

Source: https://cloud.google.com/ai-hypercomputer/docs/workloads/schedule-gke-workloads-tas; NVIDIA/topograph
docs/reference/node-labels.md@e2b62507.
"""

OCI: Final[Levels] = (
    ("zone", ZONE),
    ("datacenter", "oci.oraclecloud.com/rdma.hpc_island_id"),
    ("block", "oci.oraclecloud.com/rdma.network_block_id"),
    ("rack", "oci.oraclecloud.com/rdma.local_block_id"),
    ("host", HOSTNAME),
)
"""OKE nodes with RDMA and a capacity topology: HPC island, network block, local block.

Source: oracle-quickstart/oci-hpc-oke docs/using-rdma-network-locality-when-running-workloads-on-oke.md@01f30a48.
"""

COREWEAVE: Final[Levels] = (
    ("block", "backend.coreweave.cloud/fabric"),
    ("rack", "backend.coreweave.cloud/leafgroup"),
    ("host", HOSTNAME),
)
"""InfiniBand or RoCE fabric, and the group of leaf switches a node hangs on.

Source: https://docs.coreweave.com/products/networking/hpc-interconnect/infiniband-roce-labels.
"""

COREWEAVE_NVL72: Final[Levels] = (("rack", "ds.coreweave.com/nvlink.domain"), ("host", HOSTNAME))
"""The NVLink domain of a GB200 or GB300 NVL72 rack.

Source: https://docs.coreweave.com/docs/products/sunk/topology-scheduling.
"""

NVIDIA: Final[Levels] = (("rack", "nvidia.com/gpu.clique"), ("host", HOSTNAME))
"""The NVLink clique of GB200 and GB300 nodes, written by GPU feature discovery and the DRA driver.

Source: NVIDIA/k8s-device-plugin docs/gpu-feature-discovery/README.md@0719b2a4.
"""

TOPOGRAPH: Final[Levels] = (
    ("datacenter", "network.topology.nvidia.com/core"),
    ("block", "network.topology.nvidia.com/spine"),
    ("rack", "network.topology.nvidia.com/leaf"),
    ("host", HOSTNAME),
)
"""Three tiers of switches as topograph v0.3 to v0.5 labels them.

Source: NVIDIA/topograph pkg/engines/k8s/labeler.go@v0.3.0 and v0.5.0, line 28.
"""

TOPOGRAPH_V1: Final[Levels] = (
    ("datacenter", "fabric.topograph.run/tier-2"),
    ("block", "fabric.topograph.run/tier-1"),
    ("rack", "fabric.topograph.run/tier-0"),
    ("host", HOSTNAME),
)
"""The same as topograph v1 labels them; tier 0 is the switch closest to the node.

Source: NVIDIA/topograph pkg/topology/topology.go and docs/reference/node-labels.md@v1.0.0.
"""

PRESETS: Final[dict[str, Levels]] = {
    "aws": AWS,
    "coreweave": COREWEAVE,
    "coreweave-nvl72": COREWEAVE_NVL72,
    "gke": GKE,
    "kubernetes": KUBERNETES,
    "nvidia": NVIDIA,
    "oci": OCI,
    "topograph": TOPOGRAPH,
    "topograph-v1": TOPOGRAPH_V1,
}

MOST_LEVELS: Final = 16
"""Levels of KAI's Topology, which Grove makes of a binding; `kubernetes.io/hostname` may only be its last.

Source: kai-scheduler/KAI-Scheduler pkg/apis/kai/v1alpha1/topology_types.go@v0.14.0 to v0.17.0.
"""

OLD_DOMAINS: Final = ("region", "zone", "datacenter", "block", "rack", "host", "numa")
"""The domains there were before a binding named its own, broad to narrow.

Source: ai-dynamo/grove operator/api/core/v1alpha1/podcliqueset.go@v0.1.0-alpha.8, line 280.
"""
