"""What a spec says is what the real operator was given: each recorded layout and topology, made again from a spec."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.rendering import render_topology
from cdk8s_grove.core.report.data import plan_data
from cdk8s_grove.core.spec import ClusterTopologyBindingSpec, Target

GOLDEN = Path(__file__).parent / "golden"
TARGETS = {"grove-main": Target(), "grove-alpha.11": Target(grove="v0.1.0-alpha.11", kai="v0.15.2")}
CASES = [
    pytest.param(version, path, id=f"{version}-{path.stem}")
    for version in TARGETS
    for kind in ("layout", "topology")
    for path in sorted((GOLDEN / version / "expand").glob(f"{kind}-*.json"))
]
DOMAINS = ["zone", "block", "rack", "host"]
KEYS = ["topology.kubernetes.io/zone", "example.com/block", "example.com/rack", "kubernetes.io/hostname"]
TOPOLOGY = render_topology(
    ClusterTopologyBindingSpec.model_validate(
        {"name": "topo", "levels": [{"domain": one, "key": key} for one, key in zip(DOMAINS, KEYS, strict=True)]}
    )
)
POD = {"containers": [{"name": "engine", "image": "engine:1"}]}
PHASES = {"p": "prefill", "d": "decode", "e": "encode"}

Document = dict[str, Any]


def constraint(item: Document) -> Document:
    """A recorded constraint as the option that asks for it."""
    asked = item.get("topologyConstraint")
    if asked is None:
        return {}
    return {"topology": {"topology_name": asked.get("topologyName"), **asked["pack"]}}


def member(clique: Document) -> Document:
    return {"name": clique["name"], "pod": POD, **constraint(clique)}


def spec_of(manifest: Document, target: Target) -> ReplicaSpec:
    """The spec that should give a recorded manifest."""
    template = manifest["spec"]["template"]
    cliques = {clique["name"]: clique for clique in template["cliques"]}
    groups = template["podCliqueScalingGroups"]
    data: Document = {
        "name": manifest["metadata"]["name"],
        "namespace": manifest["metadata"]["namespace"],
        "queue": manifest["metadata"]["labels"]["kai.scheduler/queue"],
        "priority": template.get("priorityClassName"),
        "target": target,
    }
    if set(groups[0]["cliqueNames"]) == {"p", "d"}:
        (group,) = groups
        data |= {"layout": "group", "group_name": group["name"], **constraint(group)}
        data |= {"units": group["replicas"], "min_units": group["minAvailable"]}
        data["phases"] = [
            {
                "id": PHASES[name],
                "copies": cliques[name]["spec"]["replicas"],
                "min_copies": cliques[name]["spec"]["minAvailable"],
                "leader": member(cliques[name]),
            }
            for name in group["cliqueNames"]
        ]
        return ReplicaSpec.model_validate(data)
    data |= {"units": manifest["spec"]["replicas"], **constraint(template), "phases": []}
    for group in groups:
        leader, *workers = (cliques[name] for name in group["cliqueNames"])
        phase: Document = {
            "id": group["name"],
            "copies": group["replicas"],
            "min_copies": group["minAvailable"],
            "leader": member(leader),
            **constraint(group),
        }
        for worker in workers:
            phase["worker"] = {**member(worker), "pods": worker["spec"]["replicas"]}
        data["phases"].append(phase)
    return ReplicaSpec.model_validate(data)


def structure(manifest: Document) -> Document:
    """What of a manifest is about gangs and places."""
    spec = manifest["spec"]
    template = spec["template"]
    sizes = ("replicas", "minAvailable")
    return {
        "cliques": [
            (clique["name"], [clique["spec"][size] for size in sizes], clique.get("topologyConstraint"))
            for clique in template["cliques"]
        ],
        "groups": template["podCliqueScalingGroups"],
        "set": (spec["replicas"], template.get("topologyConstraint"), template.get("priorityClassName")),
    }


def errors(manifests: list[Document], target: Target) -> list[str]:
    found = check_manifests(manifests, target).findings
    return [one.text() for one in found if one.severity is Severity.ERROR]


def test_there_are_recordings() -> None:
    assert len(CASES) >= 22


@pytest.mark.parametrize(("version", "path"), CASES)
def test_a_spec_gives_what_was_recorded(version: str, path: Path) -> None:
    recorded, target = json.loads(path.read_text()), TARGETS[version]
    made = render(spec_of(recorded["manifest"], target))
    assert structure(made) == structure(recorded["manifest"])
    assert errors([made, TOPOLOGY], target) == []

    (planned,) = plan_data(plan_manifests([made, TOPOLOGY], target))["sets"]
    assert planned["failures"] == []
    for kind in ("podGangs", "kaiPodGroups"):
        expected = {one["name"]: one for one in recorded["facts"][kind]}
        assert {one["name"]: one for one in planned[kind]} == expected


def test_a_named_topology_may_be_left_out_inside() -> None:
    """Once on the set or once everywhere: Grove reads the same."""
    recorded = json.loads((GOLDEN / "grove-main" / "expand" / "topology-with-scaled-gang.json").read_text())
    spec = spec_of(recorded["manifest"], Target())
    assert [spec.phases[1].topology.topology_name if spec.phases[1].topology else ""] == [None]
    data = json.loads(spec.model_dump_json(exclude_defaults=True, by_alias=True))
    data["phases"][1]["topology"]["topology_name"] = data["phases"][1]["worker"]["topology"]["topology_name"] = "topo"
    plans = [plan_manifests([render(one), TOPOLOGY]).sets[0] for one in (spec, ReplicaSpec.model_validate(data))]
    assert plans[0].pod_gangs == plans[1].pod_gangs


ASKED = st.sampled_from(range(len(DOMAINS)))


@st.composite
def nested(draw: st.DrawFn) -> Document:
    """A replica with constraints from broad to narrow, in either layout."""
    layout = draw(st.sampled_from(["set", "group"]))
    target = draw(st.sampled_from([Target(), *TARGETS.values(), Target(grove="v0.1.0-alpha.14-rc1")]))
    named = draw(st.booleans())

    def narrower(than: Document, *, inside: bool) -> Document:
        """A constraint no broader than the one around it, kind by kind; sometimes none."""
        kinds = draw(st.sampled_from([(), ("required",), ("preferred",), ("required", "preferred")]))
        if not kinds:
            return {}
        made: Document = {
            kind: DOMAINS[draw(st.integers(DOMAINS.index(than[kind]) if kind in than else 0, 3))] for kind in kinds
        }
        return made if inside and not named else made | {"topology_name": "topo"}

    def option(made: Document) -> Document:
        return {"topology": made} if made else {}

    unit = narrower({}, inside=False)
    phases: list[Document] = []
    for id in draw(st.sampled_from([["prefill", "decode"], ["encode", "prefill", "decode"], ["aggregated"]])):
        copies, workers = draw(st.integers(1, 3)), draw(st.integers(0, 2))
        group = narrower(unit, inside=bool(unit)) if layout == "set" else {}
        around = unit | group
        phase: Document = {"id": id, "copies": copies, **option(group)}
        if layout == "set" or not workers:
            phase["min_copies"] = draw(st.integers(1, copies))
        phase["leader"] = {"pod": POD, **option(narrower(around, inside=bool(around)))}
        if workers:
            phase["worker"] = {"pod": POD, "pods": workers, **option(narrower(around, inside=bool(around)))}
        phases.append(phase)
    data: Document = {"name": "q", "queue": "leaf", "layout": layout, "phases": phases, **option(unit)}
    data |= {"units": draw(st.integers(1, 3)), "target": target}
    if layout == "group":
        data["min_units"] = draw(st.integers(1, data["units"]))
    return data


def keys(asked: Document | None) -> tuple[str, str] | None:
    if asked is None:
        return None
    required, preferred = (KEYS[DOMAINS.index(asked[k])] if asked.get(k) else "" for k in ("required", "preferred"))
    return required, preferred


def placed(constraint: Any) -> tuple[str, str] | None:
    return None if constraint is None else (constraint.required or "", constraint.preferred or "")


@settings(max_examples=150, deadline=None)
@given(nested())
def test_each_constraint_binds_what_it_says(data: Document) -> None:
    """A replica's constraint binds each unit, a phase's each copy, a clique's its own pods; and nothing else."""
    target: Target = data["target"]
    made = render(ReplicaSpec.model_validate(data))
    assert errors([made, TOPOLOGY], target) == []
    (plan,) = plan_manifests([made, TOPOLOGY], target).sets
    assert plan.failures == ()
    asked = {phase["id"]: phase for phase in data["phases"]}
    unit, in_group = keys(data.get("topology")), data["layout"] == "group"
    phase_of = {pod.clique: pod.resolved_env["engine"]["PHASE"] for pod in plan.pods}
    for group in (group for gang in plan.pod_gangs for group in gang.pod_groups):
        kind = "leader" if "-leader" in group.name else "worker"
        assert placed(group.constraint) == keys(asked[phase_of[group.name]][kind].get("topology"))
    for gang in plan.pod_gangs:
        if in_group:
            # A unit of a scaled gang is the gang; the units of the base gang are bound one by one.
            assert placed(gang.constraint) == (None if gang.base is None else unit)
            units = [placed(one.constraint) for one in gang.group_constraints]
            assert units == ([unit] * data["min_units"] if unit and gang.base is None else [])
            continue
        phases = {phase_of[group.name] for group in gang.pod_groups}
        if gang.base is None:
            assert placed(gang.constraint) == unit
            assert phases == set(asked)
            for config in gang.group_constraints:
                (phase,) = {phase_of[name] for name in config.pod_groups}
                assert placed(config.constraint) == keys(asked[phase]["topology"])
            bound = sum(phase["min_copies"] for phase in asked.values() if "topology" in phase)
            assert len(gang.group_constraints) == bound
        else:
            (phase,) = phases
            assert placed(gang.constraint) == (keys(asked[phase].get("topology")) or unit)
