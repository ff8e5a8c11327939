"""A replica's volumes: weights and caches in every pod, judged by the plan and the rules."""

from typing import Any

import pytest

from cdk8s_grove import DisaggReplica, Download, LeaderClique, NewClaim, PhaseGang, ReplicaVolume, WorkerClique
from cdk8s_grove.core import LayoutError, ReplicaSpec, SpecError, render
from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.rendering import render_beside

from cdk8s import App, Chart  # isort: skip

WEIGHTS = {"name": "weights", "mount": "/mnt/models"}
FILL = {"image": "hub:1", "command": ["hf", "download", "a/model"], "env_from_secret": "token"}
SOURCES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "claim": ({"claim": "model-cache"}, {"persistentVolumeClaim": {"claimName": "model-cache"}}),
    "new claim": ({"new_claim": {"size": "600Gi"}}, {"persistentVolumeClaim": {"claimName": "qwen-weights"}}),
    "host path": ({"host_path": "/var/models"}, {"hostPath": {"path": "/var/models", "type": "DirectoryOrCreate"}}),
    "empty dir": ({"empty_dir": "600Gi"}, {"emptyDir": {"sizeLimit": "600Gi"}}),
    "image": ({"image": "registry/qwen:1"}, {"image": {"reference": "registry/qwen:1"}}),
    "pulled image": (
        {"image": "registry/qwen:1", "pull_policy": "Never"},
        {"image": {"reference": "registry/qwen:1", "pullPolicy": "Never"}},
    ),
}


def pod(**options: Any) -> dict[str, Any]:
    engine = {"name": "engine", "image": "engine:1", "command": ["serve", "--rank=$(RANK)"], **options}
    return {"containers": [engine, {"name": "sidecar", "image": "sidecar:1"}]}


def replica(*volumes: dict[str, Any], phases: list[dict[str, Any]] | None = None, **options: Any) -> ReplicaSpec:
    usual = [
        {"id": "prefill", "leader": {"pod": pod()}},
        {"id": "decode", "copies": 2, "leader": {"pod": pod()}, "worker": {"pods": 3, "pod": pod()}},
    ]
    data = {"name": "qwen", "queue": "leaf", "volumes": list(volumes), "phases": phases or usual}
    return ReplicaSpec.model_validate(data | options)


def pods_of(spec: ReplicaSpec) -> list[dict[str, Any]]:
    return [clique["spec"]["podSpec"] for clique in render(spec)["spec"]["template"]["cliques"]]


def refused(*volumes: dict[str, Any], **options: Any) -> tuple[str, str]:
    with pytest.raises((SpecError, LayoutError)) as raised:
        render(replica(*volumes, **options))
    (found,) = raised.value.findings
    assert found.fix
    return found.code, found.path


@pytest.mark.parametrize("layout", ["set", "group"])
@pytest.mark.parametrize("source", list(SOURCES))
def test_every_pod_mounts_it_in_its_first_container(source: str, layout: str) -> None:
    given, volume = SOURCES[source]
    spec = replica(WEIGHTS | given, layout=layout)
    made = pods_of(spec)
    assert len(made) == (3 if layout == "set" else 5)
    for one in made:
        assert one["volumes"] == [{"name": "weights", **volume}]
        assert one["containers"][0]["volumeMounts"] == [{"name": "weights", "mountPath": "/mnt/models"}]
        assert "volumeMounts" not in one["containers"][1]
        assert "initContainers" not in one
    document = render(spec)
    assert plan_manifests([document]).sets[0].failures == ()
    assert [one for one in check_manifests([document]).findings if one.severity is Severity.ERROR] == []


def test_it_stands_before_what_the_pod_has() -> None:
    own = pod(volumeMounts=[{"name": "shm", "mountPath": "/dev/shm"}]) | {
        "volumes": [{"name": "shm", "emptyDir": {"medium": "Memory"}}],
        "initContainers": [{"name": "wait", "image": "wait:1"}],
    }
    volume = WEIGHTS | {"host_path": "/var/models", "sub_path": "qwen", "read_only": True, "download": FILL}
    (made,) = pods_of(replica(volume, phases=[{"id": "prefill", "leader": {"pod": own}}]))
    assert [one["name"] for one in made["volumes"]] == ["weights", "shm"]
    assert made["containers"][0]["volumeMounts"] == [
        {"name": "weights", "mountPath": "/mnt/models", "subPath": "qwen", "readOnly": True},
        {"name": "shm", "mountPath": "/dev/shm"},
    ]
    assert [one["name"] for one in made["initContainers"]] == ["download-weights", "wait"]


