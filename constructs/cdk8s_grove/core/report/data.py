"""A plan as JSON, with the keys Kubernetes and Grove use."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.plan import model
from cdk8s_grove.core.plan.environment import as_written

FORMAT_VERSION: Final = "1.0"
"""Readers ignore keys they do not know, and refuse another major."""

Json = dict[str, Any]
_PARTS: Final = (
    "podCliques",
    "scalingGroups",
    "podGangs",
    "kaiPodGroups",
    "services",
    "horizontalPodAutoscalers",
    "resourceClaims",
    "pods",
)
"""The lists of a set, an item a line."""


def plan_as_json(plan: model.Plan) -> Iterator[str]:
    """The plan's JSON, in pieces: an item a line, so that a large one can be read and compared."""
    yield f'{{\n"format_version": {_line(FORMAT_VERSION)},\n'
    yield f'"target": {_line({"grove": plan.target.grove, "kai": plan.target.kai})},\n'
    yield f'"passedBy": {_line(dict(plan.passed_by))},\n"sets": ['
    for index, found in enumerate(plan.sets):
        yield "," if index else ""
        yield from _set_in_pieces(found)
    yield "\n]\n}\n"


def plan_data(plan: model.Plan) -> Json:
    """The same as one value."""
    data: Json = json.loads("".join(plan_as_json(plan)))
    return data


def _set_in_pieces(found: model.SetPlan) -> Iterator[str]:
    yield "\n{"
    first = True
    for key, value in _set(found).items():
        yield ("\n" if first else ",\n") + f"{_line(key)}: "
        first = False
        if key not in _PARTS:
            yield _line(value)
            continue
        before = "["
        for item in value:
            yield f"{before}\n{_line(item)}"
            before = ","
        yield "[]" if before == "[" else "\n]"
    yield "\n}"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _set(found: model.SetPlan) -> Mapping[str, Any]:
    """The set's parts; the long ones are made as they are written."""
    return {
        "name": found.name,
        "namespace": found.namespace,
        "source": found.source,
        "queue": found.queue,
        "queueParents": found.queue_parents,
        "scheduler": found.scheduler,
        "topology": found.topology,
        "totals": totals_data(found.totals),
        "failures": [{"kind": f.kind, "path": f.path, "why": f.why, "podsLost": f.pods_lost} for f in found.failures],
        "notes": found.notes,
        "overrides": [{"path": o.path, "value": o.value, "reason": o.reason} for o in found.overrides],
        "startup": {
            "type": found.startup_type,
            "waits": [{"clique": wait.clique, "after": wait.after} for wait in found.startup],
        },
        "scaleTargets": [_scale_target(target) for target in found.scale_targets],
        "podCliques": [_clique(clique) for clique in found.pod_cliques],
        "scalingGroups": [
            {
                "name": group.name,
                "replicas": group.replicas,
                "minAvailable": group.min_available,
                "cliqueNames": group.clique_names,
            }
            for group in found.scaling_groups
        ],
        "podGangs": [_gang(gang) for gang in found.pod_gangs],
        "kaiPodGroups": [_kai_pod_group(group) for group in found.kai_pod_groups],
        "services": [
            {
                "name": service.name,
                "publishNotReadyAddresses": service.publish_not_ready,
                "selector": service.selector,
            }
            for service in found.services
        ],
        "horizontalPodAutoscalers": [
            {
                "name": autoscaler.name,
                "target": {"kind": autoscaler.kind, "name": autoscaler.name, "apiVersion": "grove.io/v1alpha1"},
                "min": autoscaler.min_replicas,
                "max": autoscaler.max_replicas,
            }
            for autoscaler in found.autoscalers
        ],
        "resourceClaims": found.resource_claims,
        "pods": map(pod_data, found.pods),
    }


def _clique(clique: model.PodClique) -> Json:
    return {
        "name": clique.name,
        "labels": clique.labels,
        "replicas": clique.replicas,
        "minAvailable": clique.min_available,
        "startsAfter": clique.starts_after,
    }


def _gang(gang: model.PodGang) -> Json:
    spec: Json = {
        "podgroups": [
            _with(
                {"minReplicas": g.min_replicas, "name": g.name, "pods": g.pods}, topologyConstraint=_pack(g.constraint)
            )
            for g in gang.pod_groups
        ]
    }
    return {
        "name": gang.name,
        "labels": gang.labels,
        "spec": _with(
            spec,
            priorityClassName=gang.priority_class,
            topologyConstraint=_pack(gang.constraint),
            topologyConstraintGroupConfigs=[
                _with({"name": g.name, "podGroupNames": g.pod_groups}, topologyConstraint=_pack(g.constraint))
                for g in gang.group_constraints
            ],
        ),
    }


