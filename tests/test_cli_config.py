"""The configuration of a project, and what on the command line wins over it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cdk8s_grove.cli.config import Config

EXPAND = Path(__file__).parent / "golden" / "grove-main" / "expand"
GOOD = json.dumps(json.loads((EXPAND / "base.json").read_text())["manifest"])
OLD = 'grove = "v0.1.0-alpha.11"\nkai = "v0.15.2"\n'
TABLE = "[tool.cdk8s-grove]\n"


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cdk8s_grove", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=60, check=False)


def codes(done: subprocess.CompletedProcess[str]) -> list[str]:
    return sorted({found["code"] for found in json.loads(done.stdout)["findings"]})


def wrong() -> str:
    """GRV012 and GRV104."""
    manifest = json.loads((EXPAND / "clique-name-suffix.json").read_text())["manifest"]
    manifest["spec"]["template"]["cliques"][0]["spec"] |= {"replicas": 2, "minAvailable": 3}
    return json.dumps(manifest)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "set.yaml").write_text(wrong())
    return tmp_path


def releases(text: str) -> tuple[str, str]:
    summary = json.loads(text)["summary"]
    return summary["grove"], summary["kai"]


def test_the_nearest_is_found_upwards(project: Path) -> None:
    (project / "pyproject.toml").write_text(f'{TABLE}{OLD}paths = ["dist"]\nselect = ["GRV012"]\n')
    below = project / "a" / "b"
    below.mkdir(parents=True)
    for folder, file in ((project, "dist/set.yaml"), (below, "../../dist/set.yaml")):
        done = run("check", "--format", "json", cwd=folder)
        assert (done.returncode, codes(done)) == (1, ["GRV012"]), done.stderr
        assert releases(done.stdout) == ("v0.1.0-alpha.11", "v0.15.2")
        assert json.loads(done.stdout)["findings"][0]["file"] == file
    # A pyproject.toml without the table is passed over, even a broken one; a nearer configuration wins as a whole.
    (below / "pyproject.toml").write_text("[project\n")
    assert codes(run("check", "--format", "json", cwd=below)) == ["GRV012"]
    (below / ".cdk8s-grove.yaml").write_text("paths: [../../dist]\nselect: [clique-counts]\n")
    done = run("check", "--format", "json", cwd=below)
    assert codes(done) == ["GRV104"]
    assert releases(done.stdout)[0] == "v0.1.0-alpha.13"


def test_the_command_line_wins(project: Path) -> None:
    (project / ".cdk8s-grove.yaml").write_text(
        "grove: v0.1.0-alpha.11\nkai: v0.15.2\npaths: [nowhere]\nselect: [GRV012]\nfail_on: error\ncomplete: true\n"
        "ignore: {GRV3: all fine, GRV104: not yet}\nmnnvl: true\ntopology_aware: false\n"
    )
    given = ("--grove", "v0.1.0-alpha.12", "--select", "GRV104", "--select", "GRV012", "--format", "json")
    done = run("check", "dist", *given, cwd=project)
    assert codes(done) == ["GRV012"]
    assert releases(done.stdout) == ("v0.1.0-alpha.12", "v0.15.2")
    assert json.loads(done.stdout)["summary"]["suppressed"] == 1
    (project / "good.yaml").write_text(GOOD)
    base = ("check", "good.yaml", "--select", "GRV308", "--config", "other.yaml")
    (project / "other.yaml").write_text("fail_on: error\ncomplete: true\n")
    assert run(*base, cwd=project).returncode == 1
    assert run(*base, "--no-complete", cwd=project).returncode == 0
    assert run(*base, "--no-complete", "--fail-on", "warning", cwd=project).returncode == 1


def test_severities(project: Path) -> None:
    (project / ".cdk8s-grove.yaml").write_text(
        "severities: {GRV1: warning, clique-name-suffix: warning, GRV104: error}\n"
    )
    done = run("check", "dist", "--select", "GRV104", "--select", "GRV012", "--format", "json", cwd=project)
    found = {finding["code"]: finding["severity"] for finding in json.loads(done.stdout)["findings"]}
    assert found == {"GRV012": "warning", "GRV104": "error"}


def test_a_file_that_is_named(project: Path) -> None:
    (project / "pyproject.toml").write_text(f'{TABLE}paths = ["nowhere"]\n')
    (project / "ci.toml").write_text(f'{TABLE}paths = ["dist"]\nselect = ["GRV012"]\n')
    done = run("check", "--config", "ci.toml", "--format", "json", cwd=project)
    assert codes(done) == ["GRV012"]
    (project / "ci.toml").write_text("a = 1\n")
    done = run("check", "--config", "ci.toml", cwd=project)
    assert (done.returncode, "has no [tool.cdk8s-grove]" in done.stderr) == (2, True)


def test_plan_takes_the_releases_from_it_too(project: Path) -> None:
    (project / "pyproject.toml").write_text(TABLE + OLD)
    modelled = "Modelled on Grove v0.1.0-alpha.11, KAI v0.15.2."
    (project / "good.yaml").write_text(GOOD)
    assert modelled in run("plan", "good.yaml", cwd=project).stdout
    assert (
        "Grove v0.1.0-alpha.13, KAI v0.15.2"
        in run("plan", "good.yaml", "--grove", "v0.1.0-alpha.13", cwd=project).stdout
    )


def test_plan_refuses_a_wrong_one(project: Path) -> None:
    (project / ".cdk8s-grove.yaml").write_text("grov: x\n")
    done = run("plan", "dist", cwd=project)
    assert (done.returncode, done.stdout, "GRV002" in done.stderr) == (2, "", True)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (".cdk8s-grove.yaml", "grov: x\n", "'grov' is not known here; did you mean 'grove'?"),
        (".cdk8s-grove.yaml", "ignore: {GRV303: ''}\n", "ignore.GRV303"),
        (".cdk8s-grove.yaml", "ignore: [GRV303]\n", "give a mapping"),
        (".cdk8s-grove.yaml", "ignore: {GRV999: x}\n", "no rule is called 'GRV999'"),
        (".cdk8s-grove.yaml", "severities: {GRV303: info}\n", "use 'error' or 'warning'"),
        (".cdk8s-grove.yaml", "select: GRV3\n", "give a list"),
        (".cdk8s-grove.yaml", "fail_on: never\n", "use 'error' or 'warning'"),
        (".cdk8s-grove.yaml", "complete: 'yes'\n", "give true or false"),
        (".cdk8s-grove.yaml", "- a\n", "not one mapping"),
        (".cdk8s-grove.yaml", "a: 1\n---\nb: 2\n", "not one mapping"),
        (".cdk8s-grove.yaml", "a: [\n", "GRV071"),
        (".cdk8s-grove.yaml", "grove: main\n", "GRV018"),
        ("pyproject.toml", f"{TABLE}grove = \n", "the file is not TOML"),
        ("pyproject.toml", f"{TABLE}fail-on = 'error'\n", "did you mean 'fail_on'?"),
        ("pyproject.toml", "[tool]\ncdk8s-grove = 3\n", "a mapping"),
    ],
)
def test_a_wrong_one_exits_2_and_says_where(name: str, text: str, said: str, project: Path) -> None:
    (project / name).write_text(text)
    done = run("check", "dist", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert name in done.stderr or said == "GRV018"
    assert "Traceback" not in done.stderr


def test_an_empty_one_is_one(project: Path) -> None:
    (project / ".cdk8s-grove.yaml").write_text("# nothing yet\n")
    assert run("check", "dist", cwd=project).returncode == 1


def test_two_in_one_folder_are_refused(project: Path) -> None:
    (project / ".cdk8s-grove.yaml").write_text("paths: [dist]\n")
    (project / "pyproject.toml").write_text("[project]\nname = 'cdk8s-grove-user'\n")
    assert run("check", cwd=project).returncode == 1
    (project / "pyproject.toml").write_text(f"{TABLE}paths = ['dist']\n")
    done = run("check", cwd=project)
    assert done.returncode == 2
    assert "remove .cdk8s-grove.yaml, or [tool.cdk8s-grove] from pyproject.toml" in done.stderr


def test_the_one_the_page_shows(project: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "checking.md").read_text()
    (shown,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (project / "pyproject.toml").write_text(shown)
    done = run("check", "--format", "json", cwd=project)
    assert (done.returncode, {"GRV012", "GRV104"} <= set(codes(done))) == (1, True), done.stderr
    named = {line.partition(" =")[0] for line in shown.split("\n\n")[0].splitlines()[1:]} | {"ignore", "severities"}
    assert named == set(Config.model_fields)
