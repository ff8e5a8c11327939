"""`cdk8s-grove` as a process: results, messages, exit codes, and what it must not start."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.serial import dump, load

SPEC = """\
name: qwen
queue: team-a
phases:
- id: prefill
  leader: {pod: {containers: [{name: engine, image: "engine:1"}]}}
- id: decode
  copies: 3
  leader: {pod: {containers: [{name: engine, image: "engine:1"}]}}
"""


def run(*arguments: str, stdin: str | bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    return subprocess.run(
        [sys.executable, "-m", "cdk8s_grove", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env={**clean, **env},
        timeout=60,
        check=False,
    )


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.yaml"
    path.write_text(SPEC)
    return path


def document() -> dict[str, Any]:
    return render(ReplicaSpec.model_validate(load(SPEC, source="x")[0].value))


def test_yaml_and_json(spec: Path) -> None:
    done = run("render", str(spec))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == dump([document()])
    assert json.loads(run("render", "-", "--format", "json", stdin=SPEC).stdout) == document()


@pytest.mark.usefixtures("spec")
def test_several_specs(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(SPEC.replace("qwen", "kimi") + "---\n" + SPEC.replace("qwen", "glm"))
    names = [d.value["metadata"]["name"] for d in load(run("render", str(tmp_path)).stdout, source="x")]
    assert names == ["qwen", "kimi", "glm"]
    listed = json.loads(run("render", str(tmp_path), "--format", "json").stdout)
    assert (listed["kind"], len(listed["items"])) == ("List", 3)


def test_the_target_may_be_chosen(spec: Path) -> None:
    assert b"LEADER_GROUP" in run("render", str(spec), "--grove", "v0.1.0-alpha.11").stdout
    done = run("render", str(spec), "--grove", "alpha.11")
    assert done.returncode == 2
    assert b"GRV018" in done.stderr


def test_what_is_wrong_says_where_and_nothing_is_printed(spec: Path) -> None:
    spec.write_text(
        "---\n" + SPEC + "---\n" + SPEC.replace("copies: 3", "copies: 0").replace("name: qwen", "nmae: qwen")
    )
    done = run("render", str(spec))
    assert (done.returncode, done.stdout) == (1, b"")
    text = done.stderr.decode()
    assert f"GRV001 invalid-option  error  {spec}:11  phases[1].copies" in text
    assert "'nmae' is not known here; did you mean 'name'?" in text
    assert text.endswith("Found 3 errors, 0 warnings.\n")
    findings = json.loads(run("render", str(spec), "--format", "json").stderr)
    assert findings["format_version"] == "1.0"
    assert [found["code"] for found in findings["findings"]] == ["GRV001", "GRV002", "GRV001"]


@pytest.mark.parametrize(
    ("stdin", "code"),
    [
        (b"a: [", b"GRV071"),
        (b"\xff", b"GRV070"),
        (b"", b"GRV073"),
        (b"- 1\n", b"GRV073"),
        (b"kind: PodCliqueSet\napiVersion: grove.io/v1alpha1\n", b"GRV073"),
        (b"name: a\nname: b\n", b"GRV072"),
    ],
)
def test_input_that_is_no_spec_could_not_run(stdin: bytes, code: bytes) -> None:
    done = run("render", "-", stdin=stdin)
    assert (done.returncode, done.stdout) == (2, b"")
    assert code in done.stderr
    assert b"Traceback" not in done.stderr


def test_two_specs_of_one_set_are_refused(spec: Path) -> None:
    done = run("render", str(spec), str(spec))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"GRV010" in done.stderr
    both = SPEC + "namespace: a\n---\n" + SPEC + "namespace: b\n"
    assert run("render", "-", stdin=both).returncode == 0


@pytest.mark.parametrize("command", ["render", "plan", "import", "run"])
def test_names_too_long_for_any_file(command: str, spec: Path) -> None:
    long = "a" * 5000
    for arguments in ([command, long], ["render", str(spec), "-o", long]):
        done = run(*arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(b"GRV07")


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    done = run("render", str(tmp_path / "missing.yaml"))
    assert done.returncode == 2
    assert b"No such file" in done.stderr
    assert run("render", str(tmp_path)).returncode == 2


def test_output_is_written_whole_or_not_at_all(spec: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    assert run("render", str(spec), "-o", str(out)).returncode == 0
    assert out.read_text() == dump([document()])
    done = run("render", str(spec), "-o", str(out))
    assert done.returncode == 2
    assert b"GRV074" in done.stderr
    out.write_text("old")
    spec.write_text(SPEC.replace("copies: 3", "copies: 0"))
    assert run("render", str(spec), "-o", str(out), "--force").returncode == 1
    assert out.read_text() == "old"
    spec.write_text(SPEC)
    assert run("render", str(spec), "-o", str(out), "--force").returncode == 0
    assert out.read_text() == dump([document()])
    assert b"GRV075" in run("render", str(spec), "-o", str(tmp_path / "no" / "x.yaml")).stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.yaml", "spec.yaml"]


def test_usage_errors() -> None:
    for arguments in (["rendr"], ["render"], ["render", "-", "--formt", "json"], ["import"]):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"cdk8s-grove: ")
    assert b"Usage: cdk8s-grove" in run("--help").stdout


def test_version_names_what_is_modelled() -> None:
    assert run("--version").stdout == b"cdk8s-grove 0.1.0 (Grove v0.1.0-alpha.13, KAI v0.17.0)\n"


@pytest.mark.parametrize(
    ("arguments", "env", "colour"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(arguments: list[str], env: dict[str, str], colour: object) -> None:
    done = run(*arguments, "render", "-", stdin="name: x\n", **env)
    assert (b"\x1b[" in done.stderr) is bool(colour)
    assert b"\x1b[" not in run(*arguments, "render", "-", stdin=SPEC, **env).stdout


def test_nothing_wraps_and_no_text_is_taken_for_markup() -> None:
    name = "[bold]" + "x" * 300
    text = run("render", "-", stdin=SPEC.replace("qwen", f"'{name}'"), COLUMNS="40").stderr.decode()
    assert f"the set cannot be called '{name}'" in text


def test_a_terminal_that_is_not_utf8() -> None:
    image = SPEC.replace("engine:1", "enginé:1")
    assert "enginé:1".encode() in run("render", "-", stdin=image, PYTHONIOENCODING="ascii").stdout
    done = run("render", "-", stdin=SPEC.replace("qwen", "é"), PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"\\xe9" in done.stderr


def test_a_reader_that_stops_early(tmp_path: Path) -> None:
    many = tmp_path / "many.yaml"
    many.write_text("---\n".join(SPEC.replace("qwen", f"q{index}") for index in range(300)))
    command = f"{sys.executable} -m cdk8s_grove render {many} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stdout == b"apiVersion: grove.io/v1alpha1\n"
    assert done.stderr == b""


def test_rendering_starts_no_node(spec: Path) -> None:
    program = (
        "import sys; from cdk8s_grove.cli import main; code = main(['render', sys.argv[1]]); "
        "assert not {'jsii', 'cdk8s', 'constructs'} & set(sys.modules); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(spec)], capture_output=True, env={"PATH": ""}, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_import_and_check(tmp_path: Path) -> None:
    crd = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Widget"},
            "versions": [
                {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {"type": "object"}}}
            ],
        },
    }
    out = tmp_path / "crds"
    done = run("import", "-", "-o", str(out), stdin=json.dumps(crd))
    assert (done.returncode, done.stdout) == (0, f"wrote 5 files to {out}\n".encode())
    assert run("-q", "import", "-", "-o", str(out), stdin=json.dumps(crd)).stdout == b""
    assert run("import", "-", "-o", str(out), "--check", stdin=json.dumps(crd)).returncode == 0
    (out / "meta_v1.py").write_text("")
    done = run("import", "-", "-o", str(out), "--check", stdin=json.dumps(crd))
    assert (done.returncode, done.stdout) == (1, f"{out}/meta_v1.py is not what the CRDs give\n".encode())
    assert run("import", "-", "-o", str(tmp_path / "a-b"), stdin=json.dumps(crd)).returncode == 1


APP = """\
import sys
from cdk8s import App, Chart
from cdk8s_grove import DisaggReplica, LeaderClique, PhaseGang

