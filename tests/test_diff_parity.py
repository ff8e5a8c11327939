"""The difference against recordings of edits on a live operator: what is refused, and which pods come, go and change."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove.core.diff import Difference, Effect, diff_manifests

CASES = json.loads((Path(__file__).parent / "golden" / "updates.json").read_text())


def refused_paths(difference: Difference) -> set[str]:
    changes = (change for item in difference.objects for change in item.changes)
    return {re.sub(r"\[\d+\]", "", change.path) for change in changes if change.effect is Effect.REJECTED}


def test_there_are_recordings() -> None:
    assert len(CASES) >= 30


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_refused_or_not(case: dict[str, Any]) -> None:
    paths = refused_paths(diff_manifests([case["old"]], [case["new"]]))
    assert bool(paths) == (not case["accepted"])
    for field in case.get("fields", ()):
        # One of the operator's fields may be a consequence of another; ours may be more exact.
        assert any(path.startswith(field) or field.startswith(path) for path in paths), (field, paths)


@pytest.mark.parametrize("what", ["replaced", "added", "removed"])
@pytest.mark.parametrize("case", [case for case in CASES if case["accepted"]], ids=lambda case: case["case"])
def test_pods(case: dict[str, Any], what: str) -> None:
    difference = diff_manifests([case["old"]], [case["new"]])
    assert [host for item in difference.objects for host in item.pods(what)] == sorted(case["pods"][what])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_the_set_as_the_server_holds_it_is_no_other(case: dict[str, Any]) -> None:
    """Defaults, the order of keys and what a server writes are no differences."""
    live = json.loads(json.dumps(case["new"], sort_keys=True))
    live["metadata"] |= {"uid": "u-1", "generation": 3, "managedFields": [{}], "resourceVersion": "7"}
    live["spec"].setdefault("updateStrategy", {}).setdefault("type", "RollingRecreate")
    live["spec"]["template"].setdefault("terminationDelay", "4h0m0s")
    live["status"] = {"replicas": 1}
    assert not diff_manifests([live], [case["new"]]).objects
