"""The constructs in a cdk8s tree: late assembly, escape hatches, and errors before anything is written."""

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml

from cdk8s_grove import (
    DisaggReplica,
    GroveError,
    LeaderClique,
    Manifest,
    Override,
    PhaseGang,
    Queue,
    Target,
    TopologyConstraint,
    WorkerClique,
)
from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove_crds import PodSpec

from cdk8s import ApiObject, App, Chart, JsonPatch  # isort: skip
from constructs import Construct  # isort: skip

POD = {"containers": [{"name": "engine", "image": "engine:1"}]}


@pytest.fixture
def app(tmp_path: Path) -> App:
    return App(outdir=str(tmp_path))


@pytest.fixture
def chart(app: App) -> Chart:
    return Chart(app, "chart", namespace="serving", labels={"team": "a"})


def pair(chart: Construct, **options: Any) -> DisaggReplica:
    replica = DisaggReplica(chart, "qwen", queue="team-a", **options)
    LeaderClique(PhaseGang(replica, "prefill"), "leader", pod=POD)
    decode = PhaseGang(replica, "decode", copies=3)
    LeaderClique(decode, "leader", pod=POD)
    WorkerClique(decode, "worker", pods=2, pod=POD)
    return replica


def written(app: App) -> list[dict[str, Any]]:
    return [d for path in sorted(Path(app.outdir).iterdir()) for d in yaml.safe_load_all(path.read_text())]


