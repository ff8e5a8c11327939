"""`cdk8s-grove diff` as a process."""

import copy
import json
import os
import stat
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

HERE = Path(__file__).parent
CASES: dict[str, dict[str, Any]] = {
    case["case"]: case for case in json.loads((HERE / "golden" / "updates.json").read_text())
}
BASE = CASES["none"]["old"]
AS_KUBECTL_NAMES_IT = "grove.io.v1alpha1.PodCliqueSet.default.base"


def run(*arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")} | env
    command = [sys.executable, "-m", "cdk8s_grove", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=clean, timeout=60, check=False)


@pytest.fixture
def sides(tmp_path: Path) -> tuple[str, str]:
    """An edit with one change of each kind, beside objects that come, go and stay."""
    old, new = copy.deepcopy(BASE), copy.deepcopy(BASE)
    new["spec"]["replicas"] = 2
    new["spec"]["template"]["cliques"][0]["spec"]["podSpec"]["containers"][0]["image"] = "engine:2"
    new["spec"]["template"]["podCliqueScalingGroups"][1]["replicas"] = 4
    new["metadata"]["labels"]["team"] = "x"
    queue = {"apiVersion": "scheduling.run.ai/v2", "kind": "Queue", "spec": {}}
    gone = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "old", "namespace": "serving"}}
    stays = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "same", "namespace": "serving"}}
    for name, documents in (
        ("old", [old, gone, stays]),
        ("new", [stays, new, queue | {"metadata": {"name": "team-a"}}]),
    ):
        text = "---\n".join(json.dumps(document, indent=2) + "\n" for document in documents)
        (tmp_path / f"{name}.yaml").write_text(text)
    return str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")


def test_text(sides: tuple[str, str], snapshot: SnapshotAssertion) -> None:
    done = run("diff", *sides)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == snapshot


def test_a_refusal_in_text(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    new = tmp_path / "new.json"
    new.write_text(json.dumps(CASES["clique-minavailable"]["new"]))
    assert run("diff", "-", str(new), stdin=json.dumps(BASE)).stdout == snapshot


def test_markdown_is_the_text_in_a_fence(sides: tuple[str, str]) -> None:
    said = run("diff", "--format", "markdown", *sides).stdout
    assert said == f"```diff\n{run('diff', *sides).stdout}```\n"


def test_json_and_its_schema(sides: tuple[str, str]) -> None:
    done = run("diff", "--format", "json", *sides)
    data = json.loads(done.stdout)
    schema = json.loads(files("cdk8s_grove.core.report").joinpath("diff.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(data, schema)
    assert data["summary"] == {
        "add": 1, "change": 1, "remove": 1, "rejected": 0, "unchanged": 1, "replaced": 2, "added": 10, "removed": 0,
    }  # fmt: skip
    assert {change["effect"] for change in data["changes"]} == {"scale", "rolling", "none", "in-place"}
    assert run("diff", "--format", "json", *sides, PYTHONHASHSEED="7").stdout == done.stdout


def test_nothing_differs(sides: tuple[str, str]) -> None:
    done = run("diff", sides[0], sides[0])
    assert done.returncode == 0
    assert done.stdout.startswith("Diff: 0 to add, 0 to change, 0 to remove.")


def test_exit_zero_and_suppressed_kinds(sides: tuple[str, str]) -> None:
    assert run("diff", "--exit-zero", *sides).returncode == 0
    said = run("diff", "--suppress", "configmap", "--suppress", "Queue", *sides).stdout
    assert "ConfigMap" not in said
    assert "Diff: 0 to add, 1 to change, 0 to remove." in said


@pytest.mark.parametrize("arguments", [["diff"], [], ["diff", "--full"]])
def test_as_kubectls_differ(tmp_path: Path, arguments: list[str]) -> None:
    """Two folders of files without extension, behind the words of KUBECTL_EXTERNAL_DIFF or before them."""
    folders = [tmp_path / "LIVE-1", tmp_path / "MERGED-2"]
    for folder, which in zip(folders, ("old", "new"), strict=True):
        folder.mkdir()
        live = CASES["image"][which] | {"status": {"replicas": 1}}
        live["metadata"] = live["metadata"] | {"uid": "u", "generation": 1}
        (folder / AS_KUBECTL_NAMES_IT).write_text(json.dumps(live))
    (folders[1] / "scheduling.run.ai.v2.Queue..a.json").write_text(
        '{"apiVersion": "scheduling.run.ai/v2", "kind": "Queue", "metadata": {"name": "a.json"}}'
    )
    (folders[1] / "README").write_text("not YAML: [")
    names = [str(folder) for folder in folders]
    done = run(*arguments, *names) if arguments else run(*names, "diff")
    assert (done.returncode, done.stderr) == (1, "")
    assert "image  engine:1 -> engine:2  rolling: replaces 2 pods" in done.stdout
    assert "+ Queue a.json" in done.stdout


def test_as_argo_cds_differ(tmp_path: Path) -> None:
    """Two files, an empty one where the object is absent."""
    live, target = tmp_path / "base-live.yaml", tmp_path / "base"
    live.write_text("")
    target.write_text(json.dumps(BASE))
    assert "+ PodCliqueSet default/base  +1 gang, +8 pods" in run("diff", str(live), str(target)).stdout
    assert "- PodCliqueSet default/base  -1 gang, -8 pods" in run("diff", str(target), str(live)).stdout


def kubectl(folder: Path, answer: str, code: int = 0) -> str:
    """A kubectl that answers, and the PATH to find it on."""
    script = folder / "kubectl"
    script.write_text(
        f"#!/bin/sh\ncat > {folder}/asked\ncat <<'END'\n{answer}\nEND\necho 'no such host' >&2\nexit {code}\n"
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return f"{folder}:/usr/bin:/bin"


def test_live(tmp_path: Path) -> None:
    new = tmp_path / "new.json"
    new.write_text(json.dumps(CASES["image"]["new"]))
    live = copy.deepcopy(BASE)
    live["metadata"] |= {"uid": "u", "resourceVersion": "3", "annotations": {"theirs": "stays"}}
    answer = json.dumps({"apiVersion": "v1", "kind": "List", "items": [live]})
    done = run("diff", "--live", str(new), PATH=kubectl(tmp_path, answer))
    assert (done.returncode, done.stderr) == (1, "")
    assert "rolling: replaces 2 pods" in done.stdout
    assert "theirs" not in done.stdout
    assert json.loads((tmp_path / "asked").read_text())["items"][0]["metadata"]["name"] == "base"


def test_live_without_a_cluster(tmp_path: Path) -> None:
    new = tmp_path / "new.json"
    new.write_text(json.dumps(BASE))
    done = run("diff", "--live", str(new), PATH=kubectl(tmp_path, "", code=1))
    assert done.returncode == 2
    assert "GRV082" in done.stderr
    assert "no such host" in done.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "there is no kubectl on PATH" in run("diff", "--live", str(new), PATH=str(empty)).stderr


@pytest.mark.parametrize("arguments", [["one"], ["one", "two", "three"], ["nosuch", "nosuch"]])
def test_wrong_input(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "one").write_text("")
    done = run("diff", *(str(tmp_path / name) for name in arguments))
    assert done.returncode == 2
    assert "fix:" in done.stderr
    assert "Traceback" not in done.stderr
