"""Trees of queues: what a node leaves out, what does not fit together, and what check finds once somebody edits one."""

import logging
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from cdk8s_grove import (
    DisaggReplica,
    GroveError,
    LeaderClique,
    PhaseGang,
    PriorityClass,
    QueueNode,
    QueueTree,
    SpecError,
)
from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts.priorities import SHIPPED
from cdk8s_grove.core.rendering import limit_warnings, place_queues, render_queue_tree
from cdk8s_grove.core.spec import QueueTreeSpec

from cdk8s import App, Chart, JsonPatch  # isort: skip

Document = dict[str, Any]
ENGINE = {"name": "engine", "image": "e:1", "resources": {"limits": {"nvidia.com/gpu": 8, "cpu": "4", "memory": "1Gi"}}}


@pytest.fixture
def app(tmp_path: Path) -> App:
    return App(outdir=str(tmp_path))


@pytest.fixture
def chart(app: App) -> Chart:
    return Chart(app, "chart", namespace="serving", labels={"made-by": "test"})


def spec(queues: dict[str, Any], **options: Any) -> QueueTreeSpec:
    return QueueTreeSpec.model_validate({"queues": queues, **options})


def resources(queues: dict[str, Any]) -> dict[str, Any]:
    return {one["metadata"]["name"]: one["spec"]["resources"] for one in render_queue_tree(spec(queues))}


