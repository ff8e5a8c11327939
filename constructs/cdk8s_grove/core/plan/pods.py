"""The pods of a clique."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cdk8s_grove.core.facts import env, names, versions
from cdk8s_grove.core.plan.claims import ClaimedGpus, pod_claims
from cdk8s_grove.core.plan.cliques import Instance, Order, Structure
from cdk8s_grove.core.plan.devices import extended_gpus
from cdk8s_grove.core.plan.environment import (
    Added,
    ConfigMaps,
    PodFields,
    clique_variables,
    group_variables,
    resolve,
)
from cdk8s_grove.core.plan.gangs import pod_group_name, written_by_grove
from cdk8s_grove.core.plan.model import Env, Pod
from cdk8s_grove.core.spec import Target


@dataclass(frozen=True, slots=True)
class PodMaker:
    """What the pods of a set have in common.

    Attributes:
        structure: The set.
        target: The releases.
        scheduler: Who schedules the pods.
        gpus: What claims hold.
        config_maps: ConfigMaps of the set's namespace.
        environments: Whether the pods' variables are wanted.
    """

    structure: Structure
    target: Target
    scheduler: str
    gpus: ClaimedGpus
    config_maps: ConfigMaps
    environments: bool

    def pods(self, instance: Instance, clique_labels: Mapping[str, str], order: Order) -> Iterator[Pod]:
        """The pods of one clique, by index."""
        source, template = self.structure.source, instance.template
        pod = template.pod
        containers, init_containers = (pod.containers, pod.init_containers) if self.environments else ((), ())
        added = self._added(instance)
        variables: dict[str, Env] = {c.name: added.to(c) for c in containers}
        init_variables: dict[str, Env] = {c.name: added.to(c) for c in init_containers}
        waits = {env.INIT_CONTAINER: order.arguments} if order.after else {}
        own_init = (env.INIT_CONTAINER,) if order.after else ()
        annotations = self._annotations(instance)
        subdomain = names.service(source.name, instance.unit)
        extended = extended_gpus(pod)
        for index in range(template.replicas):
            hostname = names.hostname(instance.fqn, index)
            labels = self._labels(instance, clique_labels, index)
            claims = pod_claims(instance, source, index)
            fields = PodFields(source.namespace, pod.service_account, labels, annotations)
            resolved = {
                container.name: resolve(container, known[container.name], fields, self.config_maps)
                for known, of_kind in ((variables, containers), (init_variables, init_containers))
                for container in of_kind
            }
            yield Pod(
                hostname=hostname,
                subdomain=subdomain,
                name_prefix=f"{instance.fqn}-",
                fqdn=names.fqdn(hostname, subdomain, source.namespace),
                clique=instance.fqn,
                template=template.name,
                phase=instance.place.phase,
                unit=instance.unit,
                copy=instance.place.copy(instance.group_copy, index),
                rank=instance.place.rank(index),
                gang=instance.gang,
                labels=labels,
                annotations=annotations,
                scheduler=self.scheduler,
                restart_policy=pod.restart_policy,
                termination_grace_period_seconds=pod.grace_seconds,
                init_containers=(*(c.name for c in pod.init_containers), *own_init),
                init_args=waits,
                env=variables,
                init_env=init_variables,
                resolved_env=resolved,
                claims=claims,
                gpus=extended + self.gpus.of_pod(claims),
            )

    def _added(self, instance: Instance) -> Added:
        source, target, group = self.structure.source, self.target, instance.group
        first = target.grove_has(versions.ENV_BEFORE_USERS)
        of_clique = clique_variables(
            source.name,
            instance.unit,
            instance.fqn,
            source.namespace,
            group_pod_index=group is not None and target.grove_has(versions.GROUP_POD_INDEX),
        )
        of_group = group_variables(self.structure.group_pods(group)) if group else ()
        return Added(of_clique + of_group if first else of_group + of_clique, first)

    def _annotations(self, instance: Instance) -> dict[str, str]:
        annotations = {k: v for k, v in instance.template.annotations.items() if k != env.ANNOTATION_TOPOLOGY}
        if self.scheduler == env.KAI_SCHEDULER:
            annotations[env.KAI_POD_GROUP] = pod_group_name(instance.gang, self.target)
            if written_by_grove(self.target):
                annotations[env.KAI_SKIP_GROUPER] = "true"
        return dict(sorted(annotations.items()))

    def _labels(self, instance: Instance, clique_labels: Mapping[str, str], index: int) -> dict[str, str]:
        labels = {
            **clique_labels,
            env.LABEL_CLIQUE: instance.fqn,
            env.LABEL_POD_INDEX: str(index),
        }
        if instance.group is not None and self.target.grove_has(versions.GROUP_POD_INDEX):
            labels[env.LABEL_GROUP_POD_INDEX] = str(self._group_index(instance) + index)
        if self.scheduler == env.KAI_SCHEDULER:
            labels[env.KAI_SUBGROUP_LABEL] = instance.fqn
        return dict(sorted(labels.items()))

    def _group_index(self, instance: Instance) -> int:
        """The index, over all pods of the group's copy, of the clique's first pod."""
        order = instance.group.clique_names if instance.group else ()
        before = order[: order.index(instance.named.name)]
        return sum(self.structure.by_name[name].replicas for name in before)
