"""A clique's pod as it goes into the set: the user's, and what the replica gives every pod."""

from __future__ import annotations

from cdk8s_grove.core.facts import env
from cdk8s_grove.core.layout import CliqueLayout, Rank
from cdk8s_grove.core.layout.containers import wants_rank
from cdk8s_grove.core.rendering.devices import equipped
from cdk8s_grove.core.rendering.launcher import launched
from cdk8s_grove.core.rendering.volumes import mounted
from cdk8s_grove.core.spec import ReplicaSpec
from cdk8s_grove_crds import Container, EnvVar, PodSpec


def finished(clique: CliqueLayout, spec: ReplicaSpec) -> PodSpec:
    """The user's pod with what it gets; what is the user's is validated already, and not a second time."""
    pod = clique.spec.pod
    update: dict[str, object] = {"scheduler_name": env.KAI_SCHEDULER}
    ours = [EnvVar.model_validate(entry.to_dict()) for entry in clique.env]
    for field, containers in (("init_containers", pod.init_containers), ("containers", pod.containers)):
        if containers is not None:
            first = 0 if field == "containers" else None
            update[field] = [_container(clique, one, ours, is_first=at == first) for at, one in enumerate(containers)]
    made = pod.model_copy(update=update)
    if spec.volumes:
        made = mounted(made, spec, ours=len(ours))
    equipment = clique.equipment
    if equipment.accelerator is not None or equipment.fabric is not None:
        made = equipped(made, equipment, ours=len(ours))
    return made


def _container(clique: CliqueLayout, container: Container, ours: list[EnvVar], *, is_first: bool) -> Container:
    update: dict[str, object] = {"env": [*ours, *(container.env or ())]}
    if clique.rank is Rank.LAUNCHER and wants_rank(container, clique.rank_variable, is_first=is_first):
        argv = (*(container.command or ()), *(container.args or ()))
        update["command"], update["args"] = launched(argv, clique.rank_variable)
    return container.model_copy(update=update)
