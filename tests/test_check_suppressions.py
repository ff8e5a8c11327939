"""Findings somebody lives with: on the object or by option, and always with a reason."""

from typing import Any

import pytest

from cdk8s_grove.core.checks import Options, check_manifests

PREFIX = "ignore-check.cdk8s-grove.io/"


def codes(notes: dict[str, str], **options: Any) -> list[str]:
    """Of a set whose queue is not in the input."""
    clique = {
        "name": "engine",
        "labels": {"kai.scheduler/queue": "q"},
        "spec": {
            "roleName": "engine",
            "replicas": 1,
            "podSpec": {"schedulerName": "kai-scheduler", "containers": [{"name": "e", "image": "i"}]},
        },
    }
    metadata = {"name": "s", "labels": {"kai.scheduler/queue": "q"}, "annotations": notes}
    made = {"apiVersion": "grove.io/v1alpha1", "kind": "PodCliqueSet", "metadata": metadata}
    report = check_manifests([made | {"spec": {"template": {"cliques": [clique]}}}], None, Options(**options))
    assert report.suppressed == int("GRV308" not in {one.code for one in report.findings})
    return sorted(one.code for one in report.findings)


@pytest.mark.parametrize("rule", ["GRV308", "queue-not-there"])
def test_by_code_or_name_with_a_reason(rule: str) -> None:
    assert codes({PREFIX + rule: "the platform team owns it"}) == []
    assert codes({}, ignore={rule: "the platform team owns it"}) == []


@pytest.mark.parametrize("reason", ["", "  "])
def test_no_reason_no_suppression(reason: str) -> None:
    assert codes({PREFIX + "GRV308": reason}) == ["GRV091", "GRV308"]


def test_a_stale_one_is_a_finding() -> None:
    assert codes({PREFIX + "GRV308": "ours", PREFIX + "GRV303": "gone since"}) == ["GRV091"]


def test_an_unknown_rule_is_a_finding() -> None:
    assert codes({PREFIX + "GRV999": "why"}) == ["GRV091", "GRV308"]


def test_annotations_may_count_for_nothing() -> None:
    assert codes({PREFIX + "GRV308": "ours"}, suppressions=False) == ["GRV308"]
