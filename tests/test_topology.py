"""Topologies, and constraints by them: what is taken, what is refused and where, and what a synthesis says of both."""

from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove import (
    ClusterTopologyBinding,
    DisaggReplica,
    GroveError,
    LayoutError,
    LeaderClique,
    PhaseGang,
    SpecError,
    Target,
    TopologyConstraint,
    TopologyLevel,
    WorkerClique,
)
from cdk8s_grove.core import ClusterTopologyBindingSpec, ReplicaSpec, render
from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts.topologies import PRESETS
from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.rendering import render_topology
from cdk8s_grove.core.spec import TOPOLOGY_PRESETS
from cdk8s_grove_crds import Topology

from cdk8s import App, Chart, JsonPatch  # isort: skip

POD = {"containers": [{"name": "engine", "image": "engine:1"}]}
ZONE, RACK, HOST = ("topology.kubernetes.io/zone", "example.com/rack", "kubernetes.io/hostname")
LEVELS = [
    TopologyLevel(domain="zone", key=ZONE),
    TopologyLevel(domain="rack", key=RACK),
    TopologyLevel(domain="host", key=HOST),
]


@pytest.fixture
def app(tmp_path: Path) -> App:
    return App(outdir=str(tmp_path))


@pytest.fixture
def chart(app: App) -> Chart:
    return Chart(app, "chart", namespace="serving", labels={"team": "a"})


def binding(**options: Any) -> ClusterTopologyBindingSpec:
    return ClusterTopologyBindingSpec.model_validate({"name": "topo", "levels": LEVELS, **options})


def pair(chart: Chart, **where: TopologyConstraint) -> DisaggReplica:
    """1P:2D over two nodes, with constraints on the replica, the decode phase and its cliques."""
    replica = DisaggReplica(chart, "qwen", queue="team-a", topology=where.get("replica"))
    LeaderClique(PhaseGang(replica, "prefill"), "leader", pod=POD)
    decode = PhaseGang(replica, "decode", copies=2, topology=where.get("phase"))
    LeaderClique(decode, "leader", pod=POD, topology=where.get("leader"))
    WorkerClique(decode, "worker", pods=1, pod=POD, topology=where.get("worker"))
    return replica


def test_a_binding_is_an_object_of_the_cluster(chart: Chart) -> None:
    topo = ClusterTopologyBinding(chart, "topo", levels=LEVELS, scheduler_topologies={"kai-scheduler": "dc1"})
    expected = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "ClusterTopologyBinding",
        "metadata": {"name": "topo", "labels": {"team": "a"}},
        "spec": {
            "levels": [
                {"domain": "zone", "key": ZONE},
                {"domain": "rack", "key": RACK},
                {"domain": "host", "key": HOST},
            ],
            "schedulerTopologyBindings": [{"schedulerName": "kai-scheduler", "topologyReference": "dc1"}],
        },
    }
    assert topo.manifest() == expected
    assert (topo.name, topo.domains, list(topo.levels)) == ("topo", ("zone", "rack", "host"), LEVELS)
    assert (topo.scheduler_topologies, topo.target) == ({"kai-scheduler": "dc1"}, Target())
    topo.api_object.add_json_patch(JsonPatch.remove("/spec/schedulerTopologyBindings"))
    expected["metadata"] = {"name": "topo"}
    expected["spec"] = {"levels": topo.manifest()["spec"]["levels"]}
    assert render_topology(binding()) == expected


@pytest.mark.parametrize("preset", TOPOLOGY_PRESETS)
def test_presets_are_levels_that_grove_and_kai_take(preset: str) -> None:
    document = render_topology(binding(levels=preset))
    assert [one.severity for one in check_manifests([document]).findings] == []
    levels = document["spec"]["levels"]
    assert levels[-1] == {"domain": "host", "key": HOST}
    Topology.model_validate(
        {"metadata": {"name": "t"}, "spec": {"levels": [{"nodeLabel": one["key"]} for one in levels]}}
    )
    # The same words everywhere, in one order, so that a replica need not know the cloud.
    order = ["zone", "datacenter", "block", "rack", "machine", "host"]
    domains = [one["domain"] for one in levels]
    assert domains == [one for one in order if one in domains]
    assert "rack" in domains or preset == "kubernetes"