def test_a_plan_knows_what_stands_beside_the_replica(chart: Chart) -> None:
    claiming = {"containers": POD["containers"], "resourceClaims": [{"name": "g", "resourceClaimTemplateName": "gpus"}]}
    override = Override("/spec/template/terminationDelay", "1h", "drill")
    replica = DisaggReplica(chart, "qwen", units=2, queue=Queue(chart, "team-a"), overrides=[override])
    LeaderClique(PhaseGang(replica, "prefill"), "leader", pod=claiming)
    request = {"name": "gpu", "exactly": {"deviceClassName": "gpu.nvidia.com", "count": 8}}
    template = {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaimTemplate", "metadata": {"name": "gpus"}}
    Manifest(chart, "claims", {**template, "spec": {"spec": {"devices": {"requests": [request]}}}})
    found = replica.plan()
    (plan,) = found.sets
    assert (plan.name, plan.namespace, plan.queue, plan.queue_parents) == (
        "qwen",
        "serving",
        "team-a",
        ("team-a-parent",),
    )
    assert (plan.totals.units, plan.totals.gpus, plan.totals.gpus_at_once) == (2, 16, 8)
    assert plan.overrides == (override,)
    assert found.target == replica.target


def test_every_way_to_ask_gives_one_document(app: App, chart: Chart) -> None:
    replica = pair(chart, units=2)
    manifest = replica.manifest()
    app.synth()
    assert chart.to_json() == [manifest]
    assert written(app) == [manifest]
    assert replica.api_object.to_json() == manifest
    assert manifest["metadata"]["namespace"] == "serving"
    assert manifest["metadata"]["labels"] == {"team": "a", "kai.scheduler/queue": "team-a"}


def test_the_core_gives_the_same_document_with_the_same_order_of_keys(chart: Chart) -> None:
    replica = pair(
        chart,
        units=2,
        priority="inference",
        termination_delay="15m",
        env_prefix="X_",
        target=Target(grove="v0.1.0-alpha.11"),
    )
    spec = {
        "name": "qwen",
        "namespace": "serving",
        "queue": "team-a",
        "units": 2,
        "priority": "inference",
        "termination_delay": "15m",
        "env_prefix": "X_",
        "labels": {"team": "a"},
        "target": {"grove": "v0.1.0-alpha.11"},
        "phases": [
            {"id": "prefill", "leader": {"pod": POD}},
            {"id": "decode", "copies": 3, "leader": {"pod": POD}, "worker": {"pods": 2, "pod": POD}},
        ],
    }
    assert str(render(ReplicaSpec.model_validate(spec))) == str(replica.manifest())


def test_children_may_come_after_the_manifest_was_asked_for(chart: Chart) -> None:
    replica = pair(chart)
    assert len(replica.manifest()["spec"]["template"]["cliques"]) == 3
    LeaderClique(PhaseGang(replica, "encode"), "leader", pod=POD)
    assert len(replica.manifest()["spec"]["template"]["cliques"]) == 4
    replica.node.try_remove_child("encode")
    assert len(replica.manifest()["spec"]["template"]["cliques"]) == 3
    assert [phase.id for phase in replica.phases] == ["prefill", "decode"]


def test_a_users_own_construct_may_hold_phases_and_cliques(chart: Chart) -> None:
    class Decode(Construct):
        def __init__(self, scope: Construct, id: str) -> None:
            super().__init__(scope, id)
            gang = PhaseGang(self, "decode")
            LeaderClique(Construct(gang, "group"), "leader", pod=POD)

    replica = DisaggReplica(chart, "qwen", queue="team-a")
    Decode(replica, "ours")
    assert [group["name"] for group in replica.manifest()["spec"]["template"]["podCliqueScalingGroups"]] == ["decode"]


def test_options_are_read_back(chart: Chart) -> None:
    topology = TopologyConstraint(topology_name="t", required="rack")
    replica = DisaggReplica(chart, "qwen", name="q", queue=Queue(chart, "team"), units=3, labels={"a": "b"})
    phase = PhaseGang(replica, "long", phase="decode", name="dl", copies=4, min_copies=2, topology=topology)
    leader = LeaderClique(phase, "head", pod=PodSpec.model_validate(POD))
    worker = WorkerClique(phase, "rest", pods=2, pod=POD, name="w")
    assert (replica.name, replica.units, replica.queue, replica.labels) == ("q", 3, "team", {"a": "b"})
    assert (replica.namespace, replica.priority, replica.termination_delay) == ("serving", None, None)
    assert (phase.phase, phase.name, phase.copies, phase.min_copies, phase.topology) == ("decode", "dl", 4, 2, topology)
    assert (leader.name, worker.name, worker.pods, leader.pod) == ("long-head", "w", 2, POD)
    assert leader.address == "$(GROVE_PCSG_NAME)-$(GROVE_PCSG_INDEX)-long-head-0.$(GROVE_HEADLESS_SERVICE)"
    assert leader.fqdn(2, 3) == "q-2-dl-3-long-head-0.q-2.serving.svc.cluster.local"
    assert phase.rank_env == "RANK"
    for wrong in ({"unit": 3}, {"copy": 4}, {"unit": -1}, {"unit": True}, {"unit": "0"}):
        with pytest.raises(GroveError, match="GRV001"):
            leader.fqdn(**wrong)


def test_overrides_and_patches_survive_in_every_order(app: App, chart: Chart) -> None:
    override = Override(path="/spec/template/terminationDelay", value="1h", reason="drill")
    replica = DisaggReplica(chart, "qwen", queue="team-a", overrides=[override])
    ApiObject.of(replica).add_json_patch(
        JsonPatch.add("/spec/template/cliques/0/annotations", {"a": "b"}), JsonPatch.replace("/spec/replicas", 4)
    )
    LeaderClique(PhaseGang(replica, "prefill"), "leader", pod=POD)
    replica.api_object.add_json_patch(
        JsonPatch.test("/spec/template/terminationDelay", "1h"),
        JsonPatch.copy("/spec/template/terminationDelay", "/spec/template/x"),
        JsonPatch.move("/spec/template/x", "/spec/template/y"),
        JsonPatch.remove("/spec/template/y"),
    )
    replica.api_object.metadata.add_label("late", "yes")
    replica.api_object.metadata.add("generateName", "qwen-")
    app.synth()
    (manifest,) = written(app)
    assert manifest == replica.manifest()
    assert manifest["spec"]["template"]["terminationDelay"] == "1h"
    assert manifest["spec"]["template"]["cliques"][0]["annotations"] == {"a": "b"}
    assert manifest["spec"]["replicas"] == 4
    assert manifest["metadata"]["labels"]["late"] == "yes"
    assert manifest["metadata"]["generateName"] == "qwen-"
    assert "y" not in manifest["spec"]["template"]


@pytest.mark.parametrize(
    "patch",
    [
        lambda: JsonPatch.remove("/spec/nope"),
        lambda: JsonPatch.replace("/spec/nope", 1),
        lambda: JsonPatch.add("/spec/nope/deeper", 1),
        lambda: JsonPatch.add("/spec/template/cliques/9", {}),
        lambda: JsonPatch.add("/spec/replicas/x", 1),
        lambda: JsonPatch.test("/spec/replicas", 7),
        lambda: JsonPatch.move("/spec/nope", "/spec/x"),
        lambda: JsonPatch.copy("/spec/replicas", "/spec/nope/x"),
        lambda: JsonPatch.add("/spec/template/cliques/00", {}),
        lambda: JsonPatch.add("spec/replicas", 1),
    ],
)
def test_a_patch_that_does_not_apply_is_named(app: App, chart: Chart, patch: Callable[[], JsonPatch]) -> None:
    replica = pair(chart)
    replica.api_object.add_json_patch(JsonPatch.add("/spec/template/terminationDelay", "1h"), patch())
    with pytest.raises(GroveError, match=r"GRV021(.|\n)*spec/"):
        replica.manifest()
    with pytest.raises(RuntimeError, match="GRV021"):
        app.synth()
    assert list(Path(app.outdir).iterdir()) == []


Broken = Callable[[Chart], object]


def _leaderless(chart: Chart) -> None:
    replica = pair(chart)
    next(phase for phase in replica.phases if phase.id == "decode").node.try_remove_child("leader")


LATE: list[tuple[str, Broken, str, str]] = [
    ("leader removed", _leaderless, "GRV003", "chart/qwen/decode"),
    ("no phases", lambda c: DisaggReplica(c, "qwen", queue="t"), "GRV005", "chart/qwen"),
    ("46 characters", lambda c: pair(c, name="k" * 32), "GRV008", "= 46"),
    ("a dot", lambda c: pair(c, name="kimi.k2"), "GRV007", "kimi.k2"),
    ("override", lambda c: pair(c, overrides=[Override(path="/a/b", value=1, reason="r")]), "GRV020", "'r'"),
    ("queue label", lambda c: pair(c).api_object.metadata.add_label("kai.scheduler/queue", "x"), "GRV017", "'x'"),
    ("octal-like string", lambda c: pair(c, annotations={"a": "0o17"}), "GRV060", "0o17"),
    ("beyond 2^53", lambda c: Manifest(c, "m", _config(2**53 + 1)), "GRV061", "data.x"),
    ("null", lambda c: Manifest(c, "m", _config(None)), "GRV063", "data.x"),
    ("NaN", lambda c: Manifest(c, "m", _config(float("nan"))), "GRV061", "data.x"),
    ("key", lambda c: Manifest(c, "m", _config({1: "a"})), "GRV062", "data.x"),
    ("parents", lambda c: [Queue(c, id, parent="org") for id in ("a", "b")], "GRV010", "parent=<the other Queue>"),
    ("same set twice", lambda c: [pair(c), DisaggReplica(c, "again", name="qwen", queue="t")], "GRV010", "PodCliqueSet 'qwen'"),
    ("parent is a leaf", lambda c: [Queue(c, "org"), Queue(c, "b", parent="org")], "GRV010", "org"),
]  # fmt: skip


def _config(value: object) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m"}, "data": {"x": value}}


@pytest.mark.parametrize(("build", "code", "says"), [case[1:] for case in LATE], ids=[case[0] for case in LATE])
def test_what_is_wrong_with_the_whole_stops_everything(
    app: App, chart: Chart, tmp_path: Path, build: Broken, code: str, says: str
) -> None:
    old = tmp_path / "good.k8s.yaml"
    old.write_text("old")
    pair(Chart(app, "good"))
    build(chart)
    for ask in (app.synth, chart.to_json, app.synth_yaml):
        with pytest.raises(RuntimeError) as caught:
            ask()
        assert code in str(caught.value)
        assert says in str(caught.value)
        assert "fix:" in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["good.k8s.yaml"]
    assert old.read_text() == "old"


EARLY: list[tuple[str, Broken, str, str]] = [
    ("units as text", lambda c: pair(c, units="2"), "GRV001", "chart/qwen"),
    ("unknown option", lambda c: pair(c, unit=2), "GRV002", "did you mean 'units'"),
    ("no queue", lambda c: DisaggReplica(c, "qwen"), "GRV013", "chart/qwen"),
    ("copies", lambda c: PhaseGang(DisaggReplica(c, "q", queue="t"), "prefill", copies=0), "GRV001", "chart/q/prefill"),
    ("floor", lambda c: PhaseGang(DisaggReplica(c, "q", queue="t"), "prefill", min_copies=2), "GRV006", "copies is 1"),
    ("phase", lambda c: PhaseGang(DisaggReplica(c, "q", queue="t"), "warmup"), "GRV011", "warmup"),
    ("second leader", lambda c: LeaderClique(pair(c).phases[0], "again", pod=POD), "GRV004", "chart/qwen/prefill/leader"),
    ("second workers", lambda c: WorkerClique(pair(c).phases[1], "more", pods=1, pod=POD), "GRV004", "worker"),
    ("phase in a chart", lambda c: PhaseGang(c, "prefill"), "GRV019", "DisaggReplica"),
    ("leader in a replica", lambda c: LeaderClique(pair(c), "leader", pod=POD), "GRV019", "PhaseGang"),
    ("no pod", lambda c: LeaderClique(PhaseGang(DisaggReplica(c, "q", queue="t"), "prefill"), "leader"), "GRV001", "pod"),
    ("pod", lambda c: LeaderClique(PhaseGang(DisaggReplica(c, "q", queue="t"), "prefill"), "leader", pod=POD | {"containres": []}), "GRV022", "did you mean 'containers'"),
    ("no count", lambda c: WorkerClique(PhaseGang(DisaggReplica(c, "q", queue="t"), "prefill"), "w", pod=POD), "GRV001", "pods"),
    ("manifest without kind", lambda c: Manifest(c, "m", {"apiVersion": "v1", "metadata": {"name": "x"}}), "GRV001", "kind"),
    ("annotations as a list", lambda c: pair(c, annotations=["a"]), "GRV001", "annotations"),
    ("metadata", lambda c: Manifest(c, "m", {"apiVersion": "v1", "kind": "K", "metadata": {"name": "m", "labels": {"a": 1}}}), "GRV001", "document.metadata.labels.a"),
    ("apiVersion", lambda c: Manifest(c, "m", {"apiVersion": "a/b/c", "kind": "K", "metadata": {"name": "m"}}), "GRV001", "apiVersion"),
    ("no patch", lambda c: pair(c).api_object.add_json_patch({"op": "add"}), "GRV021", "dict"),
    ("queue amount", lambda c: Queue(c, "q", gpus=-1), "GRV001", "gpus"),
    ("queue's own parent", lambda c: Queue(c, "q", parent="q"), "GRV040", "parent"),
]  # fmt: skip


@pytest.mark.parametrize(("build", "code", "says"), [case[1:] for case in EARLY], ids=[case[0] for case in EARLY])
def test_a_wrong_option_fails_on_its_own_line(chart: Chart, build: Broken, code: str, says: str) -> None:
    with pytest.raises(GroveError) as caught:
        build(chart)
    (found,) = caught.value.findings
    assert found.code == code
    assert says in found.text()
    assert found.construct.startswith("chart/")
    assert found.fix


class Colour(IntEnum):
    RED = 1


def config(**data: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, **data}


def nested(depth: int) -> dict[str, Any]:
    return {"a": nested(depth - 1)} if depth else {}


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda _: DisaggReplica(None, "q", queue="t"), "GRV019"),
        (lambda c: DisaggReplica(c.node.root, "q", queue="t"), "GRV019"),
        (lambda c: Queue(c.node.root, "q"), "GRV019"),
        (lambda _: Manifest("scope", "m", config()), "GRV019"),
        (lambda c: Queue(c, ""), "GRV007"),
        (lambda c: DisaggReplica(c, "q", queue="t", name=""), "GRV007"),
        (lambda c: Manifest(c, "m", config(data=MappingProxyType({}))), "GRV063"),
        (lambda c: Manifest(c, "m", config(data={"a": Colour.RED})).manifest(), "GRV063"),
        (lambda c: Manifest(c, "m", config(data=nested(600))), "GRV063"),
        (lambda c: Queue(c, "q", gpus=10**30), "GRV041"),
        (lambda c: Queue(c, "q", memory="9" * 400 + "Ei"), "GRV041"),
    ],
)
def test_what_cdk8s_would_refuse_in_its_own_way_is_refused_in_ours(chart: Chart, make: Broken, code: str) -> None:
    with pytest.raises(GroveError) as caught:
        make(chart)
    assert [found.code for found in caught.value.findings] == [code]


