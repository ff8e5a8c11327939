"""The launcher is run for real, by every shell that is here, and its argv compared byte for byte."""

import json
import os
import shutil
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove.core.facts.kubelet import references
from cdk8s_grove.core.rendering.launcher import launched

SHELLS = [[path] for path in map(shutil.which, ("sh", "dash", "bash")) if path]
SHELLS += [[path, "sh"] for path in (shutil.which("busybox"),) if path]

ECHO = [sys.executable, "-c", "import json, os, sys; print(json.dumps([os.environ['RANK'], sys.argv[1:]]))"]


def as_the_kubelet_does(word: str, env: dict[str, str]) -> str:
    out, at = "", 0
    for start, end, name in references(word):
        out += word[at:start].replace("$$", "$") + env.get(name, word[start:end])
        at = end
    return out + word[at:].replace("$$", "$")


def run(shell: list[str], words: list[str], index: int, env: dict[str, str]) -> Any:
    command, args = launched([*ECHO, *words], "RANK")
    assert command[0] == "/bin/sh"
    argv = [*command[1:], *args]
    argv = [as_the_kubelet_does(word, env) for word in argv]
    done = subprocess.run(
        [*shell, *argv],
        env={**os.environ, **env, "GROVE_PCLQ_POD_INDEX": str(index)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("shell", SHELLS, ids=lambda shell: "-".join(part.rpartition("/")[2] for part in shell))
def test_argv_arrives_exactly(shell: list[str]) -> None:
    words = [
        "--node-rank=$(RANK)", "", "two words", "it's", '"quoted"', "back\\slash", "$HOME `id` ${X}", "new\nline\n",
        "*", "~", "-", "--", "!x", "a=$(OTHER)", "$$(RANK)", "$(RANK)$(RANK)", "x$(RANK)y", "#c", ";", "&", "|", "é 日",
        "$(UNKNOWN)", "\ttab ", "$$", "end$",
    ]  # fmt: skip
    rank, argv = run(shell, words, 2, {"OTHER": "o t'h"})
    assert rank == "3"
    assert argv == [
        "--node-rank=3", "", "two words", "it's", '"quoted"', "back\\slash", "$HOME `id` ${X}", "new\nline\n",
        "*", "~", "-", "--", "!x", "a=o t'h", "$(RANK)", "33", "x3y", "#c", ";", "&", "|", "é 日",
        "$(UNKNOWN)", "\ttab ", "$", "end$",
    ]  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), max_size=12))
def test_any_text_without_the_rank_arrives_exactly(words: list[str]) -> None:
    escaped = [word.replace("$", "$$") for word in words]
    assert run(SHELLS[0], escaped, 0, {}) == ["1", words]


def test_the_command_replaces_the_shell() -> None:
    command, args = launched(["sh", "-c", "echo $$ $PPID"], "RANK")
    shell = subprocess.Popen(
        [*command, *args],
        env={**os.environ, "GROVE_PCLQ_POD_INDEX": "0"},
        stdout=subprocess.PIPE,
        text=True,
    )
    out, _ = shell.communicate()
    assert out.split() == [str(shell.pid), str(os.getpid())]
