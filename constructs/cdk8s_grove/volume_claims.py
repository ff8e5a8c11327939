"""The PersistentVolumeClaims that a replica makes for its volumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cdk8s_grove.core.layout.volumes import claim_name
from cdk8s_grove.core.rendering import render_claim
from cdk8s_grove.core.spec import ReplicaVolume
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts

if TYPE_CHECKING:
    from cdk8s_grove._tree import Siblings
    from cdk8s_grove.disagg_replica import DisaggReplica


def make_claims(replica: DisaggReplica, siblings: Siblings) -> None:
    """One API object a volume with a `new_claim`, below the replica: `<volume>-claim`."""
    for volume in replica.volumes:
        if volume.new_claim is not None:
            _make(replica, volume, siblings)


def _make(replica: DisaggReplica, volume: ReplicaVolume, siblings: Siblings) -> None:
    options = replica.options
    metadata: dict[str, Any] = {"name": claim_name(options, volume)}
    if options.namespace is not None:
        metadata["namespace"] = options.namespace

    def build(seen: Metadata, _: Parts) -> dict[str, Any]:
        document = render_claim(options, volume)
        document["metadata"] |= seen
        return document

    GroveManifest(
        replica,
        f"{volume.name}-claim",
        siblings=siblings,
        api_version="v1",
        kind="PersistentVolumeClaim",
        metadata=metadata,
        build=build,
        typed=False,
    )
