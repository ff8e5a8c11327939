"""The document itself: what KAI and Grove need in it, and the order it is written in."""

from typing import Any

import pytest

from cdk8s_grove.core import GroveError, QueueSpec, ReplicaSpec, render
from cdk8s_grove.core.rendering import render_parent, render_queue
from cdk8s_grove_crds import PodCliqueSet, PodSpec

POD = {"containers": [{"name": "engine", "image": "engine:1"}]}


def replica(**options: Any) -> dict[str, Any]:
    phases = [
        {"id": "prefill", "leader": {"pod": POD}},
        {"id": "decode", "copies": 3, "min_copies": 1, "leader": {"pod": POD}, "worker": {"pods": 3, "pod": POD}},
    ]
    return render(ReplicaSpec.model_validate({"name": "qwen", "queue": "team", "phases": phases} | options))


def test_both_ways_of_kai_to_group_pods_find_their_labels() -> None:
    document = replica(node_pool="h200", priority="inference", labels={"app": "qwen"}, namespace="serving")
    kai = {"kai.scheduler/queue": "team", "kai.scheduler/node-pool": "h200"}
    assert document["metadata"] == {"name": "qwen", "namespace": "serving", "labels": {"app": "qwen"} | kai}
    template = document["spec"]["template"]
    assert template["priorityClassName"] == "inference"
    assert list(template["cliques"][0]["labels"]) == sorted(kai)
    for clique in template["cliques"]:
        assert clique["labels"] == kai
        assert clique["spec"]["podSpec"]["schedulerName"] == "kai-scheduler"


def test_cliques_are_whole_and_phases_have_their_floor() -> None:
    template = replica()["spec"]["template"]
    assert [(c["name"], c["spec"]["replicas"], c["spec"]["minAvailable"]) for c in template["cliques"]] == [
        ("p-leader", 1, 1),
        ("d-leader", 1, 1),
        ("d-worker", 3, 3),
    ]
    assert template["podCliqueScalingGroups"] == [
        {"name": "prefill", "cliqueNames": ["p-leader"], "replicas": 1, "minAvailable": 1},
        {"name": "decode", "cliqueNames": ["d-leader", "d-worker"], "replicas": 3, "minAvailable": 1},
    ]


def test_keys_come_in_one_order_whatever_the_user_wrote() -> None:
    turned = {"containers": [dict(reversed(POD["containers"][0].items()))]}
    first = render(
        ReplicaSpec.model_validate({"name": "q", "queue": "t", "phases": [{"id": "prefill", "leader": {"pod": POD}}]})
    )
    second = render(
        ReplicaSpec.model_validate(
            {"phases": [{"leader": {"pod": turned}, "id": "prefill"}], "queue": "t", "name": "q"}
        )
    )
    assert str(first) == str(second)
    assert list(first) == ["apiVersion", "kind", "metadata", "spec"]


def test_it_validates_against_the_bindings() -> None:
    document = replica()
    assert PodCliqueSet.model_validate(document).to_dict() == document


def test_a_pod_of_the_bindings_is_a_pod() -> None:
    typed = PodSpec.model_validate(POD)
    phases = [{"id": "prefill", "leader": {"pod": typed}}, {"id": "decode", "leader": {"pod": POD}}]
    template = replica(phases=phases)["spec"]["template"]
    pods = [clique["spec"]["podSpec"]["containers"][0]["image"] for clique in template["cliques"]]
    assert pods == ["engine:1", "engine:1"]


@pytest.mark.parametrize(
    ("grove", "constraint", "rendered"),
    [
        ("v0.1.0-alpha.13", {"required": "rack"}, {"topologyName": "t", "pack": {"required": "rack"}}),
        ("v0.1.0-alpha.13", {"preferred": "host"}, {"topologyName": "t", "pack": {"preferred": "host"}}),
        ("v0.1.0-alpha.10", {"required": "rack"}, {"topologyName": "t", "pack": {"required": "rack"}}),
        ("v0.1.0-alpha.10-rc1", {"required": "rack"}, {"topologyName": "t", "packDomain": "rack"}),
        ("v0.1.0-alpha.9", {"required": "rack"}, {"topologyName": "t", "packDomain": "rack"}),
        ("v0.1.0-alpha.9", {"preferred": "rack"}, None),
        ("v0.1.0-alpha.8", {"required": "rack"}, None),
    ],
)
def test_topology_by_release(grove: str, constraint: dict[str, str], rendered: dict[str, Any] | None) -> None:
    phases = [{"id": "prefill", "leader": {"pod": POD}, "topology": {"topology_name": "t"} | constraint}]
    options = {"phases": phases, "target": {"grove": grove}}
    if rendered is None:
        with pytest.raises(GroveError, match="GRV018"):
            replica(**options)
    else:
        assert replica(**options)["spec"]["template"]["podCliqueScalingGroups"][0]["topologyConstraint"] == rendered


