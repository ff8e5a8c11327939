"""Phase, copy and rank, told from a set's structure and names."""

from typing import Any

import pytest

from cdk8s_grove.core.plan import plan_manifests


def shape(cliques: dict[str, int], groups: dict[str, tuple[list[str], int]]) -> list[tuple[str, str, int, int]]:
    pod = {"schedulerName": "kai-scheduler", "containers": [{"name": "e", "image": "e:1"}]}
    template: dict[str, Any] = {
        "cliques": [
            {"name": name, "spec": {"roleName": name, "replicas": count, "podSpec": pod}}
            for name, count in cliques.items()
        ],
        "podCliqueScalingGroups": [
            {"name": name, "cliqueNames": members, "replicas": copies, "minAvailable": copies}
            for name, (members, copies) in groups.items()
        ],
    }
    manifest = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "s", "labels": {"kai.scheduler/queue": "q"}},
        "spec": {"replicas": 1, "template": template},
    }
    pods = plan_manifests([manifest]).sets[0].pods
    return [(pod.hostname.removeprefix("s-0-"), pod.phase, pod.copy, pod.rank) for pod in pods]


@pytest.mark.parametrize(
    ("cliques", "groups", "expected"),
    [
        pytest.param(
            {"l": 1, "w": 2},
            {"decode": (["l", "w"], 2)},
            [
                ("decode-0-l-0", "decode", 0, 0),
                ("decode-0-w-0", "decode", 0, 1),
                ("decode-0-w-1", "decode", 0, 2),
                ("decode-1-l-0", "decode", 1, 0),
                ("decode-1-w-0", "decode", 1, 1),
                ("decode-1-w-1", "decode", 1, 2),
            ],
            id="a group is a phase, and each of its copies one",
        ),
        pytest.param(
            {"prefill": 1, "decode": 2},
            {},
            [("prefill-0", "prefill", 0, 0), ("decode-0", "decode", 0, 0), ("decode-1", "decode", 1, 0)],
            id="outside groups every pod is a copy",
        ),
        pytest.param(
            {"p": 1, "d": 2},
            {"pair": (["p", "d"], 2)},
            [
                ("pair-0-p-0", "prefill", 0, 0),
                ("pair-0-d-0", "decode", 0, 0),
                ("pair-0-d-1", "decode", 1, 0),
                ("pair-1-p-0", "prefill", 1, 0),
                ("pair-1-d-0", "decode", 2, 0),
                ("pair-1-d-1", "decode", 3, 0),
            ],
            id="two phases in one group, one node a copy",
        ),
        pytest.param(
            {"pleader": 1, "d-0-leader": 1, "d-0-worker": 1, "d-1-leader": 1, "d-1-worker": 1},
            {"unit": (["pleader", "d-0-leader", "d-0-worker", "d-1-leader", "d-1-worker"], 1)},
            [
                ("unit-0-pleader-0", "prefill", 0, 0),
                ("unit-0-d-0-leader-0", "decode", 0, 0),
                ("unit-0-d-0-worker-0", "decode", 0, 1),
                ("unit-0-d-1-leader-0", "decode", 1, 0),
                ("unit-0-d-1-worker-0", "decode", 1, 1),
            ],
            id="two phases in one group, copies unrolled",
        ),
        pytest.param(
            {"pleader": 1, "pworker": 1},
            {"pool": (["pleader", "pworker"], 1)},
            [("pool-0-pleader-0", "pool", 0, 0), ("pool-0-pworker-0", "pool", 0, 1)],
            id="a group of one phase keeps its name",
        ),
        pytest.param(
            {"node": 3},
            {"engine": (["node"], 1)},
            [
                ("engine-0-node-0", "engine", 0, 0),
                ("engine-0-node-1", "engine", 0, 1),
                ("engine-0-node-2", "engine", 0, 2),
            ],
            id="a group with one clique",
        ),
    ],
)
def test_places(cliques: dict[str, int], groups: dict[str, Any], expected: list[Any]) -> None:
    assert shape(cliques, groups) == expected