def test_kinds_of_two_groups_may_share_a_name(app: App, chart: Chart) -> None:
    for id, group in (("one", "v1"), ("two", "serving.knative.dev/v1")):
        Manifest(chart, id, {"apiVersion": group, "kind": "Service", "metadata": {"name": "qwen"}})
    app.synth()
    assert len(written(app)) == 2


@pytest.mark.parametrize(("value", "code"), [("=", ""), ("\tindented\nline", "GRV060"), ("a\u2028b", "GRV060")])
def test_a_patch_may_hold_any_text_that_arrives(chart: Chart, value: str, code: str) -> None:
    made = Manifest(chart, "m", config(data={}))
    ApiObject.of(made).add_json_patch(JsonPatch.add("/data", {"a": value}))
    if not code:
        assert made.manifest()["data"] == {"a": value}
        return
    with pytest.raises(GroveError, match=code):
        made.manifest()


@pytest.mark.parametrize(
    "patch", [JsonPatch.replace("", {}), JsonPatch.remove("/metadata/name"), JsonPatch.remove("/kind")]
)
def test_patches_that_leave_no_object_are_refused(chart: Chart, patch: JsonPatch) -> None:
    made = Manifest(chart, "m", config())
    ApiObject.of(made).add_json_patch(patch)
    with pytest.raises(GroveError, match="GRV021"):
        made.manifest()