def test_a_download_writes_what_the_engine_may_only_read() -> None:
    volume = WEIGHTS | {"empty_dir": "600Gi", "read_only": True, "path_env": "HF_HOME"}
    download = FILL | {"args": ["--quiet"], "env": {"HF_HUB_ENABLE_HF_TRANSFER": "1"}}
    spec = replica(volume | {"download": download})
    for one in pods_of(spec):
        assert one["initContainers"] == [
            {
                "name": "download-weights",
                "image": "hub:1",
                "command": ["hf", "download", "a/model"],
                "args": ["--quiet"],
                "env": [
                    {"name": "HF_HOME", "value": "/mnt/models"},
                    {"name": "HF_HUB_ENABLE_HF_TRANSFER", "value": "1"},
                ],
                "envFrom": [{"secretRef": {"name": "token"}}],
                "volumeMounts": [{"name": "weights", "mountPath": "/mnt/models"}],
            }
        ]
    (plan,) = plan_manifests([render(spec)]).sets
    assert plan.failures == ()
    assert {pod.resolved_env["engine"]["HF_HOME"] for pod in plan.pods} == {"/mnt/models"}
    assert {pod.init_containers for pod in plan.pods} == {("download-weights",)}


def test_the_pods_own_variables_may_refer_to_the_path() -> None:
    own = pod(env=[{"name": "TOKENIZER", "value": "$(HF_HOME)/tokenizer"}])
    spec = replica(WEIGHTS | {"claim": "c", "path_env": "HF_HOME"}, phases=[{"id": "prefill", "leader": {"pod": own}}])
    assert plan_manifests([render(spec)]).sets[0].pods[0].resolved_env["engine"]["TOKENIZER"] == "/mnt/models/tokenizer"


def test_weights_and_a_compilation_cache_side_by_side() -> None:
    cache = {"name": "compilation", "mount": "/cache/vllm", "claim": "compilation-cache"}
    for one in pods_of(replica(WEIGHTS | {"claim": "model-cache"}, cache)):
        assert [mount["mountPath"] for mount in one["containers"][0]["volumeMounts"]] == [
            "/mnt/models",
            "/cache/vllm",
        ]


def test_a_new_claim_is_made_beside_the_set() -> None:
    claim = {"size": "1Ti", "storage_class": "", "name": "models"}
    spec = replica(WEIGHTS | {"new_claim": claim}, namespace="serving")
    assert render_beside(spec) == [
        {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": "models", "namespace": "serving"},
            "spec": {
                "accessModes": ["ReadWriteMany"],
                "resources": {"requests": {"storage": "1Ti"}},
                "storageClassName": "",
            },
        }
    ]
    assert {one["volumes"][0]["persistentVolumeClaim"]["claimName"] for one in pods_of(spec)} == {"models"}
    assert render_beside(replica(WEIGHTS | {"claim": "models"})) == []


def test_the_construct_makes_what_render_beside_does() -> None:
    chart = Chart(App(), "chart")
    volumes = [
        ReplicaVolume(
            name="weights", mount="/mnt/models", new_claim=NewClaim(size="600Gi"), download=Download(image="hub:1")
        ),
        ReplicaVolume(name="cache", mount="/cache", new_claim=NewClaim(size="1Gi", storage_class="shared")),
    ]
    made = DisaggReplica(chart, "qwen", queue="leaf", namespace="serving", volumes=volumes)
    assert made.volumes == tuple(volumes)
    gang = PhaseGang(made, "prefill")
    LeaderClique(gang, "leader", pod=pod())
    WorkerClique(gang, "worker", pods=1, pod=pod())
    documents = chart.to_json()
    assert documents == [*render_beside(made.spec()), render(made.spec())]
    assert [one.severity for one in made.check().findings if one.severity is Severity.ERROR] == []


def test_a_claim_takes_the_charts_namespace_and_labels() -> None:
    chart = Chart(App(), "chart", namespace="team", labels={"app": "qwen"})
    volume = ReplicaVolume(name="weights", mount="/mnt/models", new_claim=NewClaim(size="600Gi"))
    LeaderClique(
        PhaseGang(DisaggReplica(chart, "qwen", queue="leaf", volumes=[volume]), "prefill"), "leader", pod=pod()
    )
    assert chart.to_json()[0]["metadata"] == {"name": "qwen-weights", "namespace": "team", "labels": {"app": "qwen"}}


@pytest.mark.parametrize("mode", ["ReadWriteOnce", "ReadWriteOncePod"])
def test_a_claim_for_one_node_is_for_one_pod(mode: str) -> None:
    claim = WEIGHTS | {"new_claim": {"size": "1Gi", "access_mode": mode}}
    assert refused(claim) == ("GRV001", "volumes[0].new_claim.access_mode")
    one = [{"id": "prefill", "leader": {"pod": pod()}}]
    assert refused(claim, phases=one, units=2) == ("GRV001", "volumes[0].new_claim.access_mode")
    assert refused(claim, phases=one, units=2, layout="group") == ("GRV001", "volumes[0].new_claim.access_mode")
    assert render_beside(replica(claim, phases=one))[0]["spec"]["accessModes"] == [mode]


