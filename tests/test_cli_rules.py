"""`cdk8s-grove rules`, `rule` and `completion` as processes, and what starting any command costs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cdk8s_grove", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **(env or {})}, timeout=60, check=False
    )


def test_rules_are_listed() -> None:
    listed = json.loads(run("rules", "--format", "json").stdout)["rules"]
    assert [rule["code"] for rule in listed] == sorted(rule["code"] for rule in listed)
    done = run("rules")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(listed)
    for rule, line in zip(listed, done.stdout.splitlines(), strict=True):
        assert line.split()[:3] == [rule["code"], rule["name"], rule["severity"]]
        assert line.endswith(rule["summary"])


@pytest.mark.parametrize("which", ["GRV012", "grv012", "clique-name-suffix"])
def test_a_rule_is_explained(which: str) -> None:
    done = run("rule", which)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("GRV012 clique-name-suffix  error\n\n")
    assert "\nFix: " in done.stdout
    assert done.stdout.endswith("see: docs/checks/GRV012.md\n")


def test_an_error_is_explained_too() -> None:
    assert run("rule", "GRV071").stdout.startswith("GRV071 not-yaml\n")


def test_a_rule_that_is_none() -> None:
    done = run("rule", "clique-name-sufix")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'clique-name-suffix'?" in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    done = run("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_CDK8S_GROVE_COMPLETE=complete_{shell}" in done.stdout
    asked = {
        "_CDK8S_GROVE_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": "cdk8s-grove chec",
        "COMP_CWORD": "1",
        "_TYPER_COMPLETE_ARGS": "cdk8s-grove chec",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    answer = run(env=asked)
    assert "check" in answer.stdout
    assert "plan" not in answer.stdout


def test_the_hook_for_pre_commit_calls_a_command_that_exists() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["id"], hook["pass_filenames"]) == ("cdk8s-grove-check", False)
    program, *arguments = hook["entry"].split()
    assert program == "cdk8s-grove"
    assert run(*arguments, "--help").returncode == 0


def test_the_command_line_starts_without_what_commands_need() -> None:
    heavy = {"cdk8s_grove.core.checks", "cdk8s_grove.core.plan", "cdk8s_grove_crds", "junitparser", "yaml"}
    code = f"import sys, cdk8s_grove.cli.app; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
