"""What users' own tests call: each assertion passes on what is right, and says what is wrong."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from cdk8s_grove import DisaggReplica, GroveError, LeaderClique, PhaseGang, Queue, Target, WorkerClique
from cdk8s_grove.testing import (
    YamlSnapshot,
    assert_leaders,
    assert_no_findings,
    assert_one_gang_a_unit,
    assert_ranks,
    plan_of,
    synth,
    yaml_of,
)

from cdk8s import App, Chart, JsonPatch  # isort: skip

POD = {"containers": [{"name": "engine", "image": "engine:1", "command": ["serve"]}]}


def serving(app: App | None = None, id: str = "c", decode: dict[str, Any] | None = None, **options: Any) -> Chart:
    chart = Chart(app or App(), id, namespace="serving")
    replica = DisaggReplica(chart, "qwen", queue=Queue(chart, "team-a", gpus=8), **options)
    LeaderClique(PhaseGang(replica, "prefill"), "leader", pod=POD)
    gang = PhaseGang(replica, "decode", copies=3, **(decode or {}))
    LeaderClique(gang, "leader", pod=POD)
    WorkerClique(gang, "worker", pods=2, pod=POD)
    return chart


def the_replica(chart: Chart) -> Any:
    return next(one for one in chart.node.find_all() if isinstance(one, DisaggReplica))


def test_documents_are_what_the_file_holds(tmp_path: Path) -> None:
    app = App(outdir=str(tmp_path))
    chart = serving(app)
    app.synth()
    assert [one["kind"] for one in synth(chart)] == ["Queue", "Queue", "PodCliqueSet"]
    assert yaml_of(chart) == (tmp_path / "c.k8s.yaml").read_text()


def test_an_app_is_all_its_charts() -> None:
    app = App()
    serving(app, "a")
    serving(app, "b")
    assert [one["kind"] for one in synth(app)] == ["Queue", "Queue", "PodCliqueSet"] * 2


@pytest.mark.parametrize("scope", [App(), None, "chart"])
def test_what_is_no_chart_is_refused(scope: Any) -> None:
    with pytest.raises(GroveError, match="GRV019"):
        synth(scope)


@pytest.mark.parametrize("options", [{"units": 2}, {"layout": "group", "units": 3}])
@pytest.mark.parametrize("prefix", ["", "DYNAMO_"])
def test_what_is_right_passes(options: dict[str, Any], prefix: str) -> None:
    chart = serving(env_prefix=prefix, **options)
    assert_one_gang_a_unit(chart)
    assert_ranks(chart, prefix)
    assert_leaders(chart, prefix)
    assert len(plan_of(chart).sets[0].pods) == options["units"] * 10


def test_the_target_is_the_replicas() -> None:
    older = Target(grove="v0.1.0-alpha.11", kai="v0.15.2")
    app = App()
    assert plan_of(serving(app, "old", target=older)).target == older
    serving(app, "new")
    with pytest.raises(GroveError, match="GRV018"):
        plan_of(app)
    assert plan_of(app, Target()).target == Target()


def test_a_floor_is_no_gang_a_unit() -> None:
    with pytest.raises(AssertionError, match="gang qwen-0-decode-0 holds no pod of prefill"):
        assert_one_gang_a_unit(serving(decode={"min_copies": 2}))


def test_a_gang_that_may_start_with_less() -> None:
    chart = serving()
    path = "/spec/template/cliques/2/spec/minAvailable"
    the_replica(chart).api_object.add_json_patch(JsonPatch.replace(path, 1))
    with pytest.raises(AssertionError, match="starts with 7 of its 10 pods"):
        assert_one_gang_a_unit(chart)


@pytest.mark.parametrize(
    ("variable", "value", "check", "message"),
    [
        ("LEADER_ADDRESS", "elsewhere", assert_leaders, "is elsewhere, its leader is qwen-0-prefill-0-p-leader-0"),
        ("RANK", "3", assert_ranks, "is rank 0 and is told 3"),
    ],
)
def test_a_wrong_variable(variable: str, value: str, check: Any, message: str) -> None:
    chart = serving()
    env = synth(chart)[2]["spec"]["template"]["cliques"][0]["spec"]["podSpec"]["containers"][0]["env"]
    index = [entry["name"] for entry in env].index(variable)
    path = f"/spec/template/cliques/0/spec/podSpec/containers/0/env/{index}"
    the_replica(chart).api_object.add_json_patch(JsonPatch.replace(path, {"name": variable, "value": value}))
    with pytest.raises(AssertionError, match=message):
        check(chart)


def test_findings() -> None:
    assert_no_findings(serving())
    with pytest.raises(AssertionError, match="GRV302"):
        chart = serving()
        template = "/spec/template/cliqueStartupType"
        the_replica(chart).api_object.add_json_patch(JsonPatch.add(template, "CliqueStartupTypeInOrder"))
        assert_no_findings(chart)


def test_a_snapshot_is_a_yaml_file(snapshot: SnapshotAssertion) -> None:
    assert yaml_of(serving()) == snapshot(extension_class=YamlSnapshot)


def test_syrupy_is_needed_for_snapshots_only() -> None:
    program = "import sys; sys.modules['syrupy'] = None; import cdk8s_grove.testing as t; print(t.synth.__name__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "synth"
