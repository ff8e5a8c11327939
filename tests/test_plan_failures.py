"""What is accepted and then not made: the reason, its place, and the pods that are lost for it."""

from typing import Any

import pytest

from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.plan.model import SetPlan
from cdk8s_grove.core.spec import Target

Json = dict[str, Any]
OLD = Target(grove="v0.1.0-alpha.11", kai="v0.15.2")
AT = "spec.template"


def clique(name: str, pods: int = 1, spec: Json | None = None, **clique: Any) -> Json:
    pod = {"schedulerName": "kai-scheduler", "containers": [{"name": "e", "image": "e:1"}]}
    return {"name": name, "spec": {"roleName": name, "replicas": pods, "podSpec": pod, **(spec or {})}, **clique}


def group(name: str, *cliques: str, copies: int = 1, least: int = 1, **group: Any) -> Json:
    return {"name": name, "cliqueNames": list(cliques), "replicas": copies, "minAvailable": least, **group}


def plan(
    cliques: list[Json], groups: list[Json], *, units: int = 2, target: Target | None = None, **template: Any
) -> SetPlan:
    manifest = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "s", "labels": {"kai.scheduler/queue": "q"}},
        "spec": {
            "replicas": units,
            "template": {"cliques": cliques, "podCliqueScalingGroups": groups, **template},
        },
    }
    return plan_manifests([manifest], target).sets[0]


def said(found: SetPlan) -> list[tuple[str, str, int]]:
    return [(failure.kind, failure.path.removeprefix(f"{AT}."), failure.pods_lost) for failure in found.failures]


SHARED = {"resourceSharing": [{"name": "missing", "scope": "AllReplicas"}]}


@pytest.mark.parametrize(
    ("cliques", "groups", "template", "expected"),
    [
        pytest.param(
            [clique("a"), clique("b", 3)],
            [group("g", "b", copies=2)],
            SHARED,
            [("ResourceClaim", "resourceSharing[0]", 14)],
            id="of the set",
        ),
        pytest.param(
            [clique("a"), clique("b", 3)],
            [group("g", "b", copies=2, **SHARED)],
            {},
            [("ResourceClaim", "podCliqueScalingGroups[0].resourceSharing[0]", 12)],
            id="of a group",
        ),
        pytest.param(
            [clique("a", **SHARED), clique("b", 3)],
            [group("g", "b", copies=2)],
            {},
            [("ResourceClaim", "cliques[0].resourceSharing[0]", 2)],
            id="of a clique",
        ),
    ],
)
def test_a_claim_that_cannot_be_made_loses_the_pods_it_is_made_before(
    cliques: list[Json], groups: list[Json], template: Json, expected: list[Any]
) -> None:
    assert said(plan(cliques, groups, **template)) == expected


@pytest.mark.parametrize("scope", ["AllReplicas", "PerReplica"])
def test_without_units_the_sets_own_claims(scope: str) -> None:
    own = {"name": "t", "templateSpec": {"spec": {}}}
    sharing = [{"name": "t", "scope": scope}]
    found = plan([clique("a")], [], units=0, resourceClaimTemplates=[own], resourceSharing=sharing)
    assert list(found.resource_claims) == {"AllReplicas": ["s-all-t"], "PerReplica": []}[scope]
    assert found.failures == ()


@pytest.mark.parametrize(
    ("cliques", "groups", "expected"),
    [
        pytest.param(
            [clique("a.b", 2), clique("c")], [], [("Pod", "cliques[0]", 2)] * 2, id="a dot in a clique's name"
        ),
        pytest.param(
            [clique("a"), clique("b")],
            [group("g.h", "b", copies=2)],
            [("Pod", "cliques[1]", 1)] * 4,
            id="a dot in a group's name",
        ),
        pytest.param(
            [clique("a", labels={"grove.io/podcliquescalinggroup": "x"}), clique("b")],
            [group("g", "b")],
            [("Pod", "cliques[0].labels['grove.io/podcliquescalinggroup']", 2)],
            id="a clique that says it is of a group",
        ),
        pytest.param(
            [clique("a"), clique("b", labels={"grove.io/podcliquescalinggroup": "x"})],
            [group("g", "b")],
            [],
            id="one that is of a group",
        ),
        pytest.param(
            [clique("b", 3), clique("g-0-b")],
            [group("g", "b", copies=2)],
            [("PodClique", "cliques[0]", 3)] * 2,
            id="two PodCliques of one name",
        ),
        pytest.param(
            [clique("x", spec={"autoScalingConfig": {"maxReplicas": 4}}), clique("b")],
            [group("x", "b", scaleConfig={"maxReplicas": 4})],
            [("HorizontalPodAutoscaler", "podCliqueScalingGroups[0].scaleConfig", 0)],
            id="two autoscalers of one name",
        ),
        pytest.param(
            [clique("x", spec={"autoScalingConfig": {"maxReplicas": 4}}), clique("b")], [group("x", "b")], [], id="one"
        ),
    ],
)
def test_names_and_labels(cliques: list[Json], groups: list[Json], expected: list[Any]) -> None:
    assert said(plan(cliques, groups)) == expected