def test_every_preset_is_documented_with_its_labels() -> None:
    assert list(PRESETS) == list(TOPOLOGY_PRESETS) == sorted(PRESETS)
    page = (Path(__file__).parents[1] / "docs" / "constructs" / "topology.md").read_text()
    for preset, levels in PRESETS.items():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{preset}` ")]
        assert [f"{domain} `{key}`" in row for domain, key in levels] == [True] * len(levels)


@pytest.mark.parametrize(
    ("options", "code", "path", "says"),
    [
        ({"name": "Topo"}, "GRV007", "name", "lower-case"),
        ({"levels": []}, "GRV001", "levels", "at least 1"),
        ({"levels": "awz"}, "GRV001", "levels", "did you mean 'aws'"),
        ({"levels": [{"domain": "Rack", "key": RACK}]}, "GRV001", "levels[0].domain", "pattern"),
        ({"levels": [{"domain": "rack", "key": "a/b/c"}]}, "GRV001", "levels[0].key", "label"),
        ({"levels": [{"domain": "rack", "key": "example.com/" + "k" * 52}]}, "GRV001", "levels[0].key", "63"),
        ({"levels": [{"domain": "rack"}]}, "GRV001", "levels[0].key", "missing"),
        ({"levels": [*LEVELS, TopologyLevel(domain="rack", key="x")]}, "GRV001", "levels", "'rack' twice"),
        ({"levels": [TopologyLevel(domain="row", key=RACK), *LEVELS]}, "GRV001", "levels", f"'{RACK}' twice"),
        ({"levels": LEVELS[::-1]}, "GRV001", "levels", "put 'host' last"),
        ({"levels": [{"domain": f"d{n}", "key": f"k{n}"} for n in range(17)]}, "GRV001", "levels", "at most 16"),
        ({"scheduler_topologies": {"default-scheduler": "t"}}, "GRV018", "scheduler_topologies", "has no topologies"),
        ({"scheduler_topologies": {"volcano": "t"}}, "GRV018", "scheduler_topologies", "not enabled"),
        ({"scheduler_topologies": {"kai-scheduler": "T"}}, "GRV007", "scheduler_topologies.kai-scheduler", "lower"),
        ({"target": Target(grove="v0.1.0-alpha.8", kai="v0.14.0")}, "GRV018", "target", "'grove-topology'"),
        ({"topologies": {}}, "GRV002", "topologies", "not known"),
    ],
)
def test_a_wrong_binding_is_refused(options: dict[str, Any], code: str, path: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        binding(**options)
    assert [(one.code, one.path) for one in caught.value.findings] == [(code, path)]
    assert says in caught.value.findings[0].text()
    assert caught.value.findings[0].fix


@pytest.mark.parametrize(
    "options",
    [
        {"name": "a.b-1"},
        {"levels": [{"domain": "r" * 63, "key": "example.com/" + "k" * 51}]},
        {"levels": [{"domain": f"d{n}", "key": f"k{n}"} for n in range(16)]},
        {"levels": [LEVELS[1], LEVELS[0]]},  # which of two labels is the broader one is the cluster's business
        {"target": Target(grove="v0.1.0-alpha.9", kai="v0.14.0")},
        {"scheduler_topologies": {"kai-scheduler": "t"}},
    ],
)
def test_the_nearest_good_binding_is_taken(options: dict[str, Any]) -> None:
    document = render_topology(binding(**options))
    assert check_manifests([document]).findings == ()


def test_a_wrong_option_names_the_construct(chart: Chart) -> None:
    with pytest.raises(SpecError, match="chart/topo") as caught:
        ClusterTopologyBinding(chart, "topo", levels="aws", level=[])  # type: ignore[call-arg]  # pyright: ignore
    assert caught.value.findings[0].code == "GRV002"


def test_a_constraint_is_made_by_the_topology(chart: Chart) -> None:
    topo = ClusterTopologyBinding(chart, "topo", levels="aws", name="fabric")
    assert topo.within("rack", preferred="host") == TopologyConstraint(
        topology_name="fabric", required="rack", preferred="host"
    )
    assert topo.within(preferred="block") == TopologyConstraint(topology_name="fabric", preferred="block")
    for asked, path, says in (
        ({"required": "rak"}, "required", "did you mean 'rack'"),
        ({"required": "rack", "preferred": "numa"}, "preferred", "use one of: zone, datacenter, block, rack, host"),
        ({}, "", "neither"),
    ):
        with pytest.raises(SpecError) as caught:
            topo.within(**asked)
        (found,) = caught.value.findings
        assert (found.code, found.construct, found.path) == ("GRV001", "chart/topo", path)
        assert says in found.text()


def test_constraints_stand_on_the_set_the_group_and_the_clique(app: App, chart: Chart) -> None:
    topo = ClusterTopologyBinding(chart, "topo", levels=LEVELS)
    where = {"replica": topo.within("zone"), "phase": TopologyConstraint(required="rack", preferred="host")}
    replica = pair(chart, **where, worker=TopologyConstraint(preferred="host"))
    app.synth()
    template = replica.manifest()["spec"]["template"]
    assert template["topologyConstraint"] == {"topologyName": "topo", "pack": {"required": "zone"}}
    assert [one.get("topologyConstraint") for one in template["podCliqueScalingGroups"]] == [
        None,
        {"pack": {"required": "rack", "preferred": "host"}},
    ]
    assert [one.get("topologyConstraint") for one in template["cliques"]] == [
        None, None, {"pack": {"preferred": "host"}},
    ]  # fmt: skip
    assert replica.topology == where["replica"]
    worker = replica.phases[1].workers[0]
    assert (worker.topology, replica.phases[1].leaders[0].topology) == (TopologyConstraint(preferred="host"), None)


@pytest.mark.parametrize(
    ("where", "code", "says"),
    [
        ({"phase": ("host", None), "worker": ("rack", None)}, "GRV117", "'host' is narrower than 'rack'"),
        ({"replica": ("rack", None), "phase": ("zone", None)}, "GRV117", "'rack' is narrower than 'zone'"),
        ({"replica": (None, "host"), "leader": (None, "rack")}, "GRV117", "'host' is narrower than 'rack'"),
        ({"replica": ("row", None)}, "GRV117", "no domain 'row'"),
        ({"leader": (None, "row")}, "GRV117", "no domain 'row'"),
    ],
)
def test_what_groves_webhook_refuses_fails_the_synthesis(
    app: App, chart: Chart, tmp_path: Path, where: dict[str, Any], code: str, says: str
) -> None:
    ClusterTopologyBinding(chart, "topo", levels=LEVELS)
    made = {
        on: TopologyConstraint(topology_name="topo", required=required, preferred=preferred)
        for on, (required, preferred) in where.items()
    }
    pair(chart, **made)
    with pytest.raises(RuntimeError, match=code) as caught:
        app.synth()
    assert says in str(caught.value)
    assert list(tmp_path.rglob("*.yaml")) == []


@pytest.mark.parametrize(
    "where",
    [
        {"replica": ("zone", None), "phase": ("rack", None), "worker": ("host", None), "leader": ("rack", None)},
        {"replica": ("host", None), "phase": (None, "zone")},  # required and preferred are each judged by themselves
        {"replica": ("rack", "zone")},  # Grove takes a preferred domain that is the broader one
        {"leader": (None, "zone"), "worker": ("host", None)},
    ],
)
def test_what_grove_takes_passes(app: App, chart: Chart, where: dict[str, Any]) -> None:
    topo = ClusterTopologyBinding(chart, "topo", levels=LEVELS)
    pair(chart, **{on: topo.within(required, preferred=preferred) for on, (required, preferred) in where.items()})
    app.synth()


def test_a_topology_that_is_not_in_the_app_fails_beside_one_that_is(app: App, chart: Chart) -> None:
    ClusterTopologyBinding(chart, "topo", levels=LEVELS)
    pair(chart, replica=TopologyConstraint(topology_name="other", required="rack"))
    with pytest.raises(RuntimeError, match="GRV116"):
        app.synth()


def spec(where: dict[str, Any], **options: Any) -> ReplicaSpec:
    decode: dict[str, Any] = {"id": "decode", "copies": 2, "leader": {"pod": POD}, "worker": {"pod": POD, "pods": 1}}
    for kind in ("leader", "worker"):
        if kind in where:
            decode[kind] = {**decode[kind], "topology": where[kind]}
    if "phase" in where:
        decode["topology"] = where["phase"]
    data = {"name": "q", "queue": "team", "phases": [{"id": "prefill", "leader": {"pod": POD}}, decode], **options}
    return ReplicaSpec.model_validate({**data, "topology": where.get("replica")})


NAMED, BARE, OTHER = (
    {"topology_name": "topo", "required": "rack"},
    {"required": "rack"},
    {"topology_name": "topo2", "required": "rack"},
)


@pytest.mark.parametrize(
    ("where", "layout", "paths"),
    [
        ({"replica": BARE}, "set", ["topology"]),
        ({"phase": BARE}, "set", ["phases[1].topology"]),
        ({"leader": BARE, "worker": NAMED}, "set", ["phases[1].leader.topology"]),
        ({"phase": BARE, "worker": NAMED}, "set", ["phases[1].topology"]),
        ({"replica": BARE, "worker": NAMED}, "group", ["topology"]),
        ({"worker": BARE}, "group", ["phases[1].worker.topology"]),
        ({"replica": NAMED, "phase": OTHER}, "set", ["phases[1].topology"]),
        ({"leader": NAMED, "worker": OTHER}, "set", ["phases[1].worker.topology"]),
        ({"phase": OTHER, "worker": NAMED, "leader": BARE}, "set", ["phases[1].worker.topology"]),
        ({"replica": NAMED, "leader": OTHER}, "group", ["phases[1].leader.topology"]),
        ({"replica": NAMED}, "set", []),
        ({"replica": NAMED, "phase": BARE, "leader": BARE, "worker": NAMED}, "set", []),
        ({"phase": NAMED, "leader": BARE}, "set", []),
        ({"leader": NAMED, "worker": NAMED}, "set", []),
        ({"replica": NAMED, "leader": BARE, "worker": BARE}, "group", []),
    ],
)
def test_one_topology_in_a_replica_named_around_or_by_itself(
    where: dict[str, Any], layout: str, paths: list[str]
) -> None:
    """As Grove's webhook has it, which the rules speak for."""
    topologies = [render_topology(binding(name=name)) for name in ("topo", "topo2")]
    if not paths:
        errors = check_manifests([render(spec(where, layout=layout)), *topologies]).findings
        assert [one.code for one in errors if one.severity is Severity.ERROR] == []
        return
    with pytest.raises(LayoutError) as caught:
        render(spec(where, layout=layout))
    expected = [("GRV001", f"{path}.topology_name") for path in paths]
    assert [(one.code, one.path) for one in caught.value.findings] == expected


@pytest.mark.parametrize(
    ("where", "target", "options", "paths"),
    [
        ({"phase": NAMED}, {"kai": "v0.15.0"}, {}, ["phases[1].topology"]),
        ({"replica": NAMED, "worker": NAMED}, {"kai": "v0.15.0"}, {}, []),
        ({"replica": NAMED}, {"kai": "v0.15.1"}, {"layout": "group"}, ["topology"]),
        ({"replica": NAMED}, {"kai": "v0.15.2"}, {"layout": "group"}, []),
        ({"replica": NAMED, "worker": BARE}, {"topology_aware": False}, {}, ["topology", "phases[1].worker.topology"]),
        ({}, {"topology_aware": False}, {}, []),
        ({"worker": {"topology_name": "topo", "preferred": "rack"}}, {"grove": "v0.1.0-alpha.9"}, {}, ["phases[1].worker.topology"]),
        ({"worker": NAMED}, {"grove": "v0.1.0-alpha.9"}, {}, []),
        ({"replica": NAMED}, {"grove": "v0.1.0-alpha.8", "kai": "v0.14.0"}, {}, ["topology"]),
        ({"replica": BARE, "phase": {"required": "row"}}, {"grove": "v0.1.0-alpha.8", "kai": "v0.14.0"}, {}, ["phases[1].topology"]),
        ({"replica": BARE, "phase": BARE, "worker": BARE}, {"grove": "v0.1.0-alpha.8", "kai": "v0.14.0"}, {}, []),
    ],
)  # fmt: skip
def test_what_a_target_cannot_is_said(
    where: dict[str, Any], target: dict[str, Any], options: dict[str, Any], paths: list[str]
) -> None:
    asked = spec(where, target=target, **options)
    if not paths:
        document, topology = render(asked), render_topology(binding())
        found = check_manifests([document, topology], asked.target).findings
        assert [one.code for one in found if one.severity is Severity.ERROR] == []
        return
    with pytest.raises(GroveError) as caught:
        render(asked)
    assert [(one.code, one.path) for one in caught.value.findings] == [("GRV018", path) for path in sorted(paths)]


def test_before_topologies_had_names_there_is_the_operators_one() -> None:
    old = {"grove": "v0.1.0-alpha.8", "kai": "v0.14.0"}
    with pytest.raises(GroveError, match="'grove-topology', which its operator makes out of its configuration"):
        render(spec({"replica": NAMED}, target=old))
    for constraint in (BARE, {"topology_name": "grove-topology", "required": "rack"}):
        document = render(spec({"replica": constraint}, target=old))
        assert document["spec"]["template"]["topologyConstraint"] == {"packDomain": "rack"}
        (plan,) = plan_manifests([document], Target.model_validate(old)).sets
        assert plan.topology == "grove-topology"


def test_in_the_group_layout_each_unit_is_bound_by_itself() -> None:
    document = render(spec({"replica": NAMED}, layout="group", units=3, min_units=2))
    template = document["spec"]["template"]
    assert "topologyConstraint" not in template
    assert template["podCliqueScalingGroups"][0]["topologyConstraint"] == {
        "topologyName": "topo", "pack": {"required": "rack"},
    }  # fmt: skip
    (plan,) = plan_manifests([document, render_topology(binding())]).sets
    base, scaled = plan.pod_gangs
    assert [one.constraint and one.constraint.required for one in base.group_constraints] == [RACK, RACK]
    assert (base.constraint, scaled.constraint and scaled.constraint.required) == (None, RACK)


def test_the_plan_says_which_domain_there_is_none_of() -> None:
    unknown = spec({"replica": {"topology_name": "topo", "required": "zone", "preferred": "row"}})
    (plan,) = plan_manifests([render(unknown), render_topology(binding())]).sets
    assert [note for note in plan.notes if "row" in note] == [
        "topology topo has no domain row, so nothing is placed by it; Grove refuses a new set"
    ]
    (plan,) = plan_manifests([render(spec({"replica": NAMED})), render_topology(binding())]).sets
    assert plan.notes == ()
