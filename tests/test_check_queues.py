"""Queues against recordings of what the real scheduler placed."""

import json
from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity

CASES = json.loads((Path(__file__).parent / "golden" / "kai.json").read_text())
TOPOLOGY = {
    "apiVersion": "grove.io/v1alpha1",
    "kind": "ClusterTopologyBinding",
    "metadata": {"name": "topo"},
    "spec": {"levels": [{"domain": "rack", "key": "example.com/rack"}]},
}
SAID_BY = {
    "OverLimit": "GRV310",
    "NonPreemptibleOverQuota": "GRV311",
    "QueueDoesNotExist": "GRV308",
    "unschedulable": "GRV309",
}
"""What the scheduler gave as its reason, and the rule that says it before; the others depend on the cluster's nodes."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_what_the_scheduler_did_is_said_before(case: dict[str, Any]) -> None:
    found = check_manifests([*case["queues"], *case["sets"], TOPOLOGY]).findings
    rule = SAID_BY.get(case["reason"] or "")
    if rule is None:
        assert [one.text() for one in found if one.severity is Severity.ERROR] == []
    else:
        assert rule in {one.code for one in found}


def test_the_recordings_hold_every_reason() -> None:
    assert {case["reason"] for case in CASES} >= set(SAID_BY)


def test_two_sets_for_one_pair_are_said(case: str = "two-sets-one-node") -> None:
    recorded = next(one for one in CASES if one["case"] == case)
    assert {pod["bound"] for pod in recorded["pods"]} == {True, False}
    (found,) = check_manifests([*recorded["queues"], *recorded["sets"]]).findings
    assert (found.code, found.severity) == ("GRV304", Severity.WARNING)
    assert "DisaggReplica" in found.fix
