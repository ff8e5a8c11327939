"""The rules at synthesis: errors stop it before a file is written, warnings are said once."""

import logging
from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove import CheckError, DisaggReplica, LeaderClique, Manifest, PhaseGang, Queue

from cdk8s import ApiObject, App, Chart, JsonPatch  # isort: skip

POD = {"containers": [{"name": "engine", "image": "engine:1"}]}
DEAD = {"containers": [{"name": "engine", "image": "engine:1", "volumeMounts": [{"name": "m", "mountPath": "/m"}]}]}


@pytest.fixture
def app(tmp_path: Path) -> App:
    return App(outdir=str(tmp_path))


def pair(chart: Chart, name: str = "qwen", *, pod: dict[str, Any] = POD, **options: Any) -> DisaggReplica:
    replica = DisaggReplica(chart, name, **{"queue": "team-a"} | options)
    for phase in ("prefill", "decode"):
        LeaderClique(PhaseGang(replica, phase), "leader", pod=pod)
    return replica


def test_an_error_stops_synthesis_and_names_the_construct(app: App) -> None:
    good = Chart(app, "good")
    pair(good, queue=Queue(good, "team-a"))
    pair(Chart(app, "bad"), pod=DEAD)
    with pytest.raises(RuntimeError, match=r"GRV\d+ pod-refused +error +bad/qwen "):
        app.synth()
    assert list(Path(app.outdir).iterdir()) == []


def test_an_error_in_a_manifest_that_is_asked_for(app: App) -> None:
    replica = pair(Chart(app, "bad"), pod=DEAD)
    with pytest.raises(CheckError) as raised:
        replica.manifest()
    assert {(one.name, one.construct) for one in raised.value.findings} == {("pod-refused", "bad/qwen")}


def test_an_error_a_patch_makes(app: App) -> None:
    replica = pair(Chart(app, "c"))
    ApiObject.of(replica).add_json_patch(JsonPatch.replace("/spec/template/cliques/0/spec/minAvailable", 9))
    with pytest.raises(RuntimeError, match="GRV"):
        app.synth()


def test_a_warning_is_said_once(app: App, caplog: pytest.LogCaptureFixture) -> None:
    pair(Chart(app, "a"))
    pair(Chart(app, "b"))
    with caplog.at_level(logging.WARNING, "cdk8s_grove"):
        app.synth()
        app.synth()
    (record,) = [one.getMessage() for one in caplog.records if "queue-not-there" in one.getMessage()]
    assert record.startswith("GRV308 queue-not-there  warning  a/qwen  metadata.labels\n")
    assert record.endswith("and:   1 more like it")
    assert len(list(Path(app.outdir).iterdir())) == 2


def test_what_another_chart_holds_is_there(app: App, caplog: pytest.LogCaptureFixture) -> None:
    pair(Chart(app, "a"))
    Queue(Chart(app, "platform"), "team-a")
    app.synth()
    assert caplog.records == []


def test_an_object_of_cdk8s_own_is_there_too(app: App, caplog: pytest.LogCaptureFixture) -> None:
    chart = Chart(app, "a")
    pair(chart)
    unlimited = {"quota": -1, "limit": -1, "overQuotaWeight": 1}
    leaf = ApiObject(chart, "leaf", api_version="scheduling.run.ai/v2", kind="Queue")
    leaf.add_json_patch(
        JsonPatch.replace("/metadata", {"name": "team-a"}),
        JsonPatch.add(
            "/spec", {"parentQueue": "root", "resources": dict.fromkeys(("gpu", "cpu", "memory"), unlimited)}
        ),
    )
    app.synth()
    assert not [one for one in caplog.records if "'team-a' is not in the input" in one.getMessage()]


def test_a_suppression_on_the_replica(app: App, caplog: pytest.LogCaptureFixture) -> None:
    pair(Chart(app, "a"), annotations={"ignore-check.cdk8s-grove.io/GRV308": "the platform team owns it"})
    app.synth()
    assert caplog.records == []


def test_objects_of_other_kinds_are_checked_too(app: App) -> None:
    chart = Chart(app, "a")
    Manifest(
        chart,
        "queue",
        {
            "apiVersion": "scheduling.run.ai/v2",
            "kind": "Queue",
            "metadata": {"name": "q"},
            "spec": {"parentQueue": "p", "quota": 1},
        },
    )
    with pytest.raises(RuntimeError, match="GRV101 schema"):
        app.synth()


def test_a_replicas_own_check(app: App) -> None:
    chart = Chart(app, "c")
    replica = pair(chart, pod=DEAD)
    pair(chart, "other", pod=DEAD)
    report = replica.check()
    assert [(one.code, one.severity) for one in report.findings] == [
        ("GRV308", "warning"),
        ("GRV204", "error"),
        ("GRV204", "error"),
    ]
    assert replica.plan().sets[0].failures
    Queue(chart, "team-a")
    assert "GRV308" not in {one.code for one in replica.check().findings}
