"""Accelerators and fabrics: what pods, claims and domains they make, and what they refuse."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove import (
    Accelerator,
    AggregatedReplica,
    DeviceKind,
    DisaggReplica,
    Fabric,
    LeaderClique,
    PhaseGang,
    Toleration,
    WorkerClique,
)
from cdk8s_grove.core import LayoutError, ReplicaSpec, SpecError, render
from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan import SetPlan, plan_manifests
from cdk8s_grove.core.rendering import render_beside
from cdk8s_grove.core.spec import ResourceMetric, UnitScaling

from cdk8s import App, Chart  # isort: skip

GPUS = {"devices": [{"device_class": "gpu.nvidia.com"}]}
EFA = {"devices": [{"device_class": "efa.networking.k8s.aws"}], "device_count": 16}


def pod(**options: Any) -> dict[str, Any]:
    engine = {"name": "engine", "image": "engine:1", "command": ["serve", "--rank=$(RANK)"], **options}
    return {"containers": [engine, {"name": "sidecar", "image": "sidecar:1"}]}


def replica(accelerator: Any = None, fabric: Any = None, **options: Any) -> ReplicaSpec:
    given = {"accelerator": accelerator, "fabric": fabric}
    said = {key: value for key, value in given.items() if value is not None}
    own = options.pop("pod", pod())
    decode = {"id": "decode", "copies": 3, "leader": {"pod": own}, "worker": {"pods": 1, "pod": own}, **said}
    phases = [{"id": "prefill", "leader": {"pod": own}, **said}, decode]
    return ReplicaSpec.model_validate({"name": "qwen", "queue": "leaf", "phases": phases} | options)


def pods_of(spec: ReplicaSpec) -> list[dict[str, Any]]:
    return [clique["spec"]["podSpec"] for clique in render(spec)["spec"]["template"]["cliques"]]


def planned(spec: ReplicaSpec) -> SetPlan:
    documents = [render(spec), *render_beside(spec)]
    errors = [one for one in check_manifests(documents, spec.target).findings if one.severity is Severity.ERROR]
    assert errors == []
    (made,) = plan_manifests(documents, spec.target).sets
    assert made.failures == ()
    return made


def refused(accelerator: Any = None, fabric: Any = None, **options: Any) -> tuple[str, str]:
    with pytest.raises((SpecError, LayoutError)) as raised:
        render(replica(accelerator, fabric, **options))
    found = raised.value.findings[0]
    assert found.fix
    return found.code, found.path


@pytest.mark.parametrize("layout", ["set", "group"])
@pytest.mark.parametrize("accelerator", [{"gpus": 8}, {"gpus": 8, "resource": "amd.com/gpu"}, {"gpus": 8} | GPUS])
def test_the_plan_counts_the_gpus_however_they_are_asked_for(accelerator: dict[str, Any], layout: str) -> None:
    made = planned(replica(accelerator, layout=layout, units=2))
    assert made.totals.gpus == 2 * (1 + 3 * 2) * 8
    assert made.totals.gpus_at_once == 7 * 8
    assert {one.gpus for one in made.pods} == {8}


def test_an_extended_resource_is_a_limit_of_the_first_container() -> None:
    for one in pods_of(replica({"gpus": 8})):
        engine, sidecar = one["containers"]
        assert engine["resources"] == {"limits": {"nvidia.com/gpu": "8"}}
        assert "resources" not in sidecar
        assert "resourceClaims" not in one


def test_what_the_pod_asks_for_besides_stays() -> None:
    own = pod(resources={"requests": {"cpu": "8"}, "limits": {"nvidia.com/gpu": 8, "memory": "64Gi"}})
    own["initContainers"] = [{"name": "probe", "image": "p:1", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]
    for one in pods_of(replica({"gpus": 8}, {"resources": {"rdma/ib": 8}}, pod=own)):
        limits = {"nvidia.com/gpu": 8, "memory": "64Gi", "rdma/ib": "8"}
        assert one["containers"][0]["resources"] == {"requests": {"cpu": "8"}, "limits": limits}


def test_nodes_tolerations_and_runtime_class() -> None:
    accelerator = {
        "gpus": 4,
        "node_selector": {"gpu": "b200"},
        "tolerations": [
            {"key": "nvidia.com/gpu", "effect": "NoSchedule"},
            {"key": "team", "value": "a"},
            {"key": "maintenance", "effect": "NoExecute", "seconds": 60},
        ],
        "runtime_class": "nvidia",
    }
    kept = {"key": "own", "operator": "Exists"}
    own = pod() | {"nodeSelector": {"zone": "a", "gpu": "b200"}, "tolerations": [kept]}
    for one in pods_of(replica(accelerator, pod=own)):
        assert one["nodeSelector"] == {"gpu": "b200", "zone": "a"}
        assert one["tolerations"] == [
            kept,
            {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"},
            {"key": "team", "operator": "Equal", "value": "a"},
            {"key": "maintenance", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 60},
        ]
        assert one["runtimeClassName"] == "nvidia"


def test_each_claiming_clique_has_a_template_with_gpus_and_network_in_one_claim() -> None:
    large = {"device_class": "gpu.nvidia.com", "selectors": ["device.driver == 'gpu.nvidia.com'"]}
    spec = replica({"gpus": 8, "devices": [large]}, EFA | {"aligned_by": "resource.kubernetes.io/pcieRoot"})
    made = render_beside(spec.model_copy(update={"namespace": "serving"}))
    assert [one["metadata"]["name"] for one in made] == ["qwen-p-leader", "qwen-d-leader", "qwen-d-worker"]
    assert made[0] == {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaimTemplate",
        "metadata": {"name": "qwen-p-leader", "namespace": "serving"},
        "spec": {
            "spec": {
                "devices": {
                    "requests": [
                        {
                            "name": "gpus",
                            "exactly": {
                                "deviceClassName": "gpu.nvidia.com",
                                "selectors": [{"cel": {"expression": "device.driver == 'gpu.nvidia.com'"}}],
                                "allocationMode": "ExactCount",
                                "count": 8,
                            },
                        },
                        {
                            "name": "network",
                            "exactly": {
                                "deviceClassName": "efa.networking.k8s.aws",
                                "allocationMode": "ExactCount",
                                "count": 16,
                            },
                        },
                    ],
                    "constraints": [{"matchAttribute": "resource.kubernetes.io/pcieRoot"}],
                }
            }
        },
    }
    first = pods_of(spec)[0]
    assert first["resourceClaims"] == [{"name": "devices", "resourceClaimTemplateName": "qwen-p-leader"}]
    assert first["containers"][0]["resources"] == {"claims": [{"name": "devices"}]}
    assert "resources" not in first["containers"][1]


def test_unrolled_copies_share_the_template_of_their_clique() -> None:
    spec = replica({"gpus": 8} | GPUS, layout="group")
    assert [one["metadata"]["name"] for one in render_beside(spec)] == [
        "qwen-p-leader",
        "qwen-d-leader",
        "qwen-d-worker",
    ]
    assert [one["resourceClaims"][0]["resourceClaimTemplateName"] for one in pods_of(spec)] == [
        "qwen-p-leader",
        *["qwen-d-leader", "qwen-d-worker"] * 3,
    ]


def test_alternatives_and_all_devices() -> None:
    either = replica({"gpus": 8, "devices": [{"device_class": "gpu.a"}, {"device_class": "gpu.b"}]})
    (request,) = render_beside(either)[0]["spec"]["spec"]["devices"]["requests"]
    assert request == {
        "name": "gpus",
        "firstAvailable": [
            {"name": "gpus-0", "deviceClassName": "gpu.a", "allocationMode": "ExactCount", "count": 8},
            {"name": "gpus-1", "deviceClassName": "gpu.b", "allocationMode": "ExactCount", "count": 8},
        ],
    }
    assert planned(either).totals.gpus == 56
    (request,) = render_beside(replica({"gpus": 4, "all_devices": True} | GPUS))[0]["spec"]["spec"]["devices"][
        "requests"
    ]
    assert request == {"name": "gpus", "exactly": {"deviceClassName": "gpu.nvidia.com", "allocationMode": "All"}}


def test_the_memory_of_a_fabric() -> None:
    fabric = {
        "shared_memory": "80Gi",
        "hugepages": {"2Mi": "5Gi"},
        "lock_memory": True,
        "env": {"FI_PROVIDER": "efa"},
        "annotations": {"k8s.v1.cni.cncf.io/networks": "roce-p2"},
    }
    own = pod(
        resources={"requests": {"cpu": "1"}},
        env=[{"name": "OWN", "value": "$(FI_PROVIDER)"}],
        securityContext={"capabilities": {"add": ["SYS_PTRACE"]}},
        volumeMounts=[{"name": "own", "mountPath": "/own"}],
    ) | {"volumes": [{"name": "own", "emptyDir": {}}]}
    spec = replica(None, fabric, pod=own)
    clique = render(spec)["spec"]["template"]["cliques"][0]
    assert clique["annotations"] == {"k8s.v1.cni.cncf.io/networks": "roce-p2"}
    engine, sidecar = clique["spec"]["podSpec"]["containers"]
    assert clique["spec"]["podSpec"]["volumes"] == [
        {"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": "80Gi"}},
        {"name": "own", "emptyDir": {}},
    ]
    assert engine["volumeMounts"] == [{"name": "shm", "mountPath": "/dev/shm"}, {"name": "own", "mountPath": "/own"}]
    assert engine["resources"] == {"requests": {"cpu": "1"}, "limits": {"hugepages-2Mi": "5Gi"}}
    assert engine["securityContext"] == {"capabilities": {"add": ["SYS_PTRACE", "IPC_LOCK"]}}
    assert [entry["name"] for entry in engine["env"]][-3:] == ["RANK", "FI_PROVIDER", "OWN"]
    assert "FI_PROVIDER" not in [entry["name"] for entry in sidecar["env"]]
    assert {one.annotations.get("k8s.v1.cni.cncf.io/networks") for one in planned(spec).pods} == {"roce-p2"}


@pytest.mark.parametrize("layout", ["set", "group"])
def test_a_compute_domain_counts_its_pods(layout: str) -> None:
    spec = replica({"gpus": 4}, {"mnnvl": "rack"}, layout=layout, units=2)
    (domain,) = render_beside(spec)
    assert domain == {
        "apiVersion": "resource.nvidia.com/v1beta1",
        "kind": "ComputeDomain",
        "metadata": {"name": "qwen-rack"},
        "spec": {"numNodes": 14, "channel": {"resourceClaimTemplate": {"name": "qwen-rack-channel"}}},
    }
    assert {one["resourceClaims"][0]["resourceClaimTemplateName"] for one in pods_of(spec)} == {"qwen-rack-channel"}
    made = planned(spec)
    assert made.totals.pods == 14
    assert made.totals.gpus == 56


def test_a_compute_domain_that_is_scaled_is_open() -> None:
    scaling = UnitScaling(min=1, max=4, metrics=[ResourceMetric(name="cpu", utilization=60)])
    spec = replica({"gpus": 4}, {"mnnvl": "rack"}, scaling=scaling)
    assert render_beside(spec)[0]["spec"]["numNodes"] == 0


def test_groves_own_domain_is_an_annotation() -> None:
    spec = replica({"gpus": 4}, {"mnnvl": "rack", "mnnvl_by": "grove"}, target={"mnnvl": True})
    assert render_beside(spec) == []
    cliques = render(spec)["spec"]["template"]["cliques"]
    assert {clique["annotations"]["grove.io/mnnvl-group"] for clique in cliques} == {"rack"}
    assert {one.claims[0].template for one in planned(spec).pods} == {"qwen-0-rack"}


GROVE = {"mnnvl": "rack", "mnnvl_by": "grove"}
TEN = {"resources": {"limits": {"nvidia.com/gpu": 10}}}
OTHER = {"resources": {"limits": {"amd.com/gpu": 8}}}


@pytest.mark.parametrize(
    ("accelerator", "fabric", "options", "code", "path"),
    [
        ({"gpus": 0}, None, {}, "GRV001", "phases[0].accelerator.gpus"),
        ({"gpus": 8, "resource": "gpu"}, None, {}, "GRV001", "phases[0].accelerator.resource"),
        ({"gpus": 8, "resource": "amd.com/gpu"} | GPUS, None, {}, "GRV001", "phases[0].accelerator.resource"),
        ({"gpus": 33} | GPUS, None, {}, "GRV001", "phases[0].accelerator.gpus"),
        ({"gpus": 8, "all_devices": True}, None, {}, "GRV001", "phases[0].accelerator.all_devices"),
        (
            {"gpus": 8, "devices": [{"device_class": "A b"}]},
            None,
            {},
            "GRV007",
            "phases[0].accelerator.devices[0].device_class",
        ),
        ({"gpus": 8}, None, {"pod": pod(**TEN)}, "GRV017", "phases[0].leader.pod.containers[0].resources"),
        ({"gpus": 8}, None, {"pod": pod(**OTHER)}, "GRV017", "phases[0].leader.pod.containers[0].resources"),
        ({"gpus": 10} | GPUS, None, {"pod": pod(**TEN)}, "GRV017", "phases[0].leader.pod.containers[0].resources"),
        (
            {"gpus": 8, "node_selector": {"gpu": "h100"}},
            None,
            {"pod": pod() | {"nodeSelector": {"gpu": "h200"}}},
            "GRV017",
            "phases[0].leader.pod.nodeSelector",
        ),
        (
            {"gpus": 8, "runtime_class": "nvidia"},
            None,
            {"pod": pod() | {"runtimeClassName": "kata"}},
            "GRV017",
            "phases[0].leader.pod.runtimeClassName",
        ),
        (
            {"gpus": 8} | GPUS,
            None,
            {"pod": pod() | {"resourceClaims": [{"name": "devices", "resourceClaimName": "own"}]}},
            "GRV017",
            "phases[0].leader.pod.resourceClaims[0].name",
        ),
        (
            {"gpus": 8, "tolerations": [{"seconds": 3}]},
            None,
            {},
            "GRV001",
            "phases[0].accelerator.tolerations[0].seconds",
        ),
        (
            {"gpus": 8, "tolerations": [{"value": "a"}]},
            None,
            {},
            "GRV001",
            "phases[0].accelerator.tolerations[0].value",
        ),
        ({"gpus": 17} | GPUS, EFA, {}, "GRV001", "phases[0].leader.fabric.device_count"),
        (None, {"resources": {"nvidia.com/gpu": 8}}, {}, "GRV001", "phases[0].fabric.resources"),
        (None, {"device_count": 4}, {}, "GRV001", "phases[0].fabric.device_count"),
        (None, EFA | {"all_devices": True}, {}, "GRV001", "phases[0].fabric.device_count"),
        (None, {"aligned_by": "a/b"}, {}, "GRV001", "phases[0].leader.fabric.aligned_by"),
        (None, {"shared_memory": "lots"}, {}, "GRV001", "phases[0].fabric.shared_memory"),
        (None, {"hugepages": {"2Mi": "3Mi"}}, {}, "GRV001", "phases[0].fabric.hugepages"),
        (None, {"hugepages": {"2Mi": "4Mi"}}, {}, "GRV017", "phases[0].leader.pod.containers[0].resources"),
        (
            None,
            {"resources": {"rdma/ib": 8}},
            {"pod": pod(resources={"limits": {"rdma/ib": 1}})},
            "GRV017",
            "phases[0].leader.pod.containers[0].resources",
        ),
        (
            None,
            {"shared_memory": "8Gi"},
            {"pod": pod(volumeMounts=[{"name": "m", "mountPath": "/dev/shm/"}])},
            "GRV017",
            "phases[0].leader.pod.containers[0].volumeMounts",
        ),
        (
            None,
            {"shared_memory": "8Gi"},
            {"volumes": [{"name": "shm", "mount": "/m", "empty_dir": "1Gi"}]},
            "GRV017",
            "phases[0].leader.pod.volumes",
        ),
        (None, {"env": {"RANK": "0"}}, {}, "GRV014", "phases[0].leader.fabric.env"),
        (
            None,
            {"env": {"A": "0"}},
            {"pod": pod(env=[{"name": "A", "value": "1"}])},
            "GRV014",
            "phases[0].leader.pod.containers[0].env[0].name",
        ),
        (None, {"mnnvl": "none"}, {}, "GRV007", "phases[0].fabric.mnnvl"),
        (None, {"mnnvl_by": "grove"}, {}, "GRV001", "phases[0].fabric.mnnvl_by"),
        (None, {"annotations": {"grove.io/mnnvl-group": "a"}}, {}, "GRV001", "phases[0].fabric.annotations"),
        ({"gpus": 8}, GROVE, {}, "GRV018", "phases[0].leader.fabric.mnnvl_by"),
        (
            {"gpus": 8},
            GROVE,
            {"target": {"grove": "v0.1.0-alpha.8", "kai": "v0.14.0", "mnnvl": True}},
            "GRV018",
            "phases[0].leader.fabric.mnnvl_by",
        ),
        ({"gpus": 8} | GPUS, GROVE, {"target": {"mnnvl": True}}, "GRV001", "phases[0].leader.fabric.mnnvl_by"),
    ],
)
def test_what_cannot_be(accelerator: Any, fabric: Any, options: dict[str, Any], code: str, path: str) -> None:
    assert refused(accelerator, fabric, **options) == (code, path)


def test_a_group_over_nvlink_is_made_by_one() -> None:
    phases = [
        {"id": "prefill", "leader": {"pod": pod()}, "accelerator": {"gpus": 4}, "fabric": GROVE},
        {"id": "decode", "leader": {"pod": pod()}, "accelerator": {"gpus": 4}, "fabric": {"mnnvl": "rack"}},
    ]
    with pytest.raises(LayoutError, match="it is made by two"):
        render(replica(phases=phases, target={"mnnvl": True}))


def test_both_numbers_are_said() -> None:
    with pytest.raises(LayoutError) as raised:
        render(replica({"gpus": 8}, pod=pod(**TEN)))
    assert raised.value.findings[0].message == (
        "the container asks for 10 nvidia.com/gpu, and the accelerator has 8 nvidia.com/gpu for the first container"
    )


KIND = DeviceKind(device_class="gpu.nvidia.com")


@settings(deadline=None, max_examples=60)
@given(
    gpus=st.integers(1, 16),
    units=st.integers(0, 3),
    copies=st.integers(1, 3),
    workers=st.integers(0, 3),
    layout=st.sampled_from(["set", "group"]),
    asked=st.sampled_from([{}, {"devices": [KIND]}]),
)
def test_gpus_are_pods_times_gpus(
    gpus: int, units: int, copies: int, workers: int, layout: str, asked: dict[str, Any]
) -> None:
    accelerator = Accelerator(gpus=gpus, **asked)
    phase = {"id": "decode", "copies": copies, "leader": {"pod": pod()}, "accelerator": accelerator}
    if workers:
        phase["worker"] = {"pods": workers, "pod": pod()}
    made = planned(replica(phases=[phase], units=units, layout=layout))
    assert made.totals.gpus == units * copies * (1 + workers) * gpus


def test_constructs_make_the_templates_and_one_domain() -> None:
    app = App()
    chart = Chart(app, "serving", namespace="serving")
    unit = DisaggReplica(chart, "qwen", queue="leaf", units=2)
    accelerator = Accelerator(gpus=8, devices=[KIND], tolerations=[Toleration(key="gpu")])
    fabric = Fabric(mnnvl="rack", shared_memory="80Gi")
    prefill = PhaseGang(unit, "prefill", accelerator=accelerator, fabric=fabric)
    decode = PhaseGang(unit, "decode", copies=3, fabric=fabric)
    leader = LeaderClique(prefill, "leader", pod=pod())
    other = LeaderClique(decode, "leader", pod=pod(), accelerator=Accelerator(gpus=4))
    worker = WorkerClique(decode, "worker", pods=1, pod=pod(), accelerator=accelerator, fabric=Fabric())
    assert (leader.accelerator, leader.fabric) == (accelerator, fabric)
    assert other.accelerator == Accelerator(gpus=4)
    assert worker.fabric == Fabric()
    made = {(one["kind"], one["metadata"]["name"]): one for one in chart.to_json()}
    assert list(made) == [
        ("PodCliqueSet", "qwen"),
        ("ResourceClaimTemplate", "qwen-p-leader"),
        ("ResourceClaimTemplate", "qwen-d-worker"),
        ("ComputeDomain", "qwen-rack"),
    ]
    assert {one["metadata"]["namespace"] for one in made.values()} == {"serving"}
    assert made["ComputeDomain", "qwen-rack"]["spec"]["numNodes"] == 2 * (1 + 3)
    assert unit.plan().sets[0].totals.gpus == 2 * (8 + 3 * (4 + 8))
    prefill.node.try_remove_child("leader")
    LeaderClique(prefill, "leader", pod=pod())
    assert made.keys() == {(one["kind"], one["metadata"]["name"]) for one in chart.to_json()}


def test_an_aggregated_replica_takes_them_too() -> None:
    chart = Chart(App(), "serving")
    unit = AggregatedReplica(
        chart, "qwen", queue="leaf", accelerator=Accelerator(gpus=8), fabric=Fabric(shared_memory="8Gi")
    )
    LeaderClique(unit, "leader", pod=pod())
    assert unit.plan().sets[0].totals.gpus == 8