def test_a_clique_that_was_removed_can_be_made_again(chart: Chart) -> None:
    replica = pair(chart)
    prefill = replica.phases[0]
    prefill.node.try_remove_child("leader")
    LeaderClique(prefill, "leader", pod={"containers": [{"name": "engine", "image": "engine:2"}]})
    assert (
        replica.manifest()["spec"]["template"]["cliques"][0]["spec"]["podSpec"]["containers"][0]["image"] == "engine:2"
    )


def test_queues_share_a_parent(app: App, chart: Chart) -> None:
    first = Queue(chart, "a", parent="org", gpus=16)
    Queue(chart, "b", parent=first, gpus=8)
    Queue(chart, "c", parent="platform", create_parent=False)
    app.synth()
    queues = {d["metadata"]["name"]: d["spec"] for d in written(app)}
    assert set(queues) == {"org", "a", "b", "c"}
    assert queues["org"]["resources"]["gpu"] == {"quota": 24, "limit": -1, "overQuotaWeight": 1}
    assert "parentQueue" not in queues["org"]
    assert [queues[name]["parentQueue"] for name in "abc"] == ["org", "org", "platform"]


def test_a_manifest_is_a_copy_and_keeps_its_order(chart: Chart) -> None:
    document = {
        "kind": "ConfigMap",
        "apiVersion": "v1",
        "metadata": {"name": "m", "labels": {"a": "b"}},
        "data": {"z": "1", "a": "2"},
    }
    manifest = Manifest(chart, "m", document)
    document["data"]["z"] = "other"
    assert manifest.manifest() == {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "m", "namespace": "serving", "labels": {"a": "b", "team": "a"}},
        "data": {"z": "1", "a": "2"},
    }
    assert list(manifest.manifest()["data"]) == ["z", "a"]


def test_a_manifest_that_is_no_mapping(chart: Chart) -> None:
    for document in (["x"], None, 5):
        with pytest.raises(GroveError, match="GRV001"):
            Manifest(chart, "m", document)
