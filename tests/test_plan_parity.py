"""The plan against recordings of the real operator and scheduler, key for key."""

import json
from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove.core.plan import Plan, plan_manifests
from cdk8s_grove.core.plan.admission import stored
from cdk8s_grove.core.report.data import plan_data
from cdk8s_grove.core.spec import Target

GOLDEN = Path(__file__).parent / "golden"
TARGETS = {
    "grove-main": Target(),
    "grove-alpha.11": Target(grove="v0.1.0-alpha.11", kai="v0.15.2"),
}
CASES = [
    pytest.param(version, path, id=f"{version}-{path.stem}")
    for version in TARGETS
    for path in sorted((GOLDEN / version / "expand").glob("*.json"))
]
LEVELS = {
    "zone": "topology.kubernetes.io/zone",
    "block": "example.com/block",
    "rack": "example.com/rack",
    "host": "kubernetes.io/hostname",
}
TOPOLOGIES = [
    {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "ClusterTopologyBinding",
        "metadata": {"name": name},
        "spec": {"levels": [{"domain": domain, "key": key} for domain, key in LEVELS.items()]},
    }
    for name in ("topo", "topo2")
]
ONLY_OURS = {"fqdn", "clique", "phase", "unit", "copy", "rank", "gang", "gpus", "resolvedEnv"}


def planned(version: str, case: dict[str, Any]) -> Plan:
    return plan_manifests([case["manifest"], *TOPOLOGIES], TARGETS[version])


def by_name(items: list[Any]) -> list[Any]:
    return sorted(items, key=lambda item: item if isinstance(item, str) else item.get("name") or item["hostname"])


def without_notes(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_notes(inner) for key, inner in value.items() if not key.startswith("_")}
    return [without_notes(item) for item in value] if isinstance(value, list) else value


def test_there_are_recordings() -> None:
    assert len(CASES) >= 80


@pytest.mark.parametrize(("version", "path"), CASES)
def test_what_comes_into_being(version: str, path: Path) -> None:
    case = json.loads(path.read_text())
    data = plan_data(planned(version, case))["sets"][0]
    if "failed" in case:
        lost = max(failure["podsLost"] for failure in data["failures"])
        assert len(data["pods"]) == case["failed"]["podsExpected"]
        assert lost == case["failed"]["podsExpected"] - len(case["failed"]["podsMade"])
        return
    assert data["failures"] == []
    facts = without_notes(case["facts"])
    for pod in data["pods"]:
        for key in ONLY_OURS:
            del pod[key]
    assert {key: by_name(data[key]) for key in facts} == {key: by_name(value) for key, value in facts.items()}


@pytest.mark.parametrize(("version", "path"), CASES)
def test_what_is_computed_agrees_with_what_was_seen(version: str, path: Path) -> None:
    case = json.loads(path.read_text())
    found = planned(version, case).sets[0]
    for pod in found.pods:
        assert pod.fqdn == f"{pod.hostname}.{pod.subdomain}.default.svc.cluster.local"
        assert pod.gang == pod.labels["grove.io/podgang"]
        assert pod.clique == pod.labels["grove.io/podclique"]
        assert str(pod.unit) == pod.labels["grove.io/podcliqueset-replica-index"]
    ranks: dict[tuple[int, str, int], list[int]] = {}
    for pod in found.pods:
        ranks.setdefault((pod.unit, pod.phase, pod.copy), []).append(pod.rank)
    assert all(sorted(found) == list(range(len(found))) for found in ranks.values())
    totals = found.totals
    assert totals.pods == len(found.pods) == sum(amount.pods for amount in totals.per_gang)
    assert totals.gangs == len(found.pod_gangs)


ADMITTED = [c for c in json.loads((GOLDEN / "admission.json").read_text()) if c["accepted"]]


@pytest.mark.parametrize("case", ADMITTED, ids=lambda case: case["case"])
def test_a_set_as_it_is_stored(case: dict[str, Any]) -> None:
    assert stored(case["manifest"]) == case["stored"]
    assert stored(case["stored"]) == case["stored"]


def test_a_refused_set_is_left_alone_where_it_makes_no_sense() -> None:
    for case in json.loads((GOLDEN / "admission.json").read_text()):
        stored(case["manifest"])
    assert stored({"spec": {"template": {"cliques": "x"}}})["spec"]["template"]["cliques"] == "x"
