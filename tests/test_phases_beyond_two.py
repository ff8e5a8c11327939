"""More phases than a pair, and several pools of one phase: names, variables, plan and rules."""

from typing import Any

import pytest

from cdk8s_grove import DisaggReplica, LeaderClique, PhaseGang, WorkerClique
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.spec import Target

from cdk8s import App, Chart  # isort: skip

POOLS = [
    ("encode", None, 2, 0),
    ("prefill", None, 1, 1),
    ("decode-h200", "decode", 2, 0),
    ("decode-b200", "decode", 2, 1),
]
TARGETS = [Target(), Target(grove="v0.1.0-alpha.9", kai="v0.14.0"), Target(grove="v0.1.0-alpha.14-rc1")]


def pod(product: str) -> dict[str, Any]:
    engine = {"name": "engine", "image": "engine:1", "command": ["serve", "--rank=$(RANK)"]}
    return {
        "containers": [engine | {"resources": {"limits": {"nvidia.com/gpu": 8}}}],
        "nodeSelector": {"nvidia.com/gpu.product": product},
    }


def replica(pools: list[tuple[str, str | None, int, int]], **options: Any) -> DisaggReplica:
    made = DisaggReplica(Chart(App(), "c", namespace="serving"), "omni", queue="leaf", units=2, **options)
    for id, phase, copies, workers in pools:
        gang = PhaseGang(made, id, phase=phase, copies=copies)  # type: ignore[arg-type]
        LeaderClique(gang, "leader", pod=pod(id))
        if workers:
            WorkerClique(gang, "worker", pods=workers, pod=pod(id))
    return made


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.grove)
def test_each_pool_is_a_scaling_group_of_its_own(target: Target) -> None:
    made = replica(POOLS, target=target)
    template = made.manifest()["spec"]["template"]
    assert [(g["name"], g["cliqueNames"], g["replicas"]) for g in template["podCliqueScalingGroups"]] == [
        ("encode", ["e-leader"], 2),
        ("prefill", ["p-leader", "p-worker"], 1),
        ("decode-h200", ["decode-h200-leader"], 2),
        ("decode-b200", ["decode-b200-leader", "decode-b200-worker"], 2),
    ]
    (plan,) = made.plan().sets
    assert plan.failures == ()
    assert len(plan.pods) == 2 * (2 + 2 + 2 + 4)
    assert [gang.name for gang in plan.pod_gangs] == ["omni-0", "omni-1"]
    assert [(one.name, one.pods, one.gpus) for one in plan.totals.per_phase] == [
        ("encode", 2, 16), ("prefill", 2, 16), ("decode-h200", 2, 16), ("decode-b200", 4, 32),
    ]  # fmt: skip
    assert [found for found in made.check().findings if found.severity is Severity.ERROR] == []


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.grove)
@pytest.mark.parametrize("layout", ["set", "group"])
def test_every_pod_knows_its_phase_and_its_own_leader(layout: str, target: Target) -> None:
    made = replica(POOLS, target=target, layout=layout)
    (plan,) = made.plan().sets
    assert plan.failures == ()
    seen: dict[str, set[str]] = {}
    by_leader: dict[str, list[int]] = {}
    for one in plan.pods:
        env = one.resolved_env["engine"]
        pool = next(id for id, *_ in POOLS if f"-{id}-" in one.hostname or f"-{id[0]}-" in one.hostname)
        seen.setdefault(pool, set()).add(env["PHASE"])
        rank = one.rank if "RANK" not in env else int(env["RANK"])
        assert rank == one.rank
        by_leader.setdefault(env["LEADER_ADDRESS"], []).append(one.rank)
    assert seen == {"encode": {"encode"}, "prefill": {"prefill"}, "decode-h200": {"decode"}, "decode-b200": {"decode"}}
    assert set(by_leader) == {one.fqdn for one in plan.pods if one.rank == 0}
    sizes = sorted(len(ranks) for ranks in by_leader.values())
    assert sizes == sorted([1] * 2 * (2 + 2) + [2] * 2 * (1 + 2))
    assert all(sorted(ranks) == list(range(len(ranks))) for ranks in by_leader.values())


@pytest.mark.parametrize("layout", ["set", "group"])
def test_fqdn_says_where_the_plan_puts_each_leader(layout: str) -> None:
    made = replica(POOLS, layout=layout)
    there = {pod.fqdn for pod in made.plan().sets[0].pods}
    for gang in made.phases:
        for leader in gang.leaders:
            assert {leader.fqdn(unit, copy) for unit in range(2) for copy in range(gang.copies)} <= there
