"""What the command line does with closed streams, full disks, links, pipes, secrets and crashes."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

SPEC = """\
name: qwen
queue: team-a
phases:
- id: prefill
  leader: {pod: {containers: [{name: engine, image: "engine:1"}]}}
"""
WRONG = SPEC.replace("queue: team-a", "units: -1\nqueue: team-a")
OBJECT = "kind: Pod\napiVersion: v1\n"
COMMAND = [sys.executable, "-m", "cdk8s_grove"]


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, text=True, timeout=60, check=False)


def shell(redirect: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirect}', "sh", *COMMAND, *arguments],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.yaml"
    path.write_text(SPEC)
    return path


def test_without_a_command_the_help_is_shown_as_it_is() -> None:
    done = run()
    assert done.returncode == 2
    assert done.stderr.startswith("Usage: cdk8s-grove")
    assert "Try " not in done.stderr
    assert "..." not in done.stderr.replace("[ARGS]...", "")


def test_closed_streams(spec: Path) -> None:
    done = shell("<&-", "render", "-")
    assert (done.returncode, "GRV073" in done.stderr) == (2, True)
    done = shell(">&-", "render", str(spec))
    assert done.returncode == 2
    assert done.stderr == "cdk8s-grove: the output cannot be written: Bad file descriptor\n"
    assert shell("2>&-", "render", str(spec) + "x").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_not_our_mistake(spec: Path) -> None:
    done = shell(">/dev/full", "render", str(spec))
    assert done.returncode == 2
    assert done.stderr == "cdk8s-grove: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("text", [f"{WRONG}---\n{OBJECT}", f"{OBJECT}---\n{WRONG}"])
def test_the_exit_code_does_not_depend_on_the_order_of_documents(text: str) -> None:
    done = run("render", "-", stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert "GRV001" in done.stderr
    assert "GRV073" in done.stderr


def test_an_empty_path_is_not_the_current_folder(spec: Path) -> None:
    done = subprocess.run([*COMMAND, "render", ""], cwd=spec.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the path is empty" in done.stderr


def test_a_link_stays_a_link_and_permissions_stay_what_they_are(spec: Path, tmp_path: Path) -> None:
    real, link, fresh = tmp_path / "real.yaml", tmp_path / "link.yaml", tmp_path / "fresh.yaml"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    assert run("render", str(spec), "-o", str(link)).returncode == 2
    assert run("render", str(spec), "-o", str(link), "--force").returncode == 0
    assert link.is_symlink()
    assert real.read_text().startswith("apiVersion: grove.io/v1alpha1\n")
    assert real.stat().st_mode & 0o777 == 0o600
    assert shell("", "render", str(spec), "-o", str(fresh)).returncode == 0
    mask = os.umask(0)
    os.umask(mask)
    assert fresh.stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(spec: Path, tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert run("render", str(spec), "-o", str(pipe), "--force").returncode == 0
    reader.join(timeout=10)
    assert pipe.is_fifo()
    assert read[0].startswith("apiVersion: grove.io/v1alpha1\n")


def test_links_in_a_circle(spec: Path, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    done = run("render", str(spec), "-o", str(tmp_path / "a"))
    assert (done.returncode, "GRV075" in done.stderr) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "spec.yaml"]


@pytest.mark.parametrize(
    "env",
    ["[{name: T, vaule: hunter2}]", "[T=hunter2]", "[{name: T, valueFrom: hunter2}]", "[{name: T, value: [hunter2]}]"],
)
@pytest.mark.parametrize("kind", ["yaml", "json"])
def test_no_value_of_a_variable_is_shown(env: str, kind: str) -> None:
    wrong = SPEC.replace('"engine:1"', f'"engine:1", env: {env}')
    done = run("render", "-", "--format", kind, stdin=wrong)
    assert done.returncode == 1
    assert "GRV022" in done.stderr
    assert "hunter2" not in done.stdout + done.stderr


def test_control_characters_do_not_reach_the_terminal() -> None:
    done = run("render", "-", stdin=SPEC + '"\\e[2J": 1\n')
    assert done.returncode == 1
    assert "\x1b" not in done.stderr
    assert "\\x1b[2J" in done.stderr


CRASH = """\
import sys
import cdk8s_grove.cli.render_command as command
from cdk8s_grove.cli import main

def crash(*_, **__):
    raise LookupError("boom")

command.render_specs = crash
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("arguments", "shown"), [(["render", "run"], False), (["--traceback", "render", "x"], True)])
def test_a_crash_could_not_run(arguments: list[str], shown: object) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CRASH, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert ("Traceback" in done.stderr) is bool(shown)
    assert "LookupError: boom" in done.stderr