def _pack(constraint: model.Constraint | None) -> Json | None:
    if constraint is None:
        return None
    return {"packConstraint": _with({}, required=constraint.required, preferred=constraint.preferred)}


def _kai_pod_group(group: model.KaiPodGroup) -> Json:
    gang = group.gang
    parent = {name: config.name for config in gang.group_constraints for name in config.pod_groups}
    sub_groups = [
        _with(
            {"minSubGroup": len(config.pod_groups), "name": config.name},
            topologyConstraint=_kai_constraint(config.constraint, group.topology),
        )
        for config in gang.group_constraints
        if config.pod_groups
    ]
    sub_groups += [
        _with(
            {"minMember": member.min_replicas, "name": member.name},
            parent=parent.get(member.name),
            topologyConstraint=_kai_constraint(member.constraint, group.topology),
        )
        for member in gang.pod_groups
    ]
    spec = {"minMember": group.min_member, "queue": group.queue, "subGroups": sub_groups}
    return {
        "name": group.name,
        "spec": _with(
            spec,
            priorityClassName=group.priority_class,
            preemptibility=group.preemptibility,
            preemptionDelay=group.preemption_delay,
            stalenessGracePeriod=group.staleness_grace_period,
        )
        | {"topologyConstraint": _placement(group.placement)},
    }


def _placement(placement: model.Placement) -> Json:
    return _with(
        {},
        topology=placement.topology,
        requiredTopologyLevel=placement.required,
        preferredTopologyLevel=placement.preferred,
    )


def _kai_constraint(constraint: model.Constraint | None, topology: str | None) -> Json | None:
    if constraint is None:
        return None
    return _with(
        {"topology": topology},
        requiredTopologyLevel=constraint.required,
        preferredTopologyLevel=constraint.preferred,
    )


def _scale_target(target: model.ScaleTarget) -> Json:
    return {
        "kind": target.kind,
        "name": target.name,
        "apiVersion": "grove.io/v1alpha1",
        "counts": target.counts,
        "replicas": target.replicas,
        "minAvailable": target.min_available,
        "selector": target.selector,
    }


def totals_data(totals: model.Totals) -> Json:
    """The numbers."""
    return {
        "units": totals.units,
        "gangs": totals.gangs,
        "pods": totals.pods,
        "gpus": totals.gpus,
        "atOnce": {"pods": totals.pods_at_once, "gpus": totals.gpus_at_once},
        "perGang": [_amount(amount) for amount in totals.per_gang],
        "perPhase": [_amount(amount) for amount in totals.per_phase],
    }


def _amount(amount: model.Amount) -> Json:
    return {
        "name": amount.name,
        "pods": amount.pods,
        "gpus": amount.gpus,
        "atOnce": {"pods": amount.pods_at_once, "gpus": amount.gpus_at_once},
    }


def pod_data(pod: model.Pod) -> Json:
    """One pod."""
    return {
        "hostname": pod.hostname,
        "subdomain": pod.subdomain,
        "namePrefix": pod.name_prefix,
        "labels": pod.labels,
        "annotations": pod.annotations,
        "scheduler": pod.scheduler,
        "restartPolicy": pod.restart_policy,
        "terminationGracePeriodSeconds": pod.termination_grace_period_seconds,
        "initContainers": pod.init_containers,
        "initArgs": pod.init_args,
        "env": {name: _env(variables) for name, variables in pod.env.items()},
        "initEnv": {name: _env(variables) for name, variables in pod.init_env.items()},
        "claims": [
            _with({"name": claim.name}, resourceClaimName=claim.claim, resourceClaimTemplateName=claim.template)
            for claim in pod.claims
        ],
        "fqdn": pod.fqdn,
        "clique": pod.clique,
        "phase": pod.phase,
        "unit": pod.unit,
        "copy": pod.copy,
        "rank": pod.rank,
        "gang": pod.gang,
        "gpus": pod.gpus,
        "resolvedEnv": pod.resolved_env,
    }


def _env(variables: model.Env) -> list[tuple[str, object]]:
    return [
        (name, as_written(name, value) if isinstance(value, str) else {value.kind: value.ref})
        for name, value in variables
    ]


def _with(data: Json, **more: object) -> Json:
    """The data and what there is of the rest."""
    return data | {key: value for key, value in more.items() if value}