def problems(queues: Any, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(SpecError) as caught:
        place_queues(QueueTreeSpec.model_validate({"queues": queues, **options}))
    assert all(one.fix for one in caught.value.findings)
    return [(one.code, one.path) for one in caught.value.findings]


def test_queues_of_any_depth_stand_under_each_other_and_parents_come_first() -> None:
    made = render_queue_tree(
        spec({"a": {"queues": {"b": {"queues": {"c": {"queues": {"d": {}}}}}, "e": {}}}, "f": {}}, parent="root")
    )
    assert [(one["metadata"]["name"], one["spec"]["parentQueue"]) for one in made] == [
        ("a", "root"),
        ("b", "a"),
        ("c", "b"),
        ("d", "c"),
        ("e", "a"),
        ("f", "root"),
    ]
    assert "parentQueue" not in render_queue_tree(spec({"a": {}}))[0]["spec"]


def test_amounts_are_in_kais_units() -> None:
    (made,) = resources(
        {"q": {"gpus": 0.5, "cpus": 0.1, "memory": "512Gi", "max_gpus": 1, "max_memory": "1T", "over_quota_weight": 2}}
    ).values()
    assert made == {
        "cpu": {"quota": 100, "limit": -1, "overQuotaWeight": 2},
        "gpu": {"quota": 0.5, "limit": 1, "overQuotaWeight": 2},
        "memory": {"quota": 549755.813888, "limit": 1_000_000, "overQuotaWeight": 2},
    }


def test_a_parent_is_entitled_to_what_its_queues_are_entitled_to_together() -> None:
    below = {"a": {"gpus": 0.1, "cpus": 2}, "b": {"queues": {"c": {"gpus": 0.2}}}}
    made = resources({"top": {"queues": below}})
    assert [made["top"][resource]["quota"] for resource in ("gpu", "cpu", "memory")] == [0.3, -1, -1]
    assert {one["limit"] for queue in made.values() for one in queue.values()} == {-1}


def test_none_and_unlimited_are_told_apart_from_nothing() -> None:
    made = resources({"q": {"gpus": 0, "max_gpus": 0, "cpus": -1, "memory": -1, "max_memory": -1}})["q"]
    assert [made["gpu"][key] for key in ("quota", "limit")] == [0, 0]
    assert [made["cpu"]["quota"], made["memory"]["quota"], made["memory"]["limit"]] == [-1, -1, -1]
    assert resources({"p": {"gpus": -1, "queues": {"q": {"gpus": 8}}}})["p"]["gpu"]["quota"] == -1


def test_the_other_fields_are_kais() -> None:
    node = QueueNode(priority=-3, display_name="Team A", preempt_min_runtime="0s", reclaim_min_runtime="90m")
    (made,) = render_queue_tree(QueueTreeSpec(queues={"a": node}, node_pool="h100"))
    assert made["metadata"] == {"name": "a", "labels": {"kai.scheduler/node-pool": "h100"}}
    shown = {key: value for key, value in made["spec"].items() if key != "resources"}
    assert shown == {
        "displayName": "Team A",
        "priority": -3,
        "preemptMinRuntime": "0s",
        "reclaimMinRuntime": "1h30m",
    }


@pytest.mark.parametrize(
    ("node", "code", "path"),
    [
        ({"gpu": 8}, "GRV002", "gpu"),
        ({"gpus": "8"}, "GRV001", "gpus"),
        ({"gpus": True}, "GRV001", "gpus"),
        ({"gpus": float("nan")}, "GRV001", "gpus"),
        ({"gpus": -2}, "GRV041", "gpus"),
        ({"max_cpus": 1e13}, "GRV041", "max_cpus"),
        ({"memory": 512}, "GRV041", "memory"),
        ({"memory": True}, "GRV041", "memory"),
        ({"memory": "-1Gi"}, "GRV041", "memory"),
        ({"max_memory": "lots"}, "GRV041", "max_memory"),
        ({"over_quota_weight": -1}, "GRV001", "over_quota_weight"),
        ({"priority": 1.5}, "GRV001", "priority"),
        ({"preempt_min_runtime": "soon"}, "GRV001", "preempt_min_runtime"),
        ({"queues": {"b c": {}}}, "GRV007", "queues.b c"),
        ({"queues": {"B": {}}}, "GRV040", "queues.B"),
        ({"queues": {"b" * 64: {}}}, "GRV007", f"queues.{'b' * 64}"),
    ],
)
def test_a_wrong_field_is_named(node: dict[str, Any], code: str, path: str) -> None:
    assert problems({"a": node}) == [(code, f"queues.a.{path}")]


@pytest.mark.parametrize("queues", [{}, [], None, {"a": 8}])
def test_what_is_no_tree_is_said(queues: Any) -> None:
    ((code, path),) = problems(queues)
    assert (code, path.removesuffix(".a")) == ("GRV001", "queues")


def test_a_tree_that_holds_itself_is_said() -> None:
    node: dict[str, Any] = {}
    node["queues"] = {"a": node}
    assert [code for code, _ in problems({"a": node})] == ["GRV001"]


def test_names_are_those_of_the_whole_cluster() -> None:
    twice = {"a": {"queues": {"x": {}}}, "b": {"queues": {"x": {}, "a": {}}}}
    assert problems(twice) == [("GRV010", "queues.b.queues.a"), ("GRV010", "queues.b.queues.x")]
    assert problems({"a": {"queues": {"top": {}}}}, parent="top") == [("GRV040", "queues.a.queues.top")]


def test_all_that_does_not_fit_is_said_at_once() -> None:
    team = {"gpus": 40, "memory": "1Gi", "max_memory": "1G"}
    queues = {"top": {"gpus": 64, "max_cpus": 8, "queues": {"a": team, "b": {"gpus": 32, "cpus": 10}}}}
    assert problems(queues) == [
        ("GRV041", "queues.top.gpus"),  # 72 below it
        ("GRV041", "queues.top.max_cpus"),  # 10 below it
        ("GRV041", "queues.top.queues.a.memory"),  # above its own limit
    ]


def test_a_promise_deeper_down_counts_past_a_queue_without_a_bound() -> None:
    between = {"gpus": -1, "queues": {"a": {"gpus": 40}, "b": {}}}
    assert problems({"top": {"gpus": 32, "queues": {"between": between}}}) == [("GRV041", "queues.top.gpus")]
    place_queues(spec({"top": {"gpus": 40, "queues": {"between": between}}}))


def test_fractions_add_up_exactly() -> None:
    tenths = {f"q{index}": {"gpus": 0.1, "cpus": 0.1} for index in range(10)}
    place_queues(spec({"top": {"gpus": 1, "max_gpus": 1, "cpus": 1, "queues": tenths}}))
    assert problems({"top": {"gpus": 0.9999999, "queues": tenths}}) == [("GRV041", "queues.top.gpus")]


def test_an_amount_kai_cannot_hold_is_said() -> None:
    assert problems({"a": {"memory": "123456789012345678"}}) == [("GRV041", "queues.a.memory")]
    assert problems({"a": {"queues": {"b": {"gpus": 1e11}, "c": {"gpus": 1.234567e-9}}}}) == [
        ("GRV041", "queues.a.gpus")
    ]


def test_a_limit_above_the_one_it_stands_under_is_a_warning(chart: Chart, caplog: pytest.LogCaptureFixture) -> None:
    queues = {
        "top": {"max_gpus": 8, "queues": {"m": {"queues": {"a": {"max_gpus": 9}, "b": {"max_gpus": 8}, "c": {}}}}}
    }
    (warning,) = limit_warnings(spec(queues))
    assert (warning.severity, warning.path) == (Severity.WARNING, "queues.top.queues.m.queues.a.max_gpus")
    with caplog.at_level(logging.WARNING, "cdk8s_grove"):
        QueueTree(chart, "org", queues=queues)
    assert "chart/org" in caplog.text and warning.path in caplog.text


def test_the_tree_in_a_chart(app: App, chart: Chart) -> None:
    queues: dict[str, QueueNode | dict[str, object]] = {
        "research": QueueNode(gpus=64, queues={f"team-{team}": QueueNode(gpus=16) for team in "abc"}),
        "batch": {"gpus": 8},
    }
    tree = QueueTree(chart, "org", queues=queues, node_pool="h100")
    assert (tree.node_pool, tree.parent, list(tree.queues)) == ("h100", None, ["research", "batch"])
    assert tree.leaves == ("team-a", "team-b", "team-c", "batch")
    assert [one.name for one in tree.placed] == list(tree.api_objects)
    assert tree.placed[1].shares["gpu"].quota == Fraction(16)
    tree.api_objects["batch"].add_json_patch(JsonPatch.add("/spec/displayName", "Batch"))
    app.synth()
    written = list(yaml.safe_load_all((Path(app.outdir) / "chart.k8s.yaml").read_text()))
    assert written == tree.manifests() == chart.to_json()
    assert [one["spec"].get("displayName") for one in written] == [None, None, None, None, "Batch"]
    labels = {"made-by": "test", "kai.scheduler/node-pool": "h100"}
    assert written[0]["metadata"] == {"name": "research", "labels": labels}
    for one in written:
        one["metadata"]["labels"].pop("made-by")
        one["spec"].pop("displayName", None)
    assert written == render_queue_tree(tree.options)


def test_a_handle_is_a_leafs_name_and_a_parent_has_none(chart: Chart) -> None:
    tree = QueueTree(chart, "org", queues={"top": {"queues": {"mid": {"queues": {"team-a": {}}}}}})
    assert DisaggReplica(chart, "qwen", queue=tree["team-a"]).queue == "team-a"
    for name, said in (("top", "team-a"), ("mid", "team-a"), ("team-b", "did you mean 'team-a'")):
        with pytest.raises(SpecError, match="GRV042") as caught:
            tree[name]
        assert said in str(caught.value) and caught.value.findings[0].construct == "chart/org"


def test_wrong_options_name_the_construct(chart: Chart) -> None:
    for options in ({"queues": {"a": {"gpu": 1}}}, {"queues": {}}, {"queues": {"a": {"gpus": 2, "max_gpus": 1}}}):
        with pytest.raises(SpecError) as caught:
            QueueTree(chart, "org", **options)  # type: ignore[arg-type]  # what the test is about
        assert {one.construct for one in caught.value.findings} == {"chart/org"}
    with pytest.raises(SpecError, match="GRV002"):
        QueueTree(chart, "org", queues={"a": {}}, gpus=8)  # type: ignore[arg-type]  # likewise
    assert chart.node.children == []


def test_two_trees_of_a_chart_may_not_share_a_name(app: App, chart: Chart) -> None:
    for id in ("one", "two"):
        QueueTree(chart, id, queues={"team-a": {"gpus": 8}})
    with pytest.raises(RuntimeError, match="GRV010"):
        app.synth()


def test_a_priority_class_of_ones_own(app: App, chart: Chart) -> None:
    made = PriorityClass(chart, "serving", value=110, description="Serves people.")
    low = PriorityClass(chart, "low", value=99)
    assert (made.preemptible, low.preemptible, made.value) == (False, True, 110)
    assert made.manifest() == {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "serving", "labels": {"made-by": "test"}},
        "value": 110,
        "description": "Serves people.",
    }
    app.synth()
    for name, value, code in [
        *((shipped, 1, "GRV010") for shipped in SHIPPED),
        ("system-x", 1, "GRV007"),
        ("Big", 1, "GRV007"),
        ("big", 10**9 + 1, "GRV001"),
    ]:
        with pytest.raises(GroveError, match=code):
            PriorityClass(chart, name, value=value)


