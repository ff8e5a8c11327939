"""What a container's process sees."""

from typing import Any

import pytest

from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.plan.model import Pod
from cdk8s_grove.core.report.data import pod_data
from cdk8s_grove.core.spec import Target


def pods(
    env: list[dict[str, Any]], *beside: dict[str, Any], target: Target | None = None, **container: Any
) -> tuple[Pod, ...]:
    engine = {"name": "engine", "image": "e:1", "env": env, **container}
    clique = {"roleName": "r", "replicas": 1, "podSpec": {"schedulerName": "kai-scheduler", "containers": [engine]}}
    manifest = {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "PodCliqueSet",
        "metadata": {"name": "s", "namespace": "ns", "labels": {"kai.scheduler/queue": "q"}},
        "spec": {
            "replicas": 2,
            "template": {
                "cliques": [
                    {"name": "l", "labels": {"team": "a"}, "annotations": {"note": "x"}, "spec": clique},
                    {"name": "w", "spec": clique | {"replicas": 2}},
                ],
                "podCliqueScalingGroups": [{"name": "g", "cliqueNames": ["l", "w"], "replicas": 2, "minAvailable": 2}],
            },
        },
    }
    return plan_manifests([manifest, *beside], target).sets[0].pods


def seen(env: list[dict[str, Any]], *beside: dict[str, Any], index: int = 0, **container: Any) -> Any:
    return pods(env, *beside, **container)[index].resolved_env["engine"]


def value(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "value": text}


def source(name: str, kind: str, /, **ref: Any) -> dict[str, Any]:
    return {"name": name, "valueFrom": {kind: ref}}


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ([value("A", "1"), value("B", "$(A)2")], {"A": "1", "B": "12"}),
        ([value("B", "$(A)2"), value("A", "1")], {"A": "1", "B": "$(A)2"}),
        ([value("A", "$$(GROVE_PCS_NAME)")], {"A": "$(GROVE_PCS_NAME)"}),
        ([value("A", "$(NOWHERE)$$")], {"A": "$(NOWHERE)$"}),
        ([value("A", "$(A)")], {"A": "$(A)"}),
        ([value("A", "x"), value("A", "$(A)y")], {"A": "xy"}),
        ([value("GROVE_PCSG_INDEX", "7")], {"GROVE_PCSG_INDEX": "0"}),
        ([source("A", "fieldRef", fieldPath="metadata.labels['team']")], {"A": "a"}),
        ([source("A", "fieldRef", fieldPath="metadata.labels['none']")], {"A": ""}),
        ([source("A", "fieldRef", fieldPath="metadata.annotations['note']")], {"A": "x"}),
        ([source("A", "fieldRef", fieldPath="metadata.namespace")], {"A": "ns"}),
        ([source("A", "fieldRef", fieldPath="spec.serviceAccountName")], {"A": "default"}),
        (
            [source("IP", "fieldRef", fieldPath="status.podIP"), value("URL", "http://$(IP):80")],
            {"IP": "<status.podIP: known at run time>", "URL": "http://<status.podIP: known at run time>:80"},
        ),
        ([source("A", "secretKeyRef", name="s", key="k")], {"A": "<secret s/k>"}),
        ([source("A", "configMapKeyRef", name="c", key="k")], {"A": "<configmap c/k: not in the input>"}),
        ([value("HF_TOKEN", "hf_abc")], {"HF_TOKEN": "<masked>"}),
        ([value("TOKENIZER", "t")], {"TOKENIZER": "t"}),
        ([value("API_KEY", "<abc>")], {"API_KEY": "<masked>"}),
        (
            [value("API_KEY", "abc"), value("Z", "$(API_KEY)"), value("URL", "http://u:$(Z)@h"), value("C", "$$(Z)")],
            {"Z": "<masked>", "URL": "http://u:<masked>@h", "C": "$(Z)"},
        ),
        (
            [
                source("S", "secretKeyRef", name="s", key="k"),
                value("MY_TOKEN", "$(S)"),
                value("B", "Bearer $(MY_TOKEN)"),
            ],
            {"MY_TOKEN": "<secret s/k>", "B": "Bearer <secret s/k>"},
        ),
        ([value("A", "abc"), value("A_PASSWORD", "$(A)")], {"A": "abc", "A_PASSWORD": "<masked>"}),
        ([source("MY_SECRET", "fieldRef", fieldPath="metadata.labels['team']")], {"MY_SECRET": "<masked>"}),
        ([value("A", "$(KUBERNETES_SERVICE_HOST)")], {"A": "<KUBERNETES_SERVICE_HOST: known at run time>"}),
    ],
)
def test_a_variable(env: list[dict[str, Any]], expected: dict[str, str]) -> None:
    found = seen(env)
    assert {name: found[name] for name in expected} == expected


