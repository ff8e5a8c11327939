"""No tracked file names a package registry or a place on somebody's machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Put together here, so that this file does not hold what it looks for.
UNWANTED = re.compile(
    "|".join(
        [
            r"py" + r"pi\.org",
            "python" + r"hosted\.org",
            "registry" + r"\.npmjs",
            r"(?<![\w.}])/(?:wo" + "rk|ro" + r"ot)/",
        ]
    )
)


def test_no_registry_and_no_machine_path():
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    texts = {name: (ROOT / name).read_text() for name in names.split("\0") if name and (ROOT / name).is_file()}
    assert len(texts) > 20
    assert {name: found[0] for name, text in texts.items() if (found := UNWANTED.search(text))} == {}
