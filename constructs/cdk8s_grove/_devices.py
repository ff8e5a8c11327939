"""What cliques make for their pods' devices: a claim template each, and a ComputeDomain a group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cdk8s_grove._jsii import Construct
from cdk8s_grove.core.layout.devices import compute_domain, equipment_of
from cdk8s_grove.core.rendering import render_claim_template, render_compute_domain
from cdk8s_grove.core.spec import CliqueSpec
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts

if TYPE_CHECKING:
    from cdk8s_grove.disagg_replica import DisaggReplica
    from cdk8s_grove.phase_gang import PhaseGang


def make_devices(clique: Construct, options: CliqueSpec, phase: PhaseGang) -> None:
    """What the pods of a clique claim: its child `devices`, and once a group the replica's child `mnnvl-<group>`."""
    replica = phase.replica
    equipment = equipment_of(replica.options, phase.options, options)
    if equipment.claim_template is not None:

        def build(seen: Metadata, _: Parts) -> dict[str, Any]:
            document = render_claim_template(replica.options.namespace, equipment)
            document["metadata"] |= seen
            return document

        GroveManifest(
            clique,
            "devices",
            siblings=replica.siblings,
            api_version="resource.k8s.io/v1",
            kind="ResourceClaimTemplate",
            metadata=_metadata(equipment.claim_template, replica),
            build=build,
            typed=False,
        )
    group = equipment.fabric.mnnvl if equipment.fabric is not None and equipment.channel_template is not None else None
    if group is not None and replica.node.try_find_child(f"mnnvl-{group}") is None:
        _make_domain(replica, group)


def _make_domain(replica: DisaggReplica, group: str) -> None:
    def build(seen: Metadata, _: Parts) -> dict[str, Any]:
        document = render_compute_domain(replica.spec(), group)
        document["metadata"] |= seen
        return document

    GroveManifest(
        replica,
        f"mnnvl-{group}",
        siblings=replica.siblings,
        api_version="resource.nvidia.com/v1beta1",
        kind="ComputeDomain",
        metadata=_metadata(compute_domain(replica.options, group), replica),
        build=build,
        typed=False,
    )


def _metadata(name: str, replica: DisaggReplica) -> Metadata:
    namespace = replica.options.namespace
    return {"name": name} if namespace is None else {"name": name, "namespace": namespace}
