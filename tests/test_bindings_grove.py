"""The committed bindings, against what a real API server and Grove's webhook said."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import cdk8s_grove_crds as crds
from cdk8s_grove_crds import Container, PodCliqueSet, PodSpec, Queue

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "golden" / "admission.json").read_text())
REFUSED = (
    "unknown-field",
    "replicas-string",
    "pod-env-number",
    "pod-env-duplicate",
    "termination-number",
    "update-unknown",
    "update-coherent",
    "topology-bad-domain",
    "startup-unknown",
    "sharing-bad-scope",
    "clique-name-duplicate",
)
BASE = next(case["manifest"] for case in CASES if case["case"] == "base")


@pytest.mark.parametrize("case", [c for c in CASES if c["case"].startswith(REFUSED)], ids=lambda case: case["case"])
def test_what_the_schema_refuses_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PodCliqueSet.model_validate(case["manifest"])


@pytest.mark.parametrize("case", [c for c in CASES if c["accepted"]], ids=lambda case: case["case"])
def test_what_was_accepted_loads_and_dumps_unchanged(case: dict[str, Any]) -> None:
    for document in (case["manifest"], case["stored"]):
        assert PodCliqueSet.model_validate(document).to_dict() == document


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("spec.replicas", True),
        ("spec.replicas", 1.5),
        ("spec.replica", 1),
        ("spec.template.terminationDelay", 3600),
        ("spec.template.cliques.0.spec.minAvailable", "1"),
        ("spec.template.cliques.0.spec.podSpec.containers.0.env.0.value", 8080),
        ("spec.template.cliques.0.spec.podSpec.containers.0.command", "true"),
        ("spec.template.cliques.0.spec.podSpec.containers.0.resources.limits", {"cpu": 1.5}),
        ("spec.template.cliques.0.spec.podSpec.containers.0.resources.limits", {"cpu": "one"}),
        ("spec.template.cliques.0.spec.podSpec.volume", []),
        ("spec.template.cliques.0.spec.podSpec.hostNetwork", "true"),
        ("spec.template.cliqueStartupType", "InOrder"),
        ("spec.template.topologyConstraint", {"topologyName": "t", "pack": {"required": "Rack"}}),
        ("spec.updateStrategy", {"type": "Recreate"}),
        ("metadata.labels", {"a": 1}),
        ("kind", "Deployment"),
    ],
)
def test_variants_are_refused_too(path: str, value: object) -> None:
    document = copy.deepcopy(BASE)
    *parents, last = path.split(".")
    at: Any = document
    for part in parents:
        at = at[int(part)] if isinstance(at, list) else at[part]
    at[last] = value
    with pytest.raises(ValidationError):
        PodCliqueSet.model_validate(document)


def test_guessable_names_are_there_and_no_other_kind_of_name() -> None:
    for name in [
        "PodCliqueSet",
        "PodCliqueSetSpec",
        "PodCliqueSetTemplateSpec",
        "PodCliqueTemplateSpec",
        "PodCliqueSpec",
        "PodClique",
        "PodCliqueScalingGroup",
        "PodCliqueScalingGroupConfig",
        "ClusterTopologyBinding",
        "PodGang",
        "Queue",
        "PodGroup",
        "Topology",
        "SchedulingShard",
        "TopologyConstraint",
        "PodSpec",
        "Container",
        "EnvVar",
        "EnvVarSource",
        "ResourceRequirements",
        "Volume",
        "Probe",
        "Affinity",
        "Toleration",
        "SecretKeySelector",
        "ConfigMapKeySelector",
        "ObjectMeta",
        "LabelSelector",
        "Condition",
        "MetricSpec",
    ]:
        assert name in crds.__all__, name
        assert getattr(crds, name).__name__
    assert sorted(crds.__all__) == list(crds.__all__)
    assert not [name for name in crds.__all__ if name[-1].isdigit() or "Value" in name]
    classes = {getattr(crds, name) for name in crds.__all__}
    assert len({cls.__name__ for cls in classes}) == len(classes)


def test_of_two_structures_with_one_name_the_one_people_write_keeps_it() -> None:
    assert set(crds.TopologyConstraint.model_fields) == {"pack", "pack_domain", "topology_name"}
    assert "placement_score" in crds.PodGangStatus.model_fields
    assert set(crds.TopologyLevel.model_fields) == {"domain", "key"}


def test_structures_are_shared_between_kinds() -> None:
    pod = {"containers": [{"name": "a", "image": "b"}]}
    clique = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodClique",
        "spec": {"replicas": 1, "roleName": "r", "podSpec": pod},
    }
    assert type(crds.PodClique.model_validate(clique).spec.pod_spec) is PodSpec
    assert type(PodCliqueSet.model_validate(BASE).spec.template.cliques[0].spec.pod_spec) is PodSpec


def test_python_code_reads_like_kubernetes() -> None:
    pod = PodSpec(
        containers=[Container(name="engine", image="engine:1", image_pull_policy="Always")], host_network=True
    )
    assert pod.to_dict() == {
        "containers": [{"name": "engine", "image": "engine:1", "imagePullPolicy": "Always"}],
        "hostNetwork": True,
    }
    assert pickle.loads(pickle.dumps(pod)) == pod
    assert PodSpec.model_validate({"containers": [{}]}).left_out() == ["containers[0].name"]


def test_crossplanes_sdk_takes_the_objects() -> None:
    """`resource.update` dumps with exclude_unset and by_alias, then reads `apiVersion` and `kind` of the model."""
    resource = pytest.importorskip("crossplane.function.resource")
    run = pytest.importorskip("crossplane.function.proto.v1.run_function_pb2")
    desired = run.Resource()
    resource.update(desired, Queue(metadata={"name": "team"}, spec={"parentQueue": "org"}))
    assert resource.struct_to_dict(desired.resource) == {
        "apiVersion": "scheduling.run.ai/v2",
        "kind": "Queue",
        "metadata": {"name": "team"},
        "spec": {"parentQueue": "org"},
    }


def test_the_two_dumps_of_crossplanes_sdk() -> None:
    queue = Queue(metadata={"name": "team"}, spec={"parentQueue": "org"})
    assert (
        queue.model_dump(exclude_unset=True, by_alias=True)["apiVersion"] == queue.apiVersion == "scheduling.run.ai/v2"
    )
    assert queue.kind == "Queue"
