"""Every recipe for every pair of Grove and KAI: it is accepted there, and differs only in what the releases brought."""

import difflib
import json
import re
import subprocess
import sys
from typing import Any

import pytest
from cdk8s import App, Chart
from syrupy.assertion import SnapshotAssertion

from cdk8s_grove import DisaggReplica, Target
from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import targets, versions
from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.serial import dump
from cdk8s_grove.testing import synth
from recipes import RECIPES

USUAL = Target()
OTHERS = [pair for pair in targets.PAIRS if pair != (USUAL.grove, USUAL.kai)]
WORKERS = {"containers": [{"name": "engine", "image": "engine:1", "command": ["serve", "--rank=$(RANK)"]}]}
VERSIONED: dict[str, Any] = {
    "name": "qwen",
    "queue": "leaf",
    "env_prefix": "MODELPLANE_",
    "topology": {"required": "rack"},
    "phases": [
        {
            "id": phase,
            "leader": {"id": "leader", "pod": WORKERS},
            "worker": {"id": "worker", "pods": 3, "pod": WORKERS},
        }
        for phase in ("prefill", "decode")
    ],
}
"""Everything in which releases differ: variables that name the leader, ranks of several workers, a topology."""


def recipe(name: str) -> tuple[ReplicaSpec, list[dict[str, Any]]]:
    """The spec of a recipe's set, and what stands beside it."""
    chart: Chart = RECIPES[name](App(), name)
    (replica,) = [one for one in chart.node.find_all() if isinstance(one, DisaggReplica)]
    return replica.spec(), [one for one in synth(chart) if one["kind"] != "PodCliqueSet"]


def at(spec: ReplicaSpec, pair: tuple[str, str]) -> dict[str, Any]:
    return render(spec.model_copy(update={"target": Target(grove=pair[0], kai=pair[1])}))


def difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    lines = difflib.unified_diff(dump([old]).splitlines(), dump([new]).splitlines(), n=1, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


@pytest.mark.parametrize("pair", targets.PAIRS, ids="+".join)
@pytest.mark.parametrize("name", list(RECIPES))
def test_a_recipe_is_accepted_at_every_target(name: str, pair: tuple[str, str]) -> None:
    spec, beside = recipe(name)
    made = at(spec, pair)
    target = Target(grove=pair[0], kai=pair[1])
    report = check_manifests([made, *beside], target)
    assert [found for found in report.findings if found.severity is Severity.ERROR] == []
    (plan,) = plan_manifests([made, *beside], target).sets
    assert plan.failures == ()
    (usual,) = plan_manifests([render(spec), *beside], USUAL).sets
    assert plan.totals == usual.totals
    # What every pod is told is the same at every release, however it gets to it.
    assert [(pod.hostname, pod.rank, pod.phase) for pod in plan.pods] == [
        (pod.hostname, pod.rank, pod.phase) for pod in usual.pods
    ]


@pytest.mark.parametrize("pair", OTHERS, ids="+".join)
@pytest.mark.parametrize("name", list(RECIPES))
def test_how_a_recipe_differs_there(name: str, pair: tuple[str, str], snapshot: SnapshotAssertion) -> None:
    spec, _ = recipe(name)
    assert difference(render(spec), at(spec, pair)) == snapshot


@pytest.mark.parametrize("pair", OTHERS, ids="+".join)
def test_how_a_set_differs_that_uses_what_releases_brought(pair: tuple[str, str], snapshot: SnapshotAssertion) -> None:
    def named(pair: tuple[str, str]) -> ReplicaSpec:
        old = versions.version_key(pair[0]) < versions.TOPOLOGY_NAME
        topology = {"required": "rack"} | ({} if old else {"topology_name": "fabric"})
        target = {"grove": pair[0], "kai": pair[1]}
        return ReplicaSpec.model_validate(VERSIONED | {"topology": topology, "target": target})

    told = difference(render(named((USUAL.grove, USUAL.kai))), render(named(pair)))
    assert told == snapshot
    if versions.version_key(pair[0]) < versions.PACK:
        assert "packDomain: rack" in told
    if versions.version_key(pair[0]) >= versions.GROUP_POD_INDEX:
        assert "GROVE_PCSG_POD_INDEX" in told


def test_only_what_a_gate_names_differs() -> None:
    seen: set[str] = set()
    for name in RECIPES:
        spec, _ = recipe(name)
        for pair in OTHERS:
            seen |= set(_fields(render(spec), at(spec, pair)))
    # The order of variables (and how the leader's address is put together) before they expand in the user's.
    assert seen <= {"command", "args", "env"}


def _fields(old: Any, new: Any, field: str = "") -> list[str]:
    """The nearest named field of everything that differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = sorted({*old, *new})
        return [found for key in keys for found in _fields(old.get(key), new.get(key), _named(field, key))]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [found for one, other in zip(old, new, strict=True) for found in _fields(one, other, field)]
    return [] if old == new else [field]


def _named(field: str, key: str) -> str:
    return field if field in ("env", "command", "args") else key


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cdk8s_grove", "targets", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_command_prints_the_table(snapshot: SnapshotAssertion) -> None:
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == snapshot
    shown = [tuple(match.groups()) for match in re.finditer(r"^(v\S+)\s+(v\S+)", done.stdout, re.MULTILINE)]
    assert tuple(shown) == targets.PAIRS


def test_the_command_prints_json() -> None:
    printed = json.loads(run("--format", "json").stdout)
    assert [(one["grove"], one["kai"]) for one in printed["targets"]] == list(targets.PAIRS)
    (usual,) = [one for one in printed["targets"] if one["default"]]
    assert (usual["grove"], usual["kai"]) == (USUAL.grove, USUAL.kai)
    assert "env-order" in usual["has"]
    assert "group-pod-index" not in usual["has"]
    keys = [gate["key"] for gate in printed["gates"]]
    assert len(keys) == len(set(keys))
    assert all(set(one["has"]) <= set(keys) for one in printed["targets"])


def test_every_pair_is_a_target() -> None:
    for grove, kai in targets.PAIRS:
        Target(grove=grove, kai=kai)
    keys = [(versions.version_key(grove), versions.version_key(kai)) for grove, kai in targets.PAIRS]
    assert keys == sorted(keys)
