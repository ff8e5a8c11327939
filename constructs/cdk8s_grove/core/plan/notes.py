"""What a plan could not know, and what surprises people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cdk8s_grove.core.plan.claims import ClaimedGpus
from cdk8s_grove.core.plan.cliques import Instance, Structure
from cdk8s_grove.core.plan.gangs import Topology


def notes(
    structure: Structure, instances: Sequence[Instance], topology: Topology, gpus: ClaimedGpus
) -> tuple[str, ...]:
    """One line each."""
    return tuple(
        dict.fromkeys(
            (
                *_topology(topology),
                *_taken_templates(instances),
                *_scaled_gangs(structure, topology),
                *gpus.unknown,
                *_variables(structure),
            )
        )
    )


def _topology(topology: Topology) -> Iterator[str]:
    if topology.name is not None and not topology.known:
        yield f"topology {topology.name} is not in the input, so its domains stand where their node labels would"
    elif topology.asked and topology.name is None:
        yield "no topology is named, so Grove drops the topology constraints"
    for domain in topology.unknown():
        yield f"topology {topology.name} has no domain {domain}, so nothing is placed by it; Grove refuses a new set"


def _taken_templates(instances: Sequence[Instance]) -> Iterator[str]:
    for instance in instances:
        if instance.template is not instance.named:
            named, taken = instance.named.name, instance.template.name
            yield f"pods of clique {named} run the pod template of {taken}, the first whose name theirs ends in"


def _scaled_gangs(structure: Structure, topology: Topology) -> Iterator[str]:
    source = structure.source
    scaled = [group.name for group in source.groups if group.replicas > group.min_available]
    if scaled and source.topology is not None and topology.name is not None:
        yield (
            f"scaled gangs ({', '.join(scaled)}) each find a domain of their own: "
            "the set's topology constraint does not hold them near their unit"
        )


def _variables(structure: Structure) -> Iterator[str]:
    for clique in structure.source.cliques:
        for container in (*clique.pod.init_containers, *clique.pod.containers):
            for kind, name, _ in container.env_from:
                if kind == "secret":
                    yield f"container {container.name} of {clique.name} takes variables from secret {name}, not shown"