def test_the_leader_address_is_the_pods_own_copys() -> None:
    address = "$(GROVE_PCSG_NAME)-$(GROVE_PCSG_INDEX)-l-0.$(GROVE_HEADLESS_SERVICE)"
    made = pods([value("LEADER", address)])
    leaders = {(pod.unit, pod.copy): pod.fqdn for pod in made if pod.rank == 0}
    assert len(leaders) == 4
    assert all(pod.resolved_env["engine"]["LEADER"] == leaders[pod.unit, pod.copy] for pod in made)


def test_on_an_older_grove_it_stays_as_written() -> None:
    made = pods([value("A", "$(GROVE_PCS_NAME)")], target=Target(grove="v0.1.0-alpha.11", kai="v0.15.2"))
    assert made[0].resolved_env["engine"]["A"] == "$(GROVE_PCS_NAME)"
    assert made[0].env["engine"][0] == ("A", "$(GROVE_PCS_NAME)")


def test_the_index_over_a_groups_pods() -> None:
    made = pods([value("RANK", "$(GROVE_PCSG_POD_INDEX)")], target=Target(grove="v0.1.0-alpha.14-rc1"))
    assert [pod.resolved_env["engine"]["RANK"] for pod in made[:6]] == ["0", "1", "2"] * 2
    assert all(pod.labels["grove.io/podcliquescalinggroup-pod-index"] == str(pod.rank) for pod in made)
    names = [name for name, _ in made[0].env["engine"]]
    assert names.index("GROVE_PCSG_POD_INDEX") == names.index("GROVE_PCLQ_POD_INDEX") + 1
    assert "GROVE_PCSG_POD_INDEX" not in dict(pods([])[0].env["engine"])


def test_secrets_in_the_manifest_are_not_shown_either() -> None:
    env = [value("API_KEY", "hunter2"), value("A_TOKEN", "$(API_KEY)"), value("B_TOKEN", ""), value("PLAIN", "x")]
    found = pods(env)[0]
    shown = pod_data(found)
    assert dict(shown["env"]["engine"][-4:]) == {
        "API_KEY": "<masked>",
        "A_TOKEN": "$(API_KEY)",
        "B_TOKEN": "",
        "PLAIN": "x",
    }
    assert "hunter2" not in str(shown)


def test_secrets_of_a_config_map_are_not_shown() -> None:
    config = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "c", "namespace": "ns"},
        "data": {"A_TOKEN": "hunter2", "B": "x"},
    }
    found = seen([value("Z", "$(A_TOKEN)-$(B)")], config, envFrom=[{"configMapRef": {"name": "c"}}])
    assert (found["A_TOKEN"], found["Z"]) == ("<masked>", "<masked>-x")


def test_variables_of_a_config_map() -> None:
    config = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "c", "namespace": "ns"},
        "data": {"A": "1", "k": "v"},
    }
    found = seen(
        [value("B", "$(X_A)"), source("K", "configMapKeyRef", name="c", key="k")],
        config,
        envFrom=[{"prefix": "X_", "configMapRef": {"name": "c"}}, {"secretRef": {"name": "s"}}],
    )
    assert (found["X_A"], found["B"], found["K"]) == ("1", "1", "v")
