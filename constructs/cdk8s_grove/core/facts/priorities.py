"""Priority classes: what Kubernetes takes, what KAI ships, and which of them are never preempted.

Source: kai-scheduler/KAI-Scheduler docs/priority/README.md and deployments/kai-scheduler/templates/priorityclasses,
v0.14.0 to v0.17.0.
"""

from __future__ import annotations

from typing import Final

NON_PREEMPTIBLE: Final = 100
"""Of this value or more a workload is never preempted, and has to fit the quotas of its queue and of all above."""

SHIPPED: Final = {"train": 50, "build-preemptible": 75, "build": 100, "inference": 125}
"""The priority classes KAI's chart makes, unless `defaultPriorityClasses.enabled` is false."""

LEAST_VALUE: Final = -(2**31)
MOST_VALUE: Final = 1_000_000_000
"""Values above are Kubernetes' own.

Source: kubernetes/kubernetes pkg/apis/scheduling/types.go@v1.35.0 (HighestUserDefinablePriority).
"""
RESERVED_PREFIX: Final = "system-"
"""Names that begin so are Kubernetes' own.

Source: kubernetes/kubernetes pkg/apis/scheduling/validation/validation.go@v1.35.0.
"""