def without_limit(queues: dict[str, Document]) -> None:
    del queues["team-a"]["spec"]["resources"]["gpu"]["limit"]


def above_without_limit(queues: dict[str, Document]) -> None:
    del queues["org"]["spec"]["resources"]["gpu"]["limit"]


def on_a_parent(queues: dict[str, Document]) -> None:
    queues["below"] = {**queues["team-a"], "metadata": {"name": "below"}}
    queues["below"]["spec"] = {**queues["team-a"]["spec"], "parentQueue": "team-a"}


def quota_below(queues: dict[str, Document]) -> None:
    queues["team-a"]["spec"]["resources"]["gpu"]["quota"] = 8


def quota_below_above(queues: dict[str, Document]) -> None:
    queues["org"]["spec"]["resources"]["gpu"]["quota"] = 8


@pytest.mark.parametrize(
    ("edit", "code", "queue"),
    [
        (without_limit, "GRV310", "team-a"),
        (above_without_limit, "GRV310", "org"),
        (on_a_parent, "GRV309", None),
        (quota_below, "GRV311", "team-a"),
        (quota_below_above, "GRV311", "org"),
        (lambda queues: queues.pop("team-a"), "GRV308", None),
    ],
)
def test_check_finds_what_an_edit_breaks(
    chart: Chart, edit: Callable[[dict[str, Document]], object], code: str, queue: str | None
) -> None:
    tree = QueueTree(
        chart, "tree", queues={"org": {"gpus": 64, "queues": {"research": {"queues": {"team-a": {"gpus": 16}}}}}}
    )
    priority = PriorityClass(chart, "serving", value=110)
    replica = DisaggReplica(chart, "qwen", queue=tree["team-a"], priority=priority.name)
    for phase in ("prefill", "decode"):
        LeaderClique(PhaseGang(replica, phase), "leader", pod={"containers": [ENGINE]})
    queues = {one["metadata"]["name"]: one for one in tree.manifests()}

    def errors() -> list[Any]:
        report = check_manifests([*queues.values(), priority.manifest(), replica.manifest()])
        return [one for one in report.findings if one.severity is Severity.ERROR]

    assert errors() == []
    edit(queues)
    (found,) = errors()
    assert found.code == code
    assert queue is None or queue in found.construct
