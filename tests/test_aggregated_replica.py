"""A model served without the split: cliques right under the replica, one engine a unit."""

from typing import Any

import pytest

from cdk8s_grove import (
    AggregatedReplica,
    DisaggReplica,
    GroveError,
    LeaderClique,
    PhaseGang,
    Queue,
    SpecError,
    WorkerClique,
)
from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.diagnostics import Severity

from cdk8s import App, Chart  # isort: skip
from constructs import Construct  # isort: skip

POD = {"containers": [{"name": "engine", "image": "engine:1", "command": ["serve", "--rank=$(RANK)"]}]}


def chart() -> Chart:
    return Chart(App(), "c", namespace="serving")


def engine(scope: Chart, *, workers: int = 1, **options: Any) -> AggregatedReplica:
    made = AggregatedReplica(scope, "qwen", **({"queue": "leaf"} | options))
    LeaderClique(made, "leader", pod=POD)
    if workers:
        WorkerClique(made, "worker", pods=workers, pod=POD)
    return made


def code(error: GroveError) -> tuple[str, str, str]:
    (found,) = error.findings
    assert found.fix
    return found.code, found.construct, found.path


@pytest.mark.parametrize("layout", ["set", "group"])
def test_each_unit_is_one_engine_and_one_gang(layout: str) -> None:
    scope = chart()
    made = engine(scope, units=3, workers=2, layout=layout, queue=Queue(scope, "team-a"))
    (plan,) = made.plan().sets
    assert plan.failures == ()
    assert [len(gang.pod_groups) for gang in plan.pod_gangs] == [2, 2, 2]
    assert len(plan.pods) == 9
    assert {pod.phase for pod in plan.pods} == {"aggregated"}
    assert {pod.resolved_env["engine"]["PHASE"] for pod in plan.pods} == {"aggregated"}
    leaders = {pod.fqdn for pod in plan.pods if pod.rank == 0}
    assert {pod.resolved_env["engine"]["LEADER_ADDRESS"] for pod in plan.pods} == leaders
    assert len(leaders) == 3
    assert [found for found in made.check().findings if found.severity is Severity.ERROR] == []


def test_it_is_what_a_replica_with_that_phase_is() -> None:
    short, long = chart(), chart()
    made = engine(short, units=2, priority="inference", env_prefix="X_")
    written = DisaggReplica(long, "qwen", queue="leaf", units=2, priority="inference", env_prefix="X_")
    gang = PhaseGang(written, "aggregated")
    LeaderClique(gang, "leader", pod=POD)
    WorkerClique(gang, "worker", pods=1, pod=POD)
    assert made.manifest() == written.manifest()
    phase = {"id": "aggregated", "leader": {"pod": POD}, "worker": {"pods": 1, "pod": POD}}
    data = {"name": "qwen", "queue": "leaf", "units": 2, "priority": "inference", "env_prefix": "X_", "phases": [phase]}
    assert render(made.spec()) == render(ReplicaSpec.model_validate(data))


def test_its_cliques_may_stand_in_constructs_of_the_users() -> None:
    made = AggregatedReplica(chart(), "qwen", queue="leaf")
    leader = LeaderClique(Construct(made, "rank0"), "leader", pod=POD)
    assert leader.phase is made.only_phase
    assert (leader.name, leader.node.path) == ("a-leader", "c/qwen/rank0/leader")
    assert leader.fqdn() == "qwen-0-aggregated-0-a-leader-0.qwen-0.serving.svc.cluster.local"
    assert made.plan().sets[0].pods[0].fqdn == leader.fqdn()


@pytest.mark.parametrize("layout", ["set", "group"])
def test_the_scaling_groups_name_is_one_option(layout: str) -> None:
    made = engine(chart(), group_name="e", layout=layout)
    (group,) = made.manifest()["spec"]["template"]["podCliqueScalingGroups"]
    assert group["name"] == "e"
    assert made.plan().sets[0].failures == ()


def test_a_second_phase_is_refused() -> None:
    made = AggregatedReplica(chart(), "qwen", queue="leaf")
    with pytest.raises(SpecError) as raised:
        PhaseGang(made, "prefill")
    assert code(raised.value) == ("GRV019", "c/qwen/prefill", "")


def test_a_second_leader_is_refused() -> None:
    made = engine(chart())
    with pytest.raises(SpecError) as raised:
        LeaderClique(made, "other", pod=POD)
    assert code(raised.value)[:2] == ("GRV004", "c/qwen/other")


def test_the_address_of_a_leader_with_workers() -> None:
    made = engine(chart(), layout="group", units=2)
    (leader,) = made.only_phase.leaders if made.only_phase else ()
    assert made.only_phase is not None
    assert made.only_phase.has_workers
    there = {pod.fqdn for pod in made.plan().sets[0].pods if pod.rank == 0}
    assert {leader.fqdn(unit) for unit in range(2)} == there


def test_without_a_leader_it_is_not_complete() -> None:
    made = AggregatedReplica(chart(), "qwen", queue="leaf")
    with pytest.raises(SpecError) as raised:
        made.manifest()
    assert code(raised.value) == ("GRV003", "c/qwen", "leader")


@pytest.mark.parametrize("option", ["copies", "min_copies", "phase", "unit"])
def test_what_it_has_no_option_for(option: str) -> None:
    scope = chart()
    with pytest.raises(SpecError) as raised:
        AggregatedReplica(scope, "qwen", queue="leaf", **{option: 2})
    assert code(raised.value) == ("GRV002", "c/qwen", option)
    assert list(scope.node.children) == []


def test_what_is_wrong_is_said_of_the_replica() -> None:
    made = AggregatedReplica(chart(), "qwen", queue="leaf")
    LeaderClique(made, "leader", pod=POD | {"schedulerName": "other"})
    with pytest.raises(GroveError) as raised:
        made.manifest()
    assert code(raised.value) == ("GRV017", "c/qwen", "leader.pod.schedulerName")


def test_both_kinds_in_one_chart() -> None:
    scope = chart()
    queue = Queue(scope, "team-a")
    engine(scope, queue=queue)
    split = DisaggReplica(scope, "llama", queue=queue)
    for phase in ("prefill", "decode"):
        LeaderClique(PhaseGang(split, phase), "leader", pod=POD)
    kinds = [document["kind"] for document in scope.to_json()]
    assert kinds == ["Queue", "Queue", "PodCliqueSet", "PodCliqueSet"]
