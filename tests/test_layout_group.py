"""The group layout: one scaling group a unit, judged by the plan of what it renders."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove import DisaggReplica, LeaderClique, PhaseGang, WorkerClique
from cdk8s_grove.core import LayoutError, ReplicaSpec, SpecError, render
from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.spec import Target

from cdk8s import App, Chart  # isort: skip

EXPAND = Path(__file__).parent / "golden" / "grove-main" / "expand"
POD = {"containers": [{"name": "engine", "image": "engine:1", "command": ["serve", "--rank=$(RANK)"]}]}
TARGETS = [
    Target(),
    Target(grove="v0.1.0-alpha.11", kai="v0.15.2"),
    Target(grove="v0.1.0-alpha.14-rc1"),
    Target(grove="v0.1.0-alpha.8", kai="v0.14.0"),
]


def phase(id: str, copies: int, workers: int = 0, **options: Any) -> dict[str, Any]:
    made = {"id": id, "copies": copies, "leader": {"pod": POD}, **options}
    return made | ({"worker": {"pods": workers, "pod": POD}} if workers else {})


def replica(*phases: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"name": "gp", "queue": "leaf", "layout": "group", "phases": list(phases)} | options


def manifest(data: dict[str, Any]) -> dict[str, Any]:
    return render(ReplicaSpec.model_validate(data))


@pytest.mark.parametrize(("case", "units", "least"), [("layout-group-pairs", 3, 1), ("layout-group-pairs-all", 2, 2)])
def test_pairs_are_those_of_the_recordings(case: str, units: int, least: int) -> None:
    recorded = json.loads((EXPAND / f"{case}.json").read_text())
    named = replica(
        phase("prefill", 1, leader={"pod": POD, "name": "p"}),
        phase("decode", 3, leader={"pod": POD, "name": "d"}),
        units=units,
        min_units=least,
        group_name="pair",
        name=recorded["manifest"]["metadata"]["name"],
    )
    template, theirs = (made["spec"]["template"] for made in (manifest(named), recorded["manifest"]))
    assert template["podCliqueScalingGroups"] == theirs["podCliqueScalingGroups"]
    sizes = [
        [(c["name"], c["spec"]["replicas"], c["spec"]["minAvailable"]) for c in t["cliques"]]
        for t in (template, theirs)
    ]
    assert sizes[0] == sizes[1]
    gangs = {gang.name: len(gang.pod_groups) for gang in plan_manifests([manifest(named)]).sets[0].pod_gangs}
    assert gangs == {gang["name"]: len(gang["spec"]["podgroups"]) for gang in recorded["facts"]["podGangs"]}


@st.composite
def replicas(draw: st.DrawFn) -> dict[str, Any]:
    ids = draw(st.lists(st.sampled_from(["encode", "prefill", "decode"]), min_size=2, max_size=3, unique=True))
    phases = [phase(id, draw(st.integers(1, 4)), draw(st.integers(0, 3))) for id in ids]
    units = draw(st.integers(0, 4))
    layout = draw(st.sampled_from(["group", "set"]))
    target = draw(st.sampled_from(TARGETS))
    least = draw(st.none() | st.integers(1, max(units, 1))) if layout == "group" else None
    return replica(*phases, units=units, min_units=least, target=target.model_dump(), layout=layout)


@settings(max_examples=120, deadline=None)
@given(replicas())
def test_addresses_ranks_and_counts(data: dict[str, Any]) -> None:
    """In both layouts every pod's leader is that of its own phase and copy, and ranks have no gap."""
    spec = ReplicaSpec.model_validate(data)
    document = render(spec)
    (found,) = plan_manifests([document], spec.target).sets
    assert found.failures == ()
    sizes = {one["id"]: (one["copies"], 1 + one.get("worker", {"pods": 0})["pods"]) for one in data["phases"]}
    assert len(found.pods) == data["units"] * sum(copies * size for copies, size in sizes.values())
    copies: dict[tuple[int, str, int], dict[int, Any]] = {}
    for pod in found.pods:
        seen = pod.resolved_env["engine"]
        # A unit is a copy of the one scaling group there.
        unit = int(seen["GROVE_PCSG_INDEX"]) if data["layout"] == "group" else pod.unit
        copy = pod.copy % sizes[seen["PHASE"]][0]
        rank = pod.rank if "RANK" not in seen else int(seen["RANK"])
        assert rank == pod.rank
        assert int(seen["NODES"]) == sizes[seen["PHASE"]][1]
        copies.setdefault((unit, seen["PHASE"], copy), {})[rank] = pod
    assert len(copies) == data["units"] * sum(number for number, _ in sizes.values())
    for (_, name, _), pods in copies.items():
        assert sorted(pods) == list(range(sizes[name][1]))
        assert {pod.resolved_env["engine"]["LEADER_ADDRESS"] for pod in pods.values()} == {pods[0].fqdn}
    errors = [one for one in check_manifests([document], spec.target).findings if one.severity is Severity.ERROR]
    assert errors == []


