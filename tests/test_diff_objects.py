"""Objects of other kinds, live objects and secrets in a difference."""

import json
from typing import Any

import pytest

from cdk8s_grove.core.diff import Action, Difference, Effect, diff_manifests
from cdk8s_grove.core.report.diff_data import diff_as_json
from cdk8s_grove.core.report.diff_text import diff_as_text

Json = dict[str, Any]


def thing(kind: str, name: str = "it", **fields: Any) -> Json:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name}} | fields


def shown(difference: Difference) -> str:
    lines = "\n".join("".join(text for text, _ in line) for line in diff_as_text(difference, full=True))
    return lines + diff_as_json(difference)


@pytest.mark.parametrize(
    ("kind", "old", "new", "effect"),
    [
        ("Queue", {"spec": {"priority": 1}}, {"spec": {"priority": 2}}, Effect.IN_PLACE),
        ("Deployment", {"spec": {"replicas": 1}}, {"spec": {"replicas": 2}}, Effect.SCALE),
        ("Deployment", {"spec": {"template": {"a": 1}}}, {"spec": {"template": {"a": 2}}}, Effect.ROLLING),
        ("ResourceClaimTemplate", {"spec": {"spec": {"a": 1}}}, {"spec": {"spec": {"a": 2}}}, Effect.REJECTED),
        ("ConfigMap", {"data": {"a": "1"}}, {"data": {"a": "2"}}, Effect.IN_PLACE),
        ("ConfigMap", {"immutable": True, "data": {"a": "1"}}, {"immutable": True, "data": {}}, Effect.REJECTED),
    ],
)
def test_other_kinds(kind: str, old: Json, new: Json, effect: Effect) -> None:
    (item,) = diff_manifests([thing(kind, **old)], [thing(kind, **new)]).objects
    assert [change.effect for change in item.changes] == [effect]


def test_what_is_new_gone_and_the_same() -> None:
    difference = diff_manifests(
        [thing("Queue", "a"), thing("Queue", "b")], [thing("Queue", "b"), thing("Queue", "c"), thing("Pod", "b")]
    )
    assert [(item.kind, item.name, item.action) for item in difference.objects] == [
        ("Pod", "b", Action.ADD),
        ("Queue", "a", Action.REMOVE),
        ("Queue", "c", Action.ADD),
    ]
    assert difference.unchanged == 1


def test_namespaces_tell_objects_apart_and_none_is_the_default_one() -> None:
    here, there = thing("ConfigMap"), thing("ConfigMap")
    here["metadata"]["namespace"] = "default"
    there["metadata"]["namespace"] = "other"
    assert len(diff_manifests([here], [there]).objects) == 2
    (item,) = diff_manifests([here], [thing("ConfigMap", data={"a": "b"})]).objects
    assert item.action is Action.CHANGE


def test_fields_only_the_server_knows_stay_and_those_applied_before_go() -> None:
    last = {"metadata": {"labels": {"old": "1"}}, "spec": {"a": 1, "b": 2}}
    live = thing("Queue", spec={"a": 1, "b": 2, "defaulted": 3})
    live["metadata"] |= {
        "uid": "u",
        "labels": {"old": "1", "theirs": "2"},
        "annotations": {"kubectl.kubernetes.io/last-applied-configuration": json.dumps(last)},
    }
    new = thing("Queue", spec={"a": 1})
    new["metadata"]["labels"] = {"mine": "3"}
    (item,) = diff_manifests([live], [new]).objects
    assert {(change.path, change.new) for change in item.changes} == {
        ("metadata.labels.mine", "3"),
        ("metadata.labels.old", None),
        ("spec.b", None),
    }


def test_input_is_left_as_it_was() -> None:
    live = thing("Queue")
    live["metadata"] |= {"uid": "u", "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}"}}
    before = json.dumps(live)
    diff_manifests([live], [thing("Queue", spec={})])
    assert json.dumps(live) == before


CONTAINER = {"name": "c", "image": "i", "env": [{"name": "HF_TOKEN", "value": "hf_1"}], "args": ["--api-key=hf_2"]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (thing("Secret", data={"x": "hf_1"}), thing("Secret", data={"x": "hf_2"})),
        (thing("Secret", stringData={}), thing("Secret", stringData={"x": "hf_2"})),
        (thing("Pod"), thing("Pod", metadata={"name": "it", "annotations": {"HF_TOKEN": "hf_1"}})),
        (
            thing("Pod", spec={"containers": [CONTAINER]}),
            thing(
                "Pod",
                spec={
                    "containers": [CONTAINER | {"command": ["sh", "-c", "HF_TOKEN='hf_1' run --api-key hf_2 --x 1"]}]
                },
            ),
        ),
        (thing("ConfigMap", data={"HF_TOKEN": "hf_1"}), thing("ConfigMap", data={"HF_TOKEN": "hf_2"})),
        (thing("Pod", spec={"containers": []}), thing("Pod", spec={"containers": [CONTAINER]})),
        (
            thing("Pod", spec={"containers": [CONTAINER]}),
            thing("Pod", spec={"containers": [CONTAINER | {"env": [{"name": "HF_TOKEN", "value": "hf_3"}]}]}),
        ),
        (
            thing("Pod", spec={"containers": [CONTAINER]}),
            thing("Pod", spec={"containers": [CONTAINER | {"args": ["--api-key", "hf_4", "--token=hf_5"]}]}),
        ),
    ],
)
def test_secrets_are_masked(old: Json, new: Json) -> None:
    difference = diff_manifests([old], [new])
    assert difference.objects
    assert "hf_" not in shown(difference)
    assert "<masked>" in shown(difference)


def test_lists_are_compared_by_name_and_order_told_once() -> None:
    old = thing("Pod", spec={"containers": [{"name": "a", "image": "1"}, {"name": "b", "image": "1"}]})
    new = thing("Pod", spec={"containers": [{"name": "b", "image": "1"}, {"name": "a", "image": "2"}]})
    (item,) = diff_manifests([old], [new]).objects
    assert [(c.path, c.label, c.old, c.new) for c in item.changes] == [
        ("spec.containers[1].image", "spec.containers[a].image", "1", "2"),
        ("spec.containers", "spec.containers", ["a", "b"], ["b", "a"]),
    ]


def test_order_of_keys_and_nulls_are_no_change() -> None:
    old = thing("Queue", spec={"a": 1, "b": {"c": 1, "d": None}})
    new = thing("Queue", spec={"b": {"c": 1}, "a": 1})
    assert not diff_manifests([old], [new]).objects


def test_true_is_not_one() -> None:
    assert diff_manifests([thing("Queue", a=True)], [thing("Queue", a=1)]).objects
