"""Versions of Grove and KAI: their order, and from which one on each behaviour holds.

Grove's tags (`v0.1.0-alpha.12-rc2`) are sorted by neither `packaging`, which refuses them, nor SemVer,
which puts `alpha.12-rc2` after `alpha.14`; so the key is ours.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_TAG = re.compile(
    r"""(?:.*/)?                                  # Go sub-module tags: operator/api/v0.1.0-alpha.9
        v?(?P<major>\d+)\.(?P<minor>\d+)\.(?P<patch>\d+)
        (?:-(?P<stage>alpha|beta|rc)[.]?(?P<number>\d+)
           (?:-rc[.]?(?P<candidate>\d+))?)?""",
    re.VERBOSE | re.ASCII,
)
_STAGES: Final = {"alpha": 0, "beta": 1, "rc": 2, None: 3}
_FINAL: Final = 1 << 31  # sorts after every release candidate

VersionKey = tuple[int, int, int, int, int, int]


@cache
def version_key(tag: str) -> VersionKey:
    """The place of a published tag in the order of releases.

    Args:
        tag: A tag of Grove or KAI, with or without `v` and a Go module's path before it.

    Returns:
        Six numbers that compare as the releases follow each other.

    Raises:
        ValueError: The text is not such a tag.
    """
    match = _TAG.fullmatch(tag)
    if match is None:
        raise ValueError(tag)
    number, candidate = match["number"], match["candidate"]
    return (
        int(match["major"]),
        int(match["minor"]),
        int(match["patch"]),
        _STAGES[match["stage"]],
        int(number) if number else 0,
        int(candidate) if candidate else _FINAL,
    )


DEFAULT_GROVE: Final = "v0.1.0-alpha.13"
DEFAULT_KAI: Final = "v0.17.0"

OLDEST_GROVE: Final = version_key("v0.1.0-alpha.8")
"""The first Grove release that is known to work with a KAI this library knows (KAI 0.14)."""

OLDEST_KAI: Final = version_key("v0.14.0")

ENV_BEFORE_USERS: Final = version_key("v0.1.0-alpha.12-rc2")
"""From here on Grove puts its variables before the user's, so `$(GROVE_...)` expands in the user's.

Source: ai-dynamo/grove#753; seen on alpha.11 (after) and on main at fcc3b3bb (before).
"""

GROVE_WRITES_POD_GROUP: Final = version_key("v0.1.0-alpha.12-rc2")
"""From here on Grove writes KAI's PodGroups, and refuses a set for KAI without one queue; before, KAI's pod-grouper.

Source: ai-dynamo/grove operator/internal/scheduler/kai/backend.go@fcc3b3bb; seen on alpha.11 and on main.
"""

GANG_MIRRORS_SET: Final = version_key("v0.1.0-alpha.9")
"""From here on a gang carries the labels of its set.

Source: ai-dynamo/grove operator/internal/controller/podcliqueset/components/podgang/podgang.go@v0.1.0-alpha.9.
"""

SET_SELECTOR: Final = version_key("v0.1.0-alpha.12-rc1")
"""From here on a set's scale subresource publishes the selector of its pods.

Source: ai-dynamo/grove operator/internal/controller/podcliqueset/reconcilestatus.go@v0.1.0-alpha.12-rc1.
"""

ONE_TOPOLOGY: Final = "grove-topology"
"""The name of the cluster's one topology before constraints named theirs.

Source: ai-dynamo/grove operator/api/core/v1alpha1/clustertopology.go@v0.1.0-alpha.8.
"""

COHERENT: Final = version_key("v0.1.0-alpha.14")
"""First release whose sets may be updated by the Coherent strategy.

Source: ai-dynamo/grove#776.
"""

GROUP_POD_INDEX: Final = version_key("v0.1.0-alpha.14-rc1")
"""From here on a pod knows its index over all cliques of its scaling group (GROVE_PCSG_POD_INDEX).

Source: ai-dynamo/grove#755.
"""

PACK: Final = version_key("v0.1.0-alpha.10")
"""From here on a topology constraint is `pack`, and `packDomain` is refused on new sets.

Source: ai-dynamo/grove operator/api/core/v1alpha1/podcliqueset.go@v0.1.0-alpha.10, line 38; alpha.10-rc1
has packDomain only.
"""

TOPOLOGY_NAME: Final = version_key("v0.1.0-alpha.9")
"""From here on a constraint names its topology.

Source: ai-dynamo/grove operator/api/core/v1alpha1/podcliqueset.go@v0.1.0-alpha.9, line 275.
"""

MNNVL_GROUP: Final = version_key("v0.1.0-alpha.9")
"""From here on the operator makes a ComputeDomain for each group of cliques that the annotation `mnnvl-group` names.

Source: ai-dynamo/grove operator/internal/mnnvl/constants.go@v0.1.0-alpha.9; before, `auto-mnnvl` for the whole set.
"""

SHORT_SECRET_NAME: Final = version_key("v0.1.0-alpha.12-rc1")
"""From here on the init container's token secret is `<set>-ic-sat`, before `<set>-initc-sa-token-secret`.

Source: ai-dynamo/grove operator/api/common/namegen.go@v0.1.0-alpha.12-rc1, line 64.
"""

KAI_DELAYS: Final = version_key("v0.17.0")
"""From here on KAI's pod-grouper reads the annotations `preemption-delay` and `staleness-grace-period`.

Source: kai-scheduler/KAI-Scheduler pkg/podgrouper/podgrouper/plugins/defaultgrouper/default_grouper.go@v0.17.0.
"""

KAI_BROKEN_GROUP_TOPOLOGY: Final = frozenset({version_key("v0.15.0"), version_key("v0.15.1")})
"""KAI releases whose webhook refuses the pod group of a set with a constraint on a scaling group.

Source: kai-scheduler/KAI-Scheduler#1639.
"""
