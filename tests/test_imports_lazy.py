"""What importing costs: no process, no jsii; and constructs is PyPI's, though our source root is called that too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
QUIET = """
import sys
started = []
sys.addaudithook(lambda event, _: started.append(event) if event in ("subprocess.Popen", "os.posix_spawn") else None)
import {module}
print(started, sorted({{"jsii", "cdk8s", "constructs"}} & set(sys.modules)))
"""


def run(code: str, cwd: Path = ROOT) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize("module", ["cdk8s_grove", "cdk8s_grove.core", "cdk8s_grove.bindings", "cdk8s_grove_crds"])
def test_importing_starts_nothing(module):
    assert run(QUIET.format(module=module)) == "[] []"


@pytest.mark.parametrize("folder", [ROOT, ROOT / "apps", ROOT / "tests"])
def test_constructs_and_cdk8s_are_the_installed_ones(folder):
    code = "import cdk8s_grove._node as n; n.ensure_node(); import constructs, cdk8s; print(constructs.__file__, cdk8s.__file__)"
    for path in run(code, folder).split():
        assert Path(path).parts[-3] == "site-packages"
    assert not list((ROOT / "constructs").glob("*.py"))


def test_the_public_names_are_these():
    import cdk8s_grove

    assert cdk8s_grove.__all__ == sorted(cdk8s_grove._HOMES)
    assert all(getattr(cdk8s_grove, name).__name__ == name for name in cdk8s_grove.__all__)
