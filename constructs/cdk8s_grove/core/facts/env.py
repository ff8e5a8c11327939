"""The variables and labels Grove and KAI put on a pod, and the ones KAI reads.

Source: ai-dynamo/grove operator/api/common/constants/constants.go and labels.go@fcc3b3bb; the values are
those seen on the real operator, on main at fcc3b3bb and on v0.1.0-alpha.11.
"""

from __future__ import annotations

from typing import Final

GROUP_NAME: Final = "GROVE_PCSG_NAME"
GROUP_INDEX: Final = "GROVE_PCSG_INDEX"
GROUP_POD_INDEX: Final = "GROVE_PCSG_POD_INDEX"
HEADLESS_SERVICE: Final = "GROVE_HEADLESS_SERVICE"
CLIQUE_POD_INDEX: Final = "GROVE_PCLQ_POD_INDEX"

OPERATOR_VARIABLES: Final = frozenset(
    {
        "GROVE_PCS_NAME",
        "GROVE_PCS_INDEX",
        "GROVE_PCLQ_NAME",
        HEADLESS_SERVICE,
        CLIQUE_POD_INDEX,
        GROUP_NAME,
        "GROVE_PCSG_TEMPLATE_NUM_PODS",
        GROUP_INDEX,
        GROUP_POD_INDEX,
    }
)
"""Every variable the operator sets in a container of a scaling group's pod."""

LABEL_UNIT: Final = "grove.io/podcliqueset-replica-index"
LABEL_GROUP: Final = "grove.io/podcliquescalinggroup"
LABEL_COPY: Final = "grove.io/podcliquescalinggroup-replica-index"

KAI_QUEUE_LABEL: Final = "kai.scheduler/queue"
KAI_NODE_POOL_LABEL: Final = "kai.scheduler/node-pool"
KAI_SCHEDULER: Final = "kai-scheduler"
