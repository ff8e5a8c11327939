"""`cdk8s-grove check` as a process."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

HERE = Path(__file__).parent
RECIPES = HERE / "__snapshots__" / "test_recipes_snapshot"
COMMAND = [sys.executable, "-m", "cdk8s_grove"]
SET = """\
apiVersion: grove.io/v1alpha1
kind: PodCliqueSet
metadata:
  name: qwen
  namespace: serving
  labels: {kai.scheduler/queue: team-a}
spec:
  replicas: 1
  template:
    cliques:
    - name: l
      labels: {kai.scheduler/queue: team-a}
      spec:
        roleName: l
        replicas: 1
        podSpec:
          schedulerName: kai-scheduler
          containers: [{name: c, image: "e:1"}]
    - name: decode-l
      labels: {kai.scheduler/queue: team-a}
      spec:
        roleName: d
        replicas: 2
        minAvailable: 3
        podSpec:
          schedulerName: kai-scheduler
          containers: [{name: c, image: "e:1"}]
    podCliqueScalingGroups:
    - name: g
      cliqueNames: [l, decode-l]
"""
GOOD = SET.replace("minAvailable: 3", "minAvailable: 2").replace("decode-l", "d").replace("[l, d]", "[l, d]")
SUPPRESSED = SET.replace(
    "  labels:",
    '  annotations:\n    ignore-check.cdk8s-grove.io/clique-counts: "a reason"\n'
    '    ignore-check.cdk8s-grove.io/GRV012: ""\n    ignore-check.cdk8s-grove.io/GRV204: "not needed"\n  labels:',
    1,
)
# Rules that are about what the manifest above gets wrong, and nothing beside it.
ONLY = ("--select", "GRV012", "--select", "clique-counts")


def run(
    *arguments: str,
    stdin: str = "",
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    first: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    command = [*COMMAND, *first, *arguments]
    done = subprocess.run(
        command,
        input=stdin.encode(),
        capture_output=True,
        cwd=cwd,
        env={**clean, **(env or {})},
        timeout=60,
        check=False,
    )
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def codes(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [found["code"] for found in json.loads(done.stdout)["findings"]]


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    path = tmp_path / "set.yaml"
    path.write_text(SET)
    return path


def test_the_text(manifest: Path, snapshot: SnapshotAssertion) -> None:
    done = run("check", "set.yaml", *ONLY, cwd=manifest.parent)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == snapshot


@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif", "junit", "markdown"])
def test_every_format_says_the_same_in_every_run(format_: str, manifest: Path) -> None:
    (manifest.parent / "another.yaml").write_text(SET.replace("qwen", "kimi"))
    first, second = (
        run("check", ".", "--format", format_, cwd=manifest.parent, env={"PYTHONHASHSEED": seed}) for seed in "12"
    )
    assert (first.returncode, first.stderr) == (1, "")
    assert first.stdout == second.stdout
    assert first.stdout.index("another.yaml") < first.stdout.index("set.yaml") or format_ == "junit"
    for fact in ("GRV012", "GRV104", "set.yaml", "qwen"):
        assert fact in first.stdout


def test_a_set_of_which_nothing_is_to_be_said() -> None:
    done = run("check", "-", *ONLY, stdin=GOOD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Found 0 errors, 0 warnings (1 set, 2 rules, Grove v0.1.0-alpha.13, KAI v0.17.0).\n"


@pytest.mark.parametrize("name", ["modelplane-kimi-k2", "modelplane-qwen3-coder-480b-gang"])
def test_a_recipe_is_clean(name: str) -> None:
    done = run("check", str(RECIPES / f"test_recipe[{name}].yaml"))
    assert (done.returncode, done.stdout.startswith("Found 0 errors, 0 warnings (1 set, ")) == (0, True), done.stdout


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ((), 1),
        (("--fail-on", "error"), 0),
        (("--fail-on", "warning"), 1),
        (("--exit-zero",), 0),
        (("--ignore", "GRV308=it is elsewhere"), 0),
        (("--complete",), 1),
        (("--complete", "--fail-on", "error"), 1),
    ],
)
def test_exit_codes(more: Sequence[str], code: int) -> None:
    done = run("check", "-", "--select", "queue-not-there", *more, stdin=GOOD)
    assert (done.returncode, done.stderr) == (code, "")


def test_files_folders_lists_and_standard_input(manifest: Path) -> None:
    folder = manifest.parent
    listed = {
        "apiVersion": "v1",
        "kind": "List",
        "items": [{"kind": "Pod"}, {"kind": "Foo", "metadata": {"name": "x"}}],
    }
    (folder / "list.json").write_text(json.dumps(listed))
    (folder / "values.yaml").write_text("replicas: 3\n")
    expected = ["GRV012", "GRV104"]
    for arguments, stdin in (
        (("set.yaml",), ""),
        ((".",), ""),
        ((".", "set.yaml", "./set.yaml", str(manifest)), ""),
        (("-f", "set.yaml", "--file", "list.json"), ""),
        (("-",), SET),
        (("-", "values.yaml"), json.dumps({**listed, "items": [json.loads(as_json(SET))]})),
    ):
        done = run("check", *arguments, *ONLY, "--format", "json", stdin=stdin, cwd=folder)
        assert codes(done) == expected, done.stderr
        assert json.loads(done.stdout)["summary"]["sets"] == 1


def as_json(text: str) -> str:
    from cdk8s_grove.core.serial import load

    return json.dumps(load(text, source="x")[0].value)


@pytest.mark.parametrize(
    ("text", "line"), [("", "The input holds no PodCliqueSet: it is empty."), ("kind: Pod\n", "only 1 other object.")]
)
def test_an_input_without_a_set_is_said(text: str, line: str) -> None:
    done = run("check", "-", stdin=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert line in done.stdout.splitlines()[0]
    done = run("check", "-", "--format", "json", stdin=text)
    assert (done.returncode, codes(done)) == (0, [])
    assert line in done.stderr
    assert run("check", "-", "--format", "json", stdin=text, first=["--quiet"]).stderr == ""


def test_several_formats_in_one_run(manifest: Path) -> None:
    several = ("--format", "text", "--format", "sarif", "-o", "-", "-o", "check.sarif")
    done = run("check", "set.yaml", *ONLY, *several, cwd=manifest.parent)
    assert done.returncode == 1
    assert done.stdout == run("check", "set.yaml", *ONLY, cwd=manifest.parent).stdout
    results = json.loads((manifest.parent / "check.sarif").read_text())["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["GRV012", "GRV104"]
    again = run("check", "set.yaml", *several, cwd=manifest.parent)
    assert (again.returncode, again.stdout, "GRV074" in again.stderr) == (2, "", True)
    assert run("check", "set.yaml", *several, "--force", cwd=manifest.parent).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no input is given"),
        (("",), "the path is empty"),
        (("missing.yaml",), "missing.yaml cannot be read"),
        (("set.yaml", "--format", "text", "--format", "json"), "2 formats and 0 outputs"),
        (("set.yaml", "-o", "a", "-o", "b"), "1 formats and 2 outputs"),
        (("set.yaml", *("--format", "text", "--format", "json", "-o", "-", "-o", "-")), "two formats go to -"),
        (("set.yaml", "-o", "."), "GRV074"),
        (("set.yaml", "--ignore", "GRV303"), "without a reason"),
        (("set.yaml", "--ignore", "GRV303= "), "without a reason"),
        (("set.yaml", "--ignore", "GRV999=x"), "no rule is called 'GRV999'"),
        (("set.yaml", "--select", "clique-count"), "did you mean 'clique-counts'?"),
        (("set.yaml", "--grove", "main"), "GRV018"),
        (("set.yaml", "--config", "none.yaml"), "none.yaml cannot be read"),
        (("set.yaml", "--format", "xml"), "Invalid value for '--format'"),
    ],
)
def test_what_could_not_run_exits_2(arguments: Sequence[str], said: str, manifest: Path) -> None:
    done = run("check", *arguments, cwd=manifest.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_errors_are_json_where_the_findings_are() -> None:
    done = run("check", "-", "--format", "json", stdin="a: [1\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert [found["code"] for found in json.loads(done.stderr)["findings"]] == ["GRV071"]


def test_suppressions() -> None:
    with_them = run("check", "-", *ONLY, "--format", "json", stdin=SUPPRESSED)
    # GRV204 is not run, so nobody knows whether its suppression is needed; the one without a reason does not count.
    assert sorted(codes(with_them)) == ["GRV012", "GRV091"]
    assert json.loads(with_them.stdout)["summary"]["suppressed"] == 1
    assert "1 suppressed" in run("check", "-", *ONLY, stdin=SUPPRESSED).stdout
    without = run("check", "-", *ONLY, "--no-suppressions", "--format", "json", stdin=SUPPRESSED)
    assert codes(without) == ["GRV012", "GRV104"]
    all_rules = run("check", "-", "--ignore", "GRV2=x", "--ignore", "GRV3=x", "--format", "json", stdin=SUPPRESSED)
    assert codes(all_rules).count("GRV091") == 2
    ignored = run(
        "check", "-", *ONLY, "--ignore", "suppression=x", "--ignore", "GRV01=x", "--format", "json", stdin=SUPPRESSED
    )
    assert (ignored.returncode, codes(ignored)) == (0, [])
    assert json.loads(ignored.stdout)["summary"]["suppressed"] == 3


def test_the_operators_configuration_counts() -> None:
    other = GOOD.replace("schedulerName: kai-scheduler", "schedulerName: volcano")
    assert "GRV" in run("check", "-", "--select", "scheduler", stdin=other).stdout
    both = ("--scheduler", "volcano", "--scheduler", "kai-scheduler")
    assert "GRV" not in run("check", "-", "--select", "scheduler", *both, stdin=other).stdout


def test_colour_and_quiet(manifest: Path) -> None:
    plain = run("check", "-", *ONLY, stdin=SET)
    assert "\x1b" not in plain.stdout
    coloured = run("check", "-", *ONLY, stdin=SET, first=["--color", "always"])
    assert coloured.stdout.startswith("\x1b[1;31mGRV012\x1b[0m clique-name-suffix  error")
    assert run("check", "-", *ONLY, stdin=SET, env={"FORCE_COLOR": "1"}).stdout == coloured.stdout
    quiet = run("check", "-", *ONLY, stdin=SET, first=["--quiet"])
    assert "Found " not in quiet.stdout
    assert plain.stdout.startswith(quiet.stdout)
    into = manifest.parent / "out.txt"
    assert run("check", "-", *ONLY, "-o", str(into), stdin=SET, first=["--color", "always"]).stdout == ""
    assert into.read_text() == plain.stdout


def test_a_name_does_not_steer_the_terminal() -> None:
    evil = SET.replace("name: decode-l", 'name: "\\e[2J-l"').replace("decode-l]", '"\\e[2J-l"]')
    for format_ in ("text", "json", "github", "sarif", "junit", "markdown"):
        done = run("check", "-", "--format", format_, stdin=evil)
        assert done.returncode == 1
        assert "\x1b" not in done.stdout + done.stderr