def test_two_claims_of_one_name() -> None:
    own = [{"name": name, "templateSpec": {"spec": {}}} for name in ("t", "g-all-t")]
    found = plan(
        [clique("a")],
        [group("g", "a", resourceSharing=[{"name": "t", "scope": "AllReplicas"}])],
        units=1,
        resourceClaimTemplates=own,
        resourceSharing=[{"name": "g-all-t", "scope": "PerReplica"}],
    )
    assert list(found.resource_claims) == ["s-0-g-all-t"]
    assert said(found) == [("ResourceClaim", "podCliqueScalingGroups[0].resourceSharing[0]", 0)]


def test_users_label_of_the_template_hash_is_not_kept() -> None:
    found = plan([clique("a", labels={"grove.io/pod-template-hash": "mine", "team": "x"})], [], units=1)
    assert found.pod_cliques[0].labels["team"] == found.pods[0].labels["team"] == "x"
    assert not {"grove.io/pod-template-hash"} & {*found.pod_cliques[0].labels, *found.pods[0].labels}


@pytest.mark.parametrize(
    ("limits", "claimed"),
    [({"nvidia.com/gpu": 1}, True), ({"nvidia.com/gpu": 0}, False), ({"nvidia.com/gpu": "0"}, False), ({}, False)],
)
def test_a_claim_for_mnnvl_only_for_pods_with_gpus(limits: Json, claimed: bool) -> None:  # noqa: FBT001
    pod = {
        "schedulerName": "kai-scheduler",
        "containers": [{"name": "e", "image": "e:1", "resources": {"limits": limits}}],
    }
    found = plan([clique("a", spec={"podSpec": pod}, annotations={"grove.io/mnnvl-group": "x"})], [], units=1)
    assert [claim.template for claim in found.pods[0].claims] == ["s-0-x"] * claimed


@pytest.mark.parametrize(
    ("labels", "expected"), [({}, []), ({"kai.scheduler/preemptibility": "no"}, ["metadata.labels"])]
)
def test_a_preemptibility_of_no_kind_on_a_grove_without_pod_groups(labels: Json, expected: list[str]) -> None:
    manifest = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "s", "labels": {"kai.scheduler/queue": "q", **labels}},
        "spec": {"replicas": 1, "template": {"cliques": [clique("a")]}},
    }
    for target, paths in ((OLD, expected), (Target(), [])):
        found = plan_manifests([manifest], target).sets[0]
        assert [failure.path.partition("[")[0] for failure in found.failures] == paths
        assert len(found.kai_pod_groups) == 1 - len(paths)


@pytest.mark.parametrize("value", [[], {}, None, 1])
def test_fields_of_any_type_are_no_crash(value: Any) -> None:
    pod = {
        "containers": [{"name": "e", "image": "e:1", "volumeMounts": [{"name": value}]}],
        "volumes": [{"name": value}],
    }
    claims = {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": "t"},
        "spec": {
            "spec": {
                "devices": {
                    "requests": [
                        {
                            "firstAvailable": [
                                {"deviceClassName": "gpu.nvidia.com", "count": value, "allocationMode": value},
                                {"deviceClassName": "gpu.nvidia.com", "count": 4},
                            ]
                        }
                    ]
                }
            }
        },
    }
    pod["resourceClaims"] = [{"name": "c", "resourceClaimTemplateName": "t"}]
    manifest = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "s"},
        "spec": {"replicas": 1, "template": {"cliques": [clique("a", spec={"podSpec": pod})]}},
    }
    found = plan_manifests([manifest, claims]).sets[0]
    assert found.totals.pods == 1
    assert any("different numbers" in note for note in found.notes)
