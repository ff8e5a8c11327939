"""Whatever goes in at a construct either is refused, or Kubernetes reads it from the file as it was."""

import json
from pathlib import Path
from typing import Any

from cdk8s import App, Chart
from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove import GroveError, Manifest
from cdk8s_grove.core.serial import load

SCALARS = json.loads((Path(__file__).parent / "golden" / "scalars.json").read_text())
TEXT = st.sampled_from([case["text"] for case in SCALARS]) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=8
)
VALUES = st.recursive(
    TEXT | st.integers(-(2**60), 2**60) | st.booleans() | st.floats(-1e18, 1e18),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(TEXT, VALUES, min_size=1, max_size=3))
def test_it_arrives_or_is_refused(data: dict[str, Any]) -> None:
    app = App()
    chart = Chart(app, "chart")
    thing = {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "m"}, "data": data}
    manifest = Manifest(chart, "m", thing)
    try:
        meant = manifest.manifest()
    except GroveError as error:
        assert {found.code for found in error.findings} <= {"GRV060", "GRV061", "GRV062"}
        return
    (document,) = load(app.synth_yaml(), source="x")
    assert document.value == meant
    assert list(document.value["data"]) == list(meant["data"])
