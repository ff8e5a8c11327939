"""`cdk8s-grove plan` as a process."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

HERE = Path(__file__).parent
RECIPES = HERE / "__snapshots__" / "test_recipes_snapshot"
EXPAND = HERE / "golden" / "grove-main" / "expand"


def run(*arguments: str, stdin: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    command = [sys.executable, "-m", "cdk8s_grove", "plan", *arguments]
    data = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(command, input=data, capture_output=True, env=env, timeout=60, check=False)


def recorded(case: str) -> str:
    return json.dumps(json.loads((EXPAND / f"{case}.json").read_text())["manifest"])


def recipe(name: str) -> str:
    return str(RECIPES / f"test_recipe[{name}].yaml")


@pytest.mark.parametrize("name", ["modelplane-kimi-k2", "modelplane-qwen3-coder-480b-gang"])
def test_a_recipes_plan(name: str, snapshot: SnapshotAssertion) -> None:
    done = run(recipe(name))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == snapshot


def test_the_pair_of_one_node_each_says_it_all_in_a_few_lines() -> None:
    said = run(recipe("modelplane-kimi-k2")).stdout.decode()
    assert len(said.splitlines()) < 15
    for fact in ("1 unit", "1 gang", "2 pods", "16 GPUs  all at once", "queue kimi-k2"):
        assert fact in said
    for phase, clique in (("prefill", "p-leader"), ("decode", "d-leader")):
        assert f"leader  kimi-k2-pd-0-{phase}-0-{clique}-0.kimi-k2-pd-0.default.svc.cluster.local" in said


def test_every_copy_of_two_nodes_has_ranks_0_and_1() -> None:
    said = run(recipe("modelplane-qwen3-coder-480b-gang")).stdout.decode()
    assert [said.count(what) for what in ("leader  qwen3", "rank 0  ", "rank 1  ")] == [4, 4, 4]


@pytest.mark.parametrize(
    "case", ["topology-with-scaled-gang", "startup-inorder", "sg-scale", "sharing-ok", "replicas-zero"]
)
def test_other_shapes(case: str, snapshot: SnapshotAssertion) -> None:
    done = run("-", stdin=recorded(case))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == snapshot


@pytest.mark.parametrize("case", ["pcs-name-dot", "sg-scale-max-below-replicas", "sharing-external", "pod-no-image"])
def test_what_would_fail_is_said(case: str, snapshot: SnapshotAssertion) -> None:
    done = run("-", stdin=recorded(case))
    assert done.returncode == 1
    assert done.stdout.decode() == snapshot


def test_full_shows_what_is_folded(snapshot: SnapshotAssertion) -> None:
    manifest = json.loads(recorded("layout-1p3d"))
    manifest["spec"]["template"]["podCliqueScalingGroups"][1] |= {"replicas": 6, "minAvailable": 6}
    folded, full = (run("-", *more, stdin=json.dumps(manifest)).stdout.decode() for more in ((), ("--full",)))
    assert "(4 more copies alike)" in folded
    assert full.count("leader  ") == 14
    assert folded == snapshot
    assert full == snapshot


def test_thousands_of_units_are_told_in_a_line() -> None:
    manifest = json.loads(recorded("layout-multinode"))
    manifest["spec"]["replicas"] = 2500
    said = run("-", stdin=json.dumps(manifest)).stdout.decode()
    assert len(said.splitlines()) < 40
    name = manifest["metadata"]["name"]
    assert f"units 1 to 2499  same shape, gangs {name}-1 to {name}-2499" in said
    assert "2,500 units, 2,500 gangs, 20,000 pods" in said


def test_json_and_its_schema() -> None:
    schema = json.loads((files("cdk8s_grove.core.report") / "plan.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    described = _keys_of_schema(schema)
    for path in sorted(EXPAND.glob("*.json")):
        case = json.loads(path.read_text())
        done = run("-", "--format", "json", stdin=json.dumps(case["manifest"])) if path.stem == "base" else None
        data = json.loads(done.stdout) if done else _planned(case)
        assert data["format_version"] == "1.0"
        jsonschema.validate(data, schema)
        assert set(data["sets"][0]) <= described
        assert all(set(pod) <= described for pod in data["sets"][0]["pods"])


def _planned(case: dict[str, Any]) -> dict[str, Any]:
    from cdk8s_grove.core.plan import plan_manifests
    from cdk8s_grove.core.report.data import plan_data

    return plan_data(plan_manifests([case["manifest"]]))


def _keys_of_schema(schema: Any) -> set[str]:
    if isinstance(schema, dict):
        own = set(schema.get("properties", {})) if isinstance(schema.get("properties"), dict) else set()
        return own.union(*map(_keys_of_schema, schema.values()))
    return set().union(*map(_keys_of_schema, schema)) if isinstance(schema, list) else set()


def test_same_bytes_under_another_hash_seed() -> None:
    first, second = (
        subprocess.run(
            [sys.executable, "-m", "cdk8s_grove", "plan", "--format", "json", recipe("modelplane-kimi-k2")],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second


def test_a_target_is_modelled() -> None:
    done = run("-", "--grove", "v0.1.0-alpha.11", "--kai", "v0.15.2", "--format", "json", stdin=recorded("base"))
    data = json.loads(done.stdout)
    assert data["target"] == {"grove": "v0.1.0-alpha.11", "kai": "v0.15.2"}
    assert data["sets"][0]["kaiPodGroups"][0]["name"] == "pg-base-0-<uid>"


def test_a_target_that_is_none() -> None:
    done = run("-", "--grove", "main", stdin=recorded("base"))
    assert done.returncode == 1
    assert b"GRV018" in done.stderr


def test_folders_lists_and_other_kinds(tmp_path: Path) -> None:
    base, flat = (json.loads(recorded(case)) for case in ("base", "flat"))
    (tmp_path / "list.json").write_text(
        json.dumps({"apiVersion": "v1", "kind": "List", "items": [base, {"kind": "Pod"}]})
    )
    (tmp_path / "values.yaml").write_text("replicas: 3\n")
    (tmp_path / "flat.yml").write_text(
        f"{json.dumps({'kind': 'ConfigMap', 'apiVersion': 'v1', 'metadata': {'name': 'c'}})}\n---\n{json.dumps(flat)}\n"
    )
    data = json.loads(run(str(tmp_path), "--format", "json").stdout)
    assert [found["name"] for found in data["sets"]] == ["flat", "base"]
    assert data["passedBy"] == {"(no kind)": 1, "Pod": 1}
    assert data["sets"][0]["source"].endswith("flat.yml:3")


def test_an_output_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.txt"
    assert run("-", "-o", str(path), stdin=recorded("base")).returncode == 0
    assert path.read_text() == run("-", stdin=recorded("base")).stdout.decode()
    done = run("-", "-o", str(path), stdin=recorded("base"))
    assert (done.returncode, b"GRV074" in done.stderr) == (2, True)


HEAD = "apiVersion: grove.io/v1alpha1\nkind: PodCliqueSet\nmetadata: {name: a}\n"
BOMB = "a: &a0 [x, x, x, x, x, x, x, x]\n" + "".join(
    f"b{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9)
)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "GRV073", "-"),
        ("just text\n", "GRV073", "-"),
        ("a: [1\n", "GRV071", "standard input:2"),
        (b"\x00\xff\xfe\x01", "GRV070", "standard input"),
        (BOMB, "GRV071", "standard input:1"),
        ("kind: PodCliqueSet\nmetadata: {name: a}\n", "GRV073", "apiVersion"),
        (HEAD, "GRV076", "spec.template"),
        (HEAD + "spec: {template: {}}\n", "GRV076", "spec.template.cliques"),
        (HEAD + "spec: {template: {cliques: {a: 1}}}\n", "GRV076", "spec.template.cliques"),
        (HEAD + "spec: {template: {cliques: [1]}}\n", "GRV076", "spec.template.cliques[0]"),
        (
            HEAD + "spec: {template: {cliques: [{name: c, spec: {}}]}}\n",
            "GRV076",
            "spec.template.cliques[0].spec.podSpec",
        ),
        (
            HEAD
            + "spec: {replicas: 2000000000, template: {cliques: [{name: c, spec: {podSpec: {containers: []}}}]}}\n",
            "GRV077",
            "spec.replicas",
        ),
        (
            HEAD
            + "spec: {template: {cliques: [{name: c, spec: {podSpec: {}}}], "
            + "podCliqueScalingGroups: [{name: g, cliqueNames: [x]}]}}\n",
            "GRV076",
            "spec.template.podCliqueScalingGroups[0].cliqueNames[0]",
        ),
    ],
)
def test_broken_input_is_said_with_its_place(text: str | bytes, code: str, place: str) -> None:
    done = run("-", stdin=text)
    said = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"")
    assert said.count("GRV") == 1, said
    assert said.startswith(code)
    assert place in said.splitlines()[0]
    assert "Traceback" not in said


def test_every_problem_of_every_set_is_said_at_once() -> None:
    broken = HEAD + "spec: {replicas: x, template: {cliques: [1, {name: 2, spec: {podSpec: {containers: [3]}}}]}}\n"
    done = run("-", stdin=f"{broken}---\n{HEAD}")
    codes = [line.split()[0] for line in done.stderr.decode().splitlines() if line.startswith("GRV")]
    assert codes == ["GRV076"] * 5
