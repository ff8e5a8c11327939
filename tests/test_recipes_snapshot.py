"""Every recipe's final YAML text, one snapshot file each."""

from pathlib import Path

import pytest
from cdk8s import App
from syrupy.assertion import SnapshotAssertion

from cdk8s_grove.testing import YamlSnapshot
from recipes import RECIPES


@pytest.mark.parametrize("recipe", list(RECIPES))
def test_recipe(recipe: str, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    app = App(outdir=str(tmp_path))
    RECIPES[recipe](app, recipe)
    app.synth()
    (written,) = tmp_path.iterdir()
    assert written.name == f"{recipe}.k8s.yaml"
    assert written.read_text() == snapshot(extension_class=YamlSnapshot)
