"""Gangs and the PodGroups KAI places them by, where no recording has the case."""

import tracemalloc
from typing import Any

import pytest

from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.plan.admission import stored
from cdk8s_grove.core.report.data import plan_data
from cdk8s_grove.core.spec import Target

Json = dict[str, Any]
OLD = Target(grove="v0.1.0-alpha.11", kai="v0.15.2")
OLD_WITH_DELAYS = Target(grove="v0.1.0-alpha.11", kai="v0.17.0")
TOPOLOGY = {
    "apiVersion": "grove.io/v1alpha1",
    "kind": "ClusterTopologyBinding",
    "metadata": {"name": "topo"},
    "spec": {"levels": [{"domain": "rack", "key": "example.com/rack"}]},
}
RACK = {"topologyName": "topo", "pack": {"required": "rack"}}


def clique(name: str, pods: int = 1, **clique: Any) -> Json:
    pod = {"schedulerName": "kai-scheduler", "containers": [{"name": "e", "image": "e:1"}]}
    return {"name": name, "spec": {"roleName": name, "replicas": pods, "podSpec": pod}, **clique}


def manifest(
    cliques: list[Json], groups: list[Json], metadata: Json | None = None, units: int = 1, **template: Any
) -> Json:
    return {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "s", **({"labels": {"kai.scheduler/queue": "q"}} if metadata is None else metadata)},
        "spec": {"replicas": units, "template": {"cliques": cliques, "podCliqueScalingGroups": groups, **template}},
    }


def planned(made: Json, target: Target | None = None) -> Json:
    found: Json = plan_data(plan_manifests([made, TOPOLOGY], target))["sets"][0]
    return found


EMPTY = {"name": "g", "cliqueNames": [], "replicas": 3, "minAvailable": 1, "topologyConstraint": RACK}


@pytest.mark.parametrize("target", [Target(), OLD])
def test_a_group_without_cliques(target: Target) -> None:
    found = planned(manifest([clique("a")], [EMPTY]), target)
    placed = {"packConstraint": {"required": "example.com/rack"}}
    assert [(gang["name"], gang["spec"]) for gang in found["podGangs"]] == [
        (
            "s-0",
            {
                "podgroups": [{"minReplicas": 1, "name": "s-0-a", "pods": 1}],
                "topologyConstraintGroupConfigs": [
                    {"name": "s-0-g-0", "podGroupNames": [], "topologyConstraint": placed}
                ],
            },
        ),
        ("s-0-g-0", {"podgroups": [], "topologyConstraint": placed}),
        ("s-0-g-1", {"podgroups": [], "topologyConstraint": placed}),
    ]
    assert [group["spec"]["subGroups"] for group in found["kaiPodGroups"]] == [[{"minMember": 1, "name": "s-0-a"}]]
    assert (found["totals"]["gangs"], found["totals"]["pods"]) == (3, 1)


TWO_QUEUES = [
    clique("p", labels={"kai.scheduler/queue": "one", "priorityClassName": "low"}),
    clique("d", labels={"kai.scheduler/queue": "two"}),
    clique("e", labels={"project": "team", "kai.scheduler/node-pool": "pool"}),
]


def test_the_pod_grouper_goes_by_the_gangs_own_cliques() -> None:
    groups = [{"name": f"g{name}", "cliqueNames": [name], "replicas": 2, "minAvailable": 1} for name in "pde"]
    found = planned(manifest(TWO_QUEUES, groups, {}), OLD)
    assert found["queue"] == "one"
    assert [(g["name"], g["spec"]["queue"], g["spec"]["priorityClassName"]) for g in found["kaiPodGroups"]] == [
        ("pg-s-0-<uid>", "one", "low"),
        ("pg-s-0-gp-0-<uid>", "one", "low"),
        ("pg-s-0-gd-0-<uid>", "two", "train"),
        ("pg-s-0-ge-0-<uid>", "team-pool", "train"),
    ]


ANNOTATIONS = {
    "kai.scheduler/topology": "other",
    "kai.scheduler/topology-required-placement": "example.com/block",
    "kai.scheduler/topology-preferred-placement": "example.com/host",
    "kai.scheduler/preemption-delay": "90s",
    "kai.scheduler/staleness-grace-period": "-1s",
}
PREEMPTIBLE = {"kai.scheduler/queue": "q", "kai.scheduler/preemptibility": "preemptible"}


