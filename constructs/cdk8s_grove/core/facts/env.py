"""The variables and labels Grove and KAI put on a pod, and the ones KAI reads.

Source: ai-dynamo/grove operator/api/common/constants/constants.go and labels.go@fcc3b3bb; the values are
those seen on the real operator, on main at fcc3b3bb and on v0.1.0-alpha.11.
"""

from __future__ import annotations

from typing import Final

SET_NAME: Final = "GROVE_PCS_NAME"
SET_INDEX: Final = "GROVE_PCS_INDEX"
CLIQUE_NAME: Final = "GROVE_PCLQ_NAME"
GROUP_NAME: Final = "GROVE_PCSG_NAME"
GROUP_NUM_PODS: Final = "GROVE_PCSG_TEMPLATE_NUM_PODS"
GROUP_INDEX: Final = "GROVE_PCSG_INDEX"
GROUP_POD_INDEX: Final = "GROVE_PCSG_POD_INDEX"
HEADLESS_SERVICE: Final = "GROVE_HEADLESS_SERVICE"
CLIQUE_POD_INDEX: Final = "GROVE_PCLQ_POD_INDEX"

OPERATOR_VARIABLES: Final = frozenset(
    {
        SET_NAME,
        SET_INDEX,
        CLIQUE_NAME,
        HEADLESS_SERVICE,
        CLIQUE_POD_INDEX,
        GROUP_NAME,
        GROUP_NUM_PODS,
        GROUP_INDEX,
        GROUP_POD_INDEX,
    }
)
"""Every variable the operator sets in a container of a scaling group's pod."""

LABEL_NAME: Final = "app.kubernetes.io/name"
LABEL_COMPONENT: Final = "app.kubernetes.io/component"
LABEL_PART_OF: Final = "app.kubernetes.io/part-of"
LABEL_MANAGED_BY: Final = "app.kubernetes.io/managed-by"
MANAGER: Final = "grove-operator"
COMPONENT_GANG: Final = "podgang"
COMPONENT_GROUP_CLIQUE: Final = "pcsg-podclique"
COMPONENT_STANDALONE_CLIQUE: Final = "pcs-podclique"

LABEL_UNIT: Final = "grove.io/podcliqueset-replica-index"
LABEL_GROUP: Final = "grove.io/podcliquescalinggroup"
LABEL_COPY: Final = "grove.io/podcliquescalinggroup-replica-index"
LABEL_CLIQUE: Final = "grove.io/podclique"
LABEL_POD_INDEX: Final = "grove.io/podclique-pod-index"
LABEL_GROUP_POD_INDEX: Final = "grove.io/podcliquescalinggroup-pod-index"
LABEL_GANG: Final = "grove.io/podgang"
LABEL_BASE_GANG: Final = "grove.io/base-podgang"
LABEL_SCHEDULER: Final = "grove.io/scheduler-name"
LABEL_TEMPLATE_HASH: Final = "grove.io/pod-template-hash"
GROVE_DOMAIN: Final = "grove.io/"
"""Labels and annotations of a set below this are not passed on to its gangs."""

ANNOTATION_TOPOLOGY: Final = "grove.io/topology-name"
ANNOTATION_MNNVL: Final = "grove.io/mnnvl-group"
MNNVL_OUT: Final = "none"
MNNVL_CLAIM: Final = "mnnvl-claim"
MNNVL_GPU: Final = "nvidia.com/gpu"
"""Pods that ask for this resource get the claim of their group's ComputeDomain.

Source: ai-dynamo/grove operator/internal/mnnvl/constants.go and injection.go@fcc3b3bb.
"""

INIT_CONTAINER: Final = "grove-initc"

KAI_QUEUE_LABEL: Final = "kai.scheduler/queue"
KAI_NODE_POOL_LABEL: Final = "kai.scheduler/node-pool"
KAI_SCHEDULER: Final = "kai-scheduler"
KAI_SUBGROUP_LABEL: Final = "kai.scheduler/subgroup-name"
KAI_SKIP_GROUPER: Final = "kai.scheduler/skip-podgrouper"
KAI_POD_GROUP: Final = "pod-group-name"
KAI_DEFAULT_QUEUE: Final = "default-queue"
KAI_PROJECT_LABEL: Final = "project"
KAI_PRIORITY_LABEL: Final = "priorityClassName"
KAI_DEFAULT_PRIORITY: Final = "train"
KAI_PREEMPTIBILITY_LABEL: Final = "kai.scheduler/preemptibility"
KAI_PREEMPTIBILITIES: Final = ("", "preemptible", "non-preemptible")
KAI_TOPOLOGY: Final = "kai.scheduler/topology"
KAI_TOPOLOGY_REQUIRED: Final = "kai.scheduler/topology-required-placement"
KAI_TOPOLOGY_PREFERRED: Final = "kai.scheduler/topology-preferred-placement"
KAI_PREEMPTION_DELAY: Final = "kai.scheduler/preemption-delay"
KAI_STALENESS: Final = "kai.scheduler/staleness-grace-period"
"""What the pod-grouper reads of sets and pods, and the queue and priority class it takes where neither names one.

Source: kai-scheduler/KAI-Scheduler pkg/podgrouper/podgrouper/plugins/constants/constants.go@d5bc503a.
"""

DEFAULT_SCHEDULER: Final = "default-scheduler"
"""What Grove takes where no clique names a scheduler, unless the operator is configured otherwise.

Source: ai-dynamo/grove operator/api/config/v1alpha1/defaults.go@fcc3b3bb.
"""


def field_of_label(label: str) -> str:
    """The downward API's path of a pod's label."""
    return f"metadata.labels['{label}']"
