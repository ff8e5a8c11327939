"""The wheel, installed by itself into an empty environment, holds both packages and needs nothing of the work tree."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOOK = """
import cdk8s_grove, cdk8s_grove_crds
from importlib.resources import files
from cdk8s_grove_crds import PodCliqueSet
for package in (cdk8s_grove, cdk8s_grove_crds):
    print(package.__file__, (files(package) / "py.typed").is_file())
"""


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", *arguments], check=True, capture_output=True)


def test_the_wheel_alone_can_be_imported(tmp_path):
    pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(tmp_path / "wheels"), str(ROOT))
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    empty = tmp_path / "empty"
    venv.create(empty, with_pip=False)
    python = empty / "bin" / "python"
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    pip("install", "--no-deps", "--no-index", "--target", str(site), str(wheel))
    # A plain path line: the dependencies are found, but .pth files there (our editable install) are not read.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    done = subprocess.run([python, "-I", "-c", LOOK], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        str(site / "cdk8s_grove" / "__init__.py"),
        "True",
        str(site / "cdk8s_grove_crds" / "__init__.py"),
        "True",
    ]
