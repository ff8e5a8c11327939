"""Pods, gangs and GPUs: totals, claims, and what must be free at once."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.facts.gpus import is_gpu_class, is_gpu_resource
from cdk8s_grove.core.layout import lay_out
from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.plan.model import SetPlan


def engine(**container: Any) -> dict[str, Any]:
    return {"name": "engine", "image": "e:1", **container}


def gpus(count: int | str, name: str = "nvidia.com/gpu") -> dict[str, Any]:
    return {"resources": {"limits": {name: count}}}


def plan(
    pod: dict[str, Any], *beside: dict[str, Any], template: dict[str, Any] | None = None, **clique: Any
) -> SetPlan:
    spec = {"roleName": "r", "replicas": 2, "podSpec": {"schedulerName": "kai-scheduler", **pod}, **clique}
    manifest = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "s", "labels": {"kai.scheduler/queue": "q"}},
        "spec": {"replicas": 3, "template": {"cliques": [{"name": "c", "spec": spec}], **(template or {})}},
    }
    return plan_manifests([manifest, *beside]).sets[0]


def claim_template(name: str, *requests: dict[str, Any]) -> dict[str, Any]:
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": name},
        "spec": {"spec": {"devices": {"requests": list(requests)}}},
    }


def exactly(device_class: str = "gpu.nvidia.com", **more: Any) -> dict[str, Any]:
    return {"name": "r", "exactly": {"deviceClassName": device_class, **more}}


@pytest.mark.parametrize(
    ("pod", "expected"),
    [
        ({"containers": [engine(**gpus(8))]}, 8),
        ({"containers": [engine(**gpus("8"))]}, 8),
        ({"containers": [engine(**gpus(3)), engine(**gpus(2, "amd.com/gpu"))]}, 5),
        ({"containers": [engine(**gpus(2))], "initContainers": [engine(**gpus(4))]}, 4),
        ({"containers": [engine(**gpus(2))], "initContainers": [engine(restartPolicy="Always", **gpus(4))]}, 6),
        (
            {
                "containers": [engine(**gpus(1))],
                "initContainers": [engine(restartPolicy="Always", **gpus(2)), engine(**gpus(5))],
            },
            7,
        ),
        ({"containers": [engine(**gpus(4, "nvidia.com/mig-1g.5gb"))]}, 4),
        ({"containers": [engine(**gpus(4, "rdma/hca"))]}, 0),
        ({"containers": [engine(resources={"requests": {"nvidia.com/gpu": 8}, "limits": {"nvidia.com/gpu": 8}})]}, 8),
        ({"containers": [engine(**gpus("many"))]}, 0),
    ],
)
def test_extended_resources(pod: dict[str, Any], expected: int) -> None:
    found = plan(pod)
    assert [made.gpus for made in found.pods] == [expected] * 6
    assert (found.totals.gpus, found.totals.gpus_at_once) == (6 * expected, 2 * expected)


CLAIMING = {"containers": [engine()], "resourceClaims": [{"name": "g", "resourceClaimTemplateName": "t"}]}


@pytest.mark.parametrize(
    ("requests", "expected", "unclear"),
    [
        ([exactly(count=8)], 8, ""),
        ([exactly()], 1, ""),
        ([{"name": "r", "deviceClassName": "gpu.nvidia.com", "count": 4}], 4, ""),
        ([exactly(count=8), exactly("rdma.example.com", count=8)], 8, ""),
        ([exactly("compute-domain-default-channel.nvidia.com")], 0, ""),
        ([exactly(allocationMode="All")], 0, "every matching device"),
        (
            [{"name": "r", "firstAvailable": [{"deviceClassName": "gpu.nvidia.com", "count": c} for c in (4, 8)]}],
            4,
            "alternatives",
        ),
        ([{"name": "r", "firstAvailable": [{"deviceClassName": "gpu.nvidia.com", "count": 4}] * 2}], 4, ""),
    ],
)
def test_claims_of_a_template(requests: list[dict[str, Any]], expected: int, unclear: str) -> None:
    found = plan(CLAIMING, claim_template("t", *requests))
    assert [pod.gpus for pod in found.pods] == [expected] * 6
    assert bool(found.notes) == bool(unclear)
    assert unclear in " ".join(found.notes)


def test_a_template_that_is_not_in_the_input() -> None:
    assert "claim template t is not in the input" in plan(CLAIMING).notes[0]
    other = claim_template("t", exactly(count=8)) | {"metadata": {"name": "t", "namespace": "other"}}
    assert plan(CLAIMING, other).totals.gpus == 0


def test_a_claim_that_pods_share_counts_once() -> None:
    claim = {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {"name": "node"},
        "spec": {"devices": {"requests": [exactly(count=4)]}},
    }
    pod = {"containers": [engine()], "resourceClaims": [{"name": "g", "resourceClaimName": "node"}]}
    found = plan(pod, claim)
    assert (found.totals.gpus, found.totals.gpus_at_once, found.pods[0].gpus) == (4, 4, 0)


@pytest.mark.parametrize(
    ("sharing", "claims", "total"),
    [
        ([{"name": "t", "scope": "PerReplica"}], ["s-0-t", "s-1-t", "s-2-t"], 24),
        ([{"name": "t", "scope": "AllReplicas"}], ["s-all-t"], 8),
        (
            [{"name": "t", "scope": "PerReplica", "filter": {"childCliqueNames": ["other"]}}],
            ["s-0-t", "s-1-t", "s-2-t"],
            0,
        ),
    ],
)
def test_claims_grove_makes(sharing: list[dict[str, Any]], claims: list[str], total: int) -> None:
    own = {"name": "t", "templateSpec": {"spec": {"devices": {"requests": [exactly(count=8)]}}}}
    found = plan({"containers": [engine()]}, template={"resourceClaimTemplates": [own], "resourceSharing": sharing})
    assert list(found.resource_claims) == claims
    assert found.totals.gpus == total


def test_the_gangs_minimum_is_what_must_be_free() -> None:
    found = plan({"containers": [engine(**gpus(8))]}, minAvailable=1)
    assert (found.totals.pods_at_once, found.totals.gpus_at_once) == (1, 8)
    assert [(a.pods, a.pods_at_once) for a in found.totals.per_gang] == [(2, 1)] * 3
    assert [(a.name, a.pods, a.gpus, a.gpus_at_once) for a in found.totals.per_phase] == [("c", 2, 16, 8)]


def test_gpu_resources() -> None:
    names = ["nvidia.com/gpu", "nvidia.com/gpu.shared", "gpu.intel.com/i915", "gpu.intel.com/i915_monitoring"]
    found = [name for name in (*names, "example.com/gpu-memory", "cpu", "gpu") if is_gpu_resource(name)]
    assert found == names[:3]


def test_gpu_classes() -> None:
    found = [
        name
        for name in ("gpu.nvidia.com", "mig.nvidia.com", "a100-gpu.example.com", "nic.nvidia.com")
        if is_gpu_class(name)
    ]
    assert found == ["gpu.nvidia.com", "mig.nvidia.com", "a100-gpu.example.com"]


@st.composite
def replicas(draw: st.DrawFn) -> dict[str, Any]:
    def phase(name: str) -> dict[str, Any]:
        copies, workers = draw(st.integers(1, 5)), draw(st.integers(0, 4))
        pod = {"containers": [engine(**gpus(draw(st.integers(1, 8))))]}
        made: dict[str, Any] = {
            "id": name,
            "copies": copies,
            "min_copies": draw(st.integers(1, copies)),
            "leader": {"pod": pod},
        }
        return made | ({"worker": {"pods": workers, "pod": pod}} if workers else {})

    return {"name": "q", "queue": "t", "units": draw(st.integers(0, 4)), "phases": [phase("prefill"), phase("decode")]}


@given(replicas())
@settings(deadline=None)
def test_a_rendered_replicas_plan_agrees_with_its_layout(data: dict[str, Any]) -> None:
    spec = ReplicaSpec.model_validate(data)
    layout = lay_out(spec)
    found = plan_manifests([render(spec)]).sets[0]
    pods = sum(phase.copies * sum(clique.pods for clique in phase.cliques) for phase in layout.groups)
    scaled = sum(phase.copies - phase.min_copies for phase in layout.groups)
    assert found.totals.pods == spec.units * pods
    assert found.totals.gangs == spec.units * (1 + scaled)
    assert len({pod.hostname for pod in found.pods}) == len(found.pods)
    assert found.failures == ()
    leaders = {(pod.unit, pod.phase, pod.copy): pod.fqdn for pod in found.pods if pod.rank == 0}
    for pod in found.pods:
        seen = pod.resolved_env["engine"]
        assert seen["LEADER_ADDRESS"] == leaders[pod.unit, pod.phase, pod.copy]
        assert (seen["PHASE"], int(seen["NODES"])) == (
            pod.phase,
            1 + sum(other.pods for phase in layout.groups if phase.name == pod.phase for other in phase.cliques[1:]),
        )
