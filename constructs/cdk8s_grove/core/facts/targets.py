"""Pairs of Grove and KAI that are known to work together, and what each release brought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cdk8s_grove.core.facts import versions

PAIRS: Final[tuple[tuple[str, str], ...]] = (
    ("v0.1.0-alpha.8", "v0.14.0"),
    ("v0.1.0-alpha.9", "v0.14.0"),
    ("v0.1.0-alpha.10", "v0.15.2"),
    ("v0.1.0-alpha.11", "v0.15.2"),
    ("v0.1.0-alpha.12-rc1", "v0.15.2"),
    ("v0.1.0-alpha.13", "v0.17.0"),
    ("v0.1.0-alpha.14-rc1", "v0.17.0"),
)
"""Grove and the KAI it is known to work with, the oldest first; a release in between belongs to the earlier."""


@dataclass(frozen=True, slots=True)
class Gate:
    """A behaviour that begins with a release.

    Attributes:
        product: `grove` or `kai`.
        since: From which release on.
        key: Its name, for programs.
        says: What is so from then on.
    """

    product: str
    since: versions.VersionKey
    key: str
    says: str


GATES: Final = (
    Gate("grove", versions.TOPOLOGY_NAME, "topology-name", "topologies have names: ClusterTopologyBinding"),
    Gate("grove", versions.GANG_MIRRORS_SET, "gang-labels", "a gang has the labels of its set"),
    Gate("grove", versions.PACK, "pack", "topology constraints are `pack`, required and preferred, not `packDomain`"),
    Gate("grove", versions.SET_SELECTOR, "set-selector", "a set can be scaled by metrics of its pods"),
    Gate("grove", versions.ENV_BEFORE_USERS, "env-order", "`$(GROVE_...)` expands in variables of containers"),
    Gate("grove", versions.GROVE_WRITES_POD_GROUP, "pod-group", "Grove writes KAI's pod groups, not KAI's pod-grouper"),
    Gate("grove", versions.GROUP_POD_INDEX, "group-pod-index", "ranks of several workers need no shell"),
    Gate("grove", versions.COHERENT, "coherent", "sets may be updated by the Coherent strategy"),
    Gate("kai", versions.KAI_DELAYS, "delays", "gangs may delay preemption and staleness"),
)


def new_in(grove: str, kai: str) -> Iterator[Gate]:
    """What a pair has and the pair before it has not; of the oldest pair, everything it has.

    Args:
        grove: Grove's tag, of `PAIRS`.
        kai: KAI's tag, of the same pair.
    """
    at = PAIRS.index((grove, kai))
    before = PAIRS[at - 1] if at else None
    return (gate for gate in GATES if has((grove, kai), gate) and not (before and has(before, gate)))


def has(pair: tuple[str, str], gate: Gate) -> bool:
    """Whether a pair of Grove and KAI is at or after the release of a gate."""
    return versions.version_key(pair[0] if gate.product == "grove" else pair[1]) >= gate.since