@pytest.mark.parametrize(
    ("volume", "code", "path"),
    [
        (WEIGHTS, "GRV001", "volumes[0]"),
        (WEIGHTS | {"claim": "a", "image": "b"}, "GRV001", "volumes[0].image"),
        (WEIGHTS | {"claim": "a", "mount": "models"}, "GRV001", "volumes[0].mount"),
        (WEIGHTS | {"claim": "a", "mount": "/"}, "GRV001", "volumes[0].mount"),
        (WEIGHTS | {"claim": "a", "mount": "/a:b"}, "GRV001", "volumes[0].mount"),
        (WEIGHTS | {"claim": "A"}, "GRV007", "volumes[0].claim"),
        (WEIGHTS | {"claim": "a", "name": "Weights"}, "GRV007", "volumes[0].name"),
        (WEIGHTS | {"claim": "a", "name": "w" * 55}, "GRV007", "volumes[0].name"),
        (WEIGHTS | {"claim": "a", "sub_path": "/a"}, "GRV001", "volumes[0].sub_path"),
        (WEIGHTS | {"claim": "a", "sub_path": "../a"}, "GRV001", "volumes[0].sub_path"),
        (WEIGHTS | {"host_path": "var/models"}, "GRV001", "volumes[0].host_path"),
        (WEIGHTS | {"empty_dir": "much"}, "GRV001", "volumes[0].empty_dir"),
        (WEIGHTS | {"empty_dir": "0"}, "GRV001", "volumes[0].empty_dir"),
        (WEIGHTS | {"new_claim": {"size": "-1Gi"}}, "GRV001", "volumes[0].new_claim.size"),
        (WEIGHTS | {"claim": "a", "pull_policy": "Always"}, "GRV001", "volumes[0].pull_policy"),
        (WEIGHTS | {"image": "a", "download": FILL}, "GRV001", "volumes[0].download"),
        (
            WEIGHTS | {"new_claim": {"size": "1Gi", "access_mode": "ReadOnlyMany"}, "download": FILL},
            "GRV001",
            "volumes[0].download",
        ),
        (WEIGHTS | {"claim": "a", "path_env": "HF-HOME"}, "GRV001", "volumes[0].path_env"),
        (WEIGHTS | {"claim": "a", "path_env": "RANK"}, "GRV014", "volumes[0].path_env"),
        (WEIGHTS | {"claim": "a", "path_env": "GROVE_PCS_NAME"}, "GRV014", "volumes[0].path_env"),
        (WEIGHTS | {"claim": "a", "secret": "b"}, "GRV002", "volumes[0].secret"),
    ],
)
def test_a_volume_that_cannot_be(volume: dict[str, Any], code: str, path: str) -> None:
    assert refused(volume, phases=[{"id": "prefill", "leader": {"pod": pod()}}]) == (code, path)


@pytest.mark.parametrize(
    ("own", "path"),
    [
        (pod() | {"volumes": [{"name": "weights", "emptyDir": {}}]}, "volumes[0].name"),
        (
            pod(volumeMounts=[{"name": "shm", "mountPath": "/mnt/models/"}])
            | {"volumes": [{"name": "shm", "emptyDir": {}}]},
            "containers[0].volumeMounts[0].mountPath",
        ),
        (pod() | {"initContainers": [{"name": "download-weights", "image": "a:1"}]}, "initContainers[0].name"),
    ],
)
def test_a_pod_has_each_name_and_place_once(own: dict[str, Any], path: str) -> None:
    phases = [{"id": "prefill", "leader": {"pod": own}}]
    volume = WEIGHTS | {"claim": "a", "download": FILL}
    assert refused(volume, phases=phases) == ("GRV017", f"phases[0].leader.pod.{path}")
    render(replica(volume | {"name": "other", "mount": "/mnt"}, phases=phases))


def test_a_paths_variable_is_set_once() -> None:
    phases = [{"id": "prefill", "leader": {"pod": pod(env=[{"name": "HF_HOME", "value": "/x"}])}}]
    volume = WEIGHTS | {"claim": "a"}
    assert refused(volume | {"path_env": "HF_HOME"}, phases=phases) == (
        "GRV014",
        "phases[0].leader.pod.containers[0].env[0].name",
    )
    render(replica(volume, phases=phases))


@pytest.mark.parametrize(
    ("second", "field"),
    [
        ({"name": "weights", "mount": "/a", "claim": "b"}, "name"),
        ({"name": "b", "mount": "/mnt/models/", "claim": "b"}, "mount"),
        ({"name": "b", "mount": "/b", "claim": "b", "path_env": "HF_HOME"}, "path_env"),
        ({"name": "b", "mount": "/b", "new_claim": {"size": "1Gi", "name": "qwen-weights"}}, "new_claim.name"),
    ],
)
def test_two_volumes_are_told_apart(second: dict[str, Any], field: str) -> None:
    first = WEIGHTS | {"new_claim": {"size": "1Gi"}, "path_env": "HF_HOME"}
    assert refused(first, second) == ("GRV010", f"volumes[1].{field}")


def test_two_volumes_may_share_a_claim_that_is_there() -> None:
    pair = [{"name": n, "mount": f"/{n}", "claim": "models", "sub_path": n} for n in ("target", "draft")]
    assert [len(one["volumes"]) for one in pods_of(replica(*pair))] == [2, 2, 2]
