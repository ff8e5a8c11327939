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
    report = check_manifests(
        [made | {"spec": {"replicas": 1, "template": {"cliques": [clique]}}}], None, Options(**options)
    )
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


def test_an_option_takes_the_beginning_of_a_code_an_annotation_does_not() -> None:
    assert codes({}, ignore={"GRV3": "not here"}) == []
    assert codes({PREFIX + "GRV3": "not here"}) == ["GRV091", "GRV308"]


def test_an_option_needs_a_reason_too() -> None:
    assert codes({}, ignore={"GRV308": " "}) == ["GRV308"]


def test_one_annotation_a_rule() -> None:
    # Of two that mean the same rule the one by code counts, and the other is not needed.
    assert codes({PREFIX + "GRV308": "ours", PREFIX + "queue-not-there": "ours"}) == ["GRV091"]


def test_what_is_said_of_suppressions() -> None:
    report = check_manifests([queue({PREFIX + "GRV310": "", PREFIX + "GRV312": "gone since"})])
    assert [(one.construct, one.path, one.severity, one.message) for one in report.findings] == [
        (
            "q (manifests[0])",
            f"metadata.annotations['{PREFIX}GRV310']",
            "warning",
            "the suppression of GRV310 has no reason",
        ),
        (
            "q (manifests[0])",
            f"metadata.annotations['{PREFIX}GRV312']",
            "warning",
            "the suppression of GRV312 suppresses nothing",
        ),
    ]
    assert all(one.fix for one in report.findings)


def queue(notes: dict[str, str], **of_gpu: int) -> dict[str, Any]:
    unlimited = {"quota": -1, "limit": -1}
    resources = {"gpu": unlimited | of_gpu, "cpu": unlimited, "memory": unlimited}
    metadata = {"name": "q", "annotations": notes}
    return {
        "apiVersion": "scheduling.run.ai/v2",
        "kind": "Queue",
        "metadata": metadata,
        "spec": {"resources": resources},
    }


@pytest.mark.parametrize(("on_set", "on_queue", "left"), [(True, False, ["GRV091", "GRV310"]), (False, True, [])])
def test_it_counts_on_the_object_the_finding_is_about(on_set: bool, on_queue: bool, left: list[str]) -> None:  # noqa: FBT001
    note = {PREFIX + "GRV310": "raised before the set is there"}
    container = {"name": "e", "image": "i", "resources": {"limits": {"nvidia.com/gpu": 8}}}
    clique = {
        "name": "engine",
        "labels": {"kai.scheduler/queue": "q"},
        "spec": {
            "roleName": "e",
            "replicas": 1,
            "podSpec": {"schedulerName": "kai-scheduler", "containers": [container]},
        },
    }
    metadata = {"name": "s", "labels": {"kai.scheduler/queue": "q"}, "annotations": note if on_set else {}}
    made: dict[str, Any] = {"apiVersion": "grove.io/v1alpha1", "kind": "PodCliqueSet", "metadata": metadata}
    made["spec"] = {"replicas": 1, "template": {"cliques": [clique]}}
    found = check_manifests([made, queue(note if on_queue else {}, limit=7)])
    assert sorted(one.code for one in found.findings) == left