app = App(outdir=sys.argv[1])
chart = Chart(app, "chart")
replica = DisaggReplica(chart, "qwen", queue="team-a", units=UNITS)
prefill = PhaseGang(replica, "prefill")
LEADER
app.synth()
"""


@pytest.mark.parametrize(
    ("units", "leader", "code", "said"),
    [
        ("1", 'LeaderClique(prefill, "leader", pod={"containers": [{"name": "e", "image": "e:1"}]})', 0, b""),
        ("1", "", 1, b"GRV003 missing-leader"),
        ("'2'", "", 1, b"GRV001 invalid-option"),
        ("1", "raise SystemExit(7)", 7, b""),
    ],
)
def test_run_finds_a_node_and_says_what_is_wrong(
    tmp_path: Path, units: str, leader: str, code: int, said: bytes
) -> None:
    program, out = tmp_path / "main.py", tmp_path / "out"
    program.write_text(APP.replace("UNITS", units).replace("LEADER", leader))
    env = {key: value for key, value in os.environ.items() if key != "JSII_NODE"} | {"PATH": ""}
    command = [sys.executable, "-m", "cdk8s_grove", "run", str(program), str(out)]
    done = subprocess.run(command, capture_output=True, env=env, check=False)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert b"Traceback" not in done.stderr
    assert [path.name for path in out.rglob("*.yaml")] == (["chart.k8s.yaml"] if code == 0 else [])


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        ("sys.exit()", 0, ""),
        ("sys.exit(3)", 3, ""),
        ("sys.exit('no GPU type given')", 1, "no GPU type given\n"),
        ("raise KeyboardInterrupt", 130, "interrupted\n"),
        ("raise BrokenPipeError(32, 'node is gone')", 1, "BrokenPipeError: [Errno 32] node is gone\n"),
        ("sys.exit(sys.argv[1:] != ['--help', 'x'])", 0, ""),
    ],
)
def test_run_ends_as_python_would(program: str, code: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(f"import sys\n{program}\n")
    done = run("run", str(tmp_path / "main.py"), "--help", "x")
    assert done.returncode == code
    assert done.stderr.decode().endswith(said)
    assert bool(done.stderr) is bool(said)


def test_run_leaves_a_programs_own_errors_alone(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("1 / 0\n")
    done = run("run", str(tmp_path / "main.py"))
    assert done.returncode == 1
    assert b"ZeroDivisionError" in done.stderr
    assert run("run", str(tmp_path / "missing.py")).returncode == 2