def test_overrides_set_replace_and_append() -> None:
    overrides = [
        {"path": "/spec/template/terminationDelay", "value": "1h", "reason": "drill"},
        {"path": "/spec/template/cliques/0/labels/a~1b", "value": "c", "reason": "label"},
        {
            "path": "/spec/template/podCliqueScalingGroups/1",
            "value": {"name": "x", "cliqueNames": []},
            "reason": "replace",
        },
        {
            "path": "/spec/template/podCliqueScalingGroups/-",
            "value": {"name": "y", "cliqueNames": []},
            "reason": "append",
        },
        {"path": "/spec/template/terminationDelay", "value": "2h", "reason": "the last one wins"},
    ]
    template = replica(overrides=overrides)["spec"]["template"]
    assert template["terminationDelay"] == "2h"
    assert template["cliques"][0]["labels"]["a/b"] == "c"
    assert [group["name"] for group in template["podCliqueScalingGroups"]] == ["prefill", "x", "y"]


@pytest.mark.parametrize(
    "path",
    [
        "/spec/replicas/x",
        "/spec/template/cliques/3",
        "/spec/template/cliques/01",
        "/spec/template/cliques/x/y",
        "/",
        "/kind",
        "/status",
    ],
)
def test_an_override_that_leads_nowhere(path: str) -> None:
    with pytest.raises(GroveError, match="GRV020"):
        replica(overrides=[{"path": path, "value": 1, "reason": "r"}])


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("/metadata", 5, "metadata"),
        ("/metadata", {}, "metadata.name"),
        ("/metadata/name", "A B", "metadata.name"),
        ("/spec", [], "spec"),
        ("/spec/replicas", "3", "spec.replicas"),
        ("/spec/template/cliques/0/spec/podSpec/containers/0/image", None, ""),
    ],
)
def test_an_override_may_not_make_the_set_invalid(path: str, value: object, where: str) -> None:
    if not where:
        assert replica(overrides=[{"path": path, "value": value, "reason": "r"}])
        return
    with pytest.raises(GroveError) as caught:
        replica(overrides=[{"path": path, "value": value, "reason": "r"}])
    assert [(found.code, found.path) for found in caught.value.findings] == [("GRV020", where)]


def test_an_override_may_set_a_field_newer_than_the_bindings() -> None:
    assert replica(overrides=[{"path": "/spec/template/newField", "value": {"a": 1}, "reason": "r"}])["spec"][
        "template"
    ]["newField"]


def test_an_override_may_not_hold_what_no_manifest_can() -> None:
    with pytest.raises(GroveError, match="GRV061"):
        replica(overrides=[{"path": "/spec/x", "value": float("nan"), "reason": "r"}])


def test_queues_in_kais_units() -> None:
    leaf = QueueSpec(name="team", parent="org", gpus=16, cpus=0.1, memory="512Gi", max_gpus=32, priority=100)
    assert render_queue(leaf)["spec"] == {
        "parentQueue": "org",
        "priority": 100,
        "resources": {
            "cpu": {"quota": 100, "limit": -1, "overQuotaWeight": 1},
            "gpu": {"quota": 16, "limit": 32, "overQuotaWeight": 1},
            "memory": {"quota": 549755.813888, "limit": -1, "overQuotaWeight": 1},
        },
    }
    other = QueueSpec(name="other", parent="org", gpus=8, memory="488Gi")
    bounded = [queue.model_copy(update={"max_gpus": 4.0}) for queue in (leaf, other)]
    assert render_parent(bounded)["spec"]["resources"]["gpu"]["limit"] == -1, "only leaves are bounded"
    assert render_parent([leaf, other])["spec"]["resources"] == {
        "cpu": {"quota": -1, "limit": -1, "overQuotaWeight": 1},
        "gpu": {"quota": 24, "limit": -1, "overQuotaWeight": 1},
        "memory": {"quota": 1073741.824, "limit": -1, "overQuotaWeight": 1},
    }


@pytest.mark.parametrize(
    ("options", "code", "path"),
    [
        ({"name": "a", "parent": "a"}, "GRV040", "parent"),
        ({"name": "A_b"}, "GRV040", "name"),
        ({"name": "x" * 64}, "GRV007", "name"),
        ({"gpus": -1}, "GRV001", "gpus"),
        ({"gpus": float("nan")}, "GRV001", "gpus"),
        ({"gpus": "8"}, "GRV001", "gpus"),
        ({"gpus": 8, "max_gpus": 4}, "GRV041", "gpus"),
        ({"memory": "1TiB"}, "GRV041", "memory"),
        ({"memory": "2Ti", "max_memory": "1Ti"}, "GRV041", "memory"),
    ],
)
def test_a_wrong_queue(options: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(GroveError) as caught:
        QueueSpec.model_validate({"name": "team", "parent": "org"} | options)
    assert [(found.code, found.path) for found in caught.value.findings] == [(code, path)]
