"""`cdk8s-grove plan` as a process."""

import json
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.report.data import plan_data
from cdk8s_grove.core.spec import Target

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


def test_units_that_differ_are_told_apart() -> None:
    manifest = json.loads(recorded("flat"))
    cliques = manifest["spec"]["template"]["cliques"]
    for clique, name, pods in zip(cliques, ("1-w", "w"), (4, 1), strict=True):
        clique["name"] = name
        clique["spec"] |= {"replicas": pods, "minAvailable": pods}
    manifest["spec"]["replicas"] = 9  # pods of `w` in unit 1 are those of `1-w`
    lines = run("-", stdin=json.dumps(manifest)).stdout.decode().splitlines()
    name = manifest["metadata"]["name"]
    assert [line.strip() for line in lines if line.startswith(("  unit", "Plan"))] == [
        f"unit 0  gang {name}-0  5 pods  40 GPUs  all at once",
        f"unit 1  gang {name}-1  8 pods  64 GPUs  5 pods, 40 GPUs at once",
        f"units 2 to 8  same shape as unit 0, gangs {name}-2 to {name}-8",
        "Plan: 9 units, 9 gangs, 48 pods, 384 GPUs. Modelled on Grove v0.1.0-alpha.13, KAI v0.17.0.",
    ]


def test_json_and_its_schema() -> None:
    schema = json.loads((files("cdk8s_grove.core.report") / "plan.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    strict = _closed(schema)
    for path in sorted((HERE / "golden").glob("grove-*/expand/*.json")):
        case = json.loads(path.read_text())
        done = run("-", "--format", "json", stdin=json.dumps(case["manifest"])) if path.stem == "base" else None
        old = path.parts[-3] == "grove-alpha.11"
        target = Target(grove="v0.1.0-alpha.11", kai="v0.15.2") if old else Target()
        data = json.loads(done.stdout) if done else _planned(case, target)
        assert data["format_version"] == "1.0"
        jsonschema.validate(data, schema)
        jsonschema.validate(data, strict)


@pytest.mark.parametrize(
    "path",
    [
        "sets.0.podGangs.0.spec",
        "sets.0.podGangs.0.spec.podgroups.0",
        "sets.0.podGangs.0.spec.podgroups.3.topologyConstraint.packConstraint",
        "sets.0.podGangs.0.spec.topologyConstraint",
        "sets.0.podGangs.0.spec.topologyConstraintGroupConfigs.0",
        "sets.0.kaiPodGroups.0.spec",
        "sets.0.kaiPodGroups.0.spec.subGroups.0",
        "sets.0.kaiPodGroups.0.spec.topologyConstraint",
        "sets.0.pods.0",
        "sets.0.totals.perGang.0.atOnce",
    ],
)
def test_the_schema_describes_every_key(path: str) -> None:
    strict = _closed(json.loads((files("cdk8s_grove.core.report") / "plan.schema.json").read_text()))
    data = _planned(json.loads((EXPAND / "topology-with-scaled-gang.json").read_text()))
    jsonschema.validate(data, strict)
    place: Any = data
    for part in path.split("."):
        place = place[int(part) if part.isdigit() else part]
    place["podsLost"] = 0  # a key the schema has, but not here
    with pytest.raises(jsonschema.ValidationError, match="Additional properties"):
        jsonschema.validate(data, strict)


def _planned(case: dict[str, Any], target: Target | None = None) -> dict[str, Any]:
    return plan_data(plan_manifests([case["manifest"]], target))


def _closed(schema: Any) -> Any:
    """The schema that takes no key it does not describe."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if isinstance(closed.get("properties"), dict) and "type" in closed:
        closed["additionalProperties"] = False
    return closed


def test_the_page_shows_what_is_printed() -> None:
    text = (HERE.parent / "docs" / "plan.md").read_text()
    (shown,) = re.findall(r"```\n\$ cdk8s-grove plan dist/modelplane-kimi-k2\.k8s\.yaml\n(.*?)```", text, re.DOTALL)
    assert shown == run(recipe("modelplane-kimi-k2")).stdout.decode()


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
    assert done.returncode == 2
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


def test_colour_is_for_standard_output_and_no_file(tmp_path: Path) -> None:
    def coloured(*arguments: str) -> bytes:
        command = [sys.executable, "-m", "cdk8s_grove", "--color", "always", *arguments]
        done = subprocess.run(command, input=recorded("base").encode(), capture_output=True, timeout=60, check=False)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    other = tmp_path / "other.json"
    other.write_text(recorded("flat"))
    for command in (("plan", "-"), ("check", "-"), ("diff", str(other), "-")):
        plain = coloured(*command)
        assert b"\x1b[" in plain
        assert coloured(*command, "-o", "-") == plain
        path = tmp_path / command[0]
        assert coloured(*command, "-o", str(path)) == b""
        assert b"\x1b" not in path.read_bytes()
        assert path.stat().st_size


@pytest.mark.parametrize("kind", ["text", "json", "svg", "html", "mermaid"])
def test_an_output_that_is_standard_output(kind: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cdk8s_grove", "plan", "-", "--format", kind, "--output", "-"],
        input=recorded("base").encode(),
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
        check=True,
    )
    assert done.stdout == run("-", "--format", kind, stdin=recorded("base")).stdout
    assert list(tmp_path.iterdir()) == []


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
        ("apiVersion: grove.io/v9\nkind: PodCliqueSet\nmetadata: {name: a}\n", "GRV073", "apiVersion"),
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


def test_a_set_that_is_there_twice_is_said_at_both_places(tmp_path: Path) -> None:
    base = json.loads(recorded("base"))
    (tmp_path / "a.json").write_text(json.dumps(base))
    (tmp_path / "b.json").write_text(json.dumps(base | {"metadata": base["metadata"] | {"namespace": "default"}}))
    (tmp_path / "c.json").write_text(json.dumps(base | {"metadata": base["metadata"] | {"namespace": "other"}}))
    sets = json.loads(run(str(tmp_path), "--format", "json").stdout)["sets"]
    first, last = tmp_path / "a.json", tmp_path / "b.json"
    assert [found["notes"] for found in sets] == [
        [f"set default/base stands at {last}:1 again, and what is applied last counts: not this one"],
        [f"set default/base stands at {first}:1 too, and what is applied last counts: this one"],
        [],
    ]


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(recorded("base"))
    assert len(json.loads(run(str(tmp_path), str(path), "--format", "json").stdout)["sets"]) == 1


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.yaml")
    path.write_text(recorded("base"))
    done = run(str(tmp_path), "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode())["sets"][0]["source"] == f"{path}:1"
    assert run(str(tmp_path), "--format", "json", "-o", str(tmp_path / "out")).returncode == 0
    assert (tmp_path / "out").read_bytes() == done.stdout
    for kind in ("text", "mermaid", "svg", "html"):
        assert run(str(tmp_path), "--format", kind).returncode == 0


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_an_input_without_end(tmp_path: Path) -> None:
    (tmp_path / "endless.yaml").symlink_to("/dev/zero")
    done = run(str(tmp_path / "endless.yaml"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"larger than 256 MiB" in done.stderr


def test_every_problem_of_every_set_is_said_at_once() -> None:
    broken = HEAD + "spec: {replicas: x, template: {cliques: [1, {name: 2, spec: {podSpec: {containers: [3]}}}]}}\n"
    done = run("-", stdin=f"{broken}---\n{HEAD}")
    codes = [line.split()[0] for line in done.stderr.decode().splitlines() if line.startswith("GRV")]
    assert codes == ["GRV076"] * 5