def test_names_of_copies_stay_what_they_are() -> None:
    def names(copies: int) -> list[str]:
        made = manifest(replica(phase("prefill", 1), phase("decode", copies, 1)))
        return [clique["name"] for clique in made["spec"]["template"]["cliques"]]

    assert names(1) == ["p-leader", "d-leader-0", "d-worker-0"]
    assert names(2) == [*names(1), "d-leader-1", "d-worker-1"]


def test_a_floor_of_one_pod_copies_is_the_cliques() -> None:
    made = manifest(replica(phase("prefill", 1), phase("decode", 3, min_copies=2)))["spec"]["template"]
    assert [clique["spec"]["minAvailable"] for clique in made["cliques"]] == [1, 2]


def test_no_units() -> None:
    made = manifest(replica(phase("prefill", 1), phase("decode", 3), units=0))["spec"]
    assert (made["replicas"], made["template"]["podCliqueScalingGroups"][0]["replicas"]) == (0, 1)
    assert plan_manifests([manifest(replica(phase("prefill", 1), units=0))]).sets[0].pods == ()


@pytest.mark.parametrize(
    ("data", "path", "other"),
    [
        (replica(phase("prefill", 1, name="pre")), "phases[0].name", "set"),
        (replica(phase("decode", 2, 1, min_copies=1)), "phases[0].min_copies", "set"),
        (
            replica(phase("decode", 2, topology={"topology_name": "t", "required": "rack"})),
            "phases[0].topology",
            "set",
        ),
        (replica(phase("decode", 2), layout="set", min_units=1), "min_units", "group"),
    ],
)
def test_what_a_layout_cannot_is_for_the_other(data: dict[str, Any], path: str, other: str) -> None:
    with pytest.raises(LayoutError) as raised:
        manifest(data)
    (found,) = raised.value.findings
    assert (found.code, found.path) == ("GRV023", path)
    assert f"layout={other!r}" in found.fix


def test_more_units_in_a_gang_than_there_are() -> None:
    with pytest.raises(LayoutError, match="GRV006"):
        manifest(replica(phase("prefill", 1), units=2, min_units=3))


def test_an_unknown_layout() -> None:
    with pytest.raises(SpecError, match="layout"):
        manifest(replica(phase("prefill", 1), layout="rows"))


def test_the_constructs_say_the_same_addresses() -> None:
    chart = Chart(App(), "c", namespace="serving")
    made = DisaggReplica(chart, "gp", queue="leaf", layout="group", units=2)
    prefill = LeaderClique(PhaseGang(made, "prefill", copies=2), "leader", pod=POD)
    decode = PhaseGang(made, "decode", copies=2)
    leader = LeaderClique(decode, "leader", pod=POD)
    WorkerClique(decode, "worker", pods=2, pod=POD)
    known = {pod.fqdn: pod for pod in made.plan().sets[0].pods}
    for clique, name in ((prefill, "prefill"), (leader, "decode")):
        for unit in range(2):
            for copy in range(2):
                pod = known[clique.fqdn(unit=unit, copy=copy)]
                assert (pod.phase, pod.copy, pod.rank) == (name, 2 * unit + copy, 0)
    assert leader.address == "$(LEADER_ADDRESS)"
    assert (
        prefill.address
        == "$(GROVE_PCSG_NAME)-$(GROVE_PCSG_INDEX)-p-leader-$(GROVE_PCLQ_POD_INDEX).$(GROVE_HEADLESS_SERVICE)"
    )


def test_a_floor_of_whole_copies_is_no_partial_gang() -> None:
    made = manifest(replica(phase("prefill", 1), phase("decode", 3, min_copies=2)))
    assert "GRV301" not in {one.code for one in check_manifests([made]).findings}
    made["spec"]["template"]["cliques"][1]["name"] = "d-worker"
    made["spec"]["template"]["podCliqueScalingGroups"][0]["cliqueNames"] = ["p-leader", "d-worker"]
    assert "GRV301" in {one.code for one in check_manifests([made]).findings}