@pytest.mark.parametrize(
    ("target", "labels", "annotations", "template", "expected"),
    [
        (OLD, {}, {}, {}, {"topologyConstraint": {}}),
        (OLD, PREEMPTIBLE, {}, {}, {"preemptibility": "preemptible", "topologyConstraint": {}}),
        (
            OLD,
            {},
            ANNOTATIONS,
            {},
            {
                "topologyConstraint": {
                    "topology": "other",
                    "requiredTopologyLevel": "example.com/block",
                    "preferredTopologyLevel": "example.com/host",
                }
            },
        ),
        (
            OLD,
            {},
            ANNOTATIONS,
            {"topologyConstraint": RACK},
            {
                "topologyConstraint": {
                    "topology": "topo",
                    "requiredTopologyLevel": "example.com/rack",
                    "preferredTopologyLevel": "example.com/host",
                }
            },
        ),
        (
            OLD_WITH_DELAYS,
            {},
            {key: value for key, value in ANNOTATIONS.items() if "topology" not in key},
            {},
            {"preemptionDelay": "1m30s", "stalenessGracePeriod": "-1s", "topologyConstraint": {}},
        ),
        (
            OLD_WITH_DELAYS,
            {},
            {"kai.scheduler/preemption-delay": "-1s", "kai.scheduler/staleness-grace-period": "soon"},
            {},
            {"topologyConstraint": {}},
        ),
        (Target(), PREEMPTIBLE, ANNOTATIONS, {}, {"topologyConstraint": {}}),
    ],
)
def test_what_the_pod_grouper_takes_from_the_set(
    target: Target, labels: Json, annotations: Json, template: Json, expected: Json
) -> None:
    metadata = {"labels": {"kai.scheduler/queue": "q", **labels}, "annotations": annotations}
    (made,) = planned(manifest([clique("a")], [], metadata, **template), target)["kaiPodGroups"]
    known = ("minMember", "queue", "subGroups", "priorityClassName")
    assert {key: value for key, value in made["spec"].items() if key not in known} == expected


def test_preemptibility_of_the_pods_where_the_set_says_nothing() -> None:
    made = clique("a", labels={"kai.scheduler/preemptibility": "non-preemptible"})
    (found,) = planned(manifest([made], []), OLD)["kaiPodGroups"]
    assert found["spec"]["preemptibility"] == "non-preemptible"


@pytest.mark.parametrize("blank", ["", " ", None])
def test_blank_text_counts_as_left_out(blank: str | None) -> None:
    made = manifest([clique("a")], [])
    made["metadata"]["namespace"] = blank
    made["spec"]["template"]["cliques"][0]["spec"]["podSpec"]["restartPolicy"] = blank
    kept = stored(made)
    assert kept["metadata"]["namespace"] == "default"
    assert kept["spec"]["template"]["cliques"][0]["spec"]["podSpec"]["restartPolicy"] == "Always"
    assert made["metadata"]["namespace"] == blank


def test_numbers_of_units_that_differ() -> None:
    # `s-1-w` ends in `1-w`, so in unit 1 clique `w` has that one's pods.
    found = plan_manifests([manifest([clique("1-w", 4), clique("w", 1)], [], units=2)]).sets[0]
    assert [amount.pods for amount in found.totals.per_gang] == [5, 8]
    assert [(amount.name, amount.pods, amount.pods_at_once) for amount in found.totals.per_phase] == [
        ("1-w", 4, 4),
        ("w", 4, 1),
    ]
    assert (found.totals.pods, found.totals.pods_at_once) == (13, 5)


def test_copies_that_wait_for_all_others_share_their_names() -> None:
    copies = 1000
    groups = [{"name": n, "cliqueNames": [n], "replicas": copies, "minAvailable": copies} for n in ("a", "b")]
    made = manifest([clique("a"), clique("b")], groups, cliqueStartupType="CliqueStartupTypeInOrder")
    tracemalloc.start()
    found = plan_manifests([made]).sets[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found.pods[-1].init_args["grove-initc"]) == len(found.pod_cliques[-1].starts_after) == copies
    assert peak < 50_000_000
