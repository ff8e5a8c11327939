"""What a process sees: Grove's variables and ours, expanded as the kubelet does, on old and new targets."""

from typing import Any

import pytest

from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.facts.kubelet import references

NEWEST = {"grove": "v0.1.0-alpha.14-rc1", "kai": "v0.17.0"}
DEFAULT = {"grove": "v0.1.0-alpha.13", "kai": "v0.17.0"}
OLD = {"grove": "v0.1.0-alpha.11", "kai": "v0.15.2"}
TARGETS = [NEWEST, DEFAULT, OLD]
IDS = [target["grove"] for target in TARGETS]

COMMAND = ["serve", "--rank=$(X_RANK)", "--leader", "$(X_LEADER_ADDRESS)"]
POD = {
    "containers": [
        {
            "name": "engine",
            "image": "engine:1",
            "command": COMMAND,
            "env": [{"name": "MASTER", "value": "$(X_LEADER_ADDRESS):1"}],
        },
        {"name": "sidecar", "image": "sidecar:1", "args": ["--plain"]},
    ],
    "initContainers": [{"name": "wait", "image": "wait:1", "command": ["wait", "$(X_LEADER_ADDRESS)"]}],
}


def manifest(target: dict[str, str], **options: Any) -> dict[str, Any]:
    phases = [
        {"id": "prefill", "leader": {"pod": POD}, "worker": {"pods": 1, "pod": POD}},
        {"id": "decode", "copies": 3, "leader": {"pod": POD}, "worker": {"pods": 3, "pod": POD}},
    ]
    data = {"name": "qwen", "queue": "team", "units": 2, "env_prefix": "X_", "target": target, "phases": phases}
    return render(ReplicaSpec.model_validate(data | options))


def clique(document: dict[str, Any], name: str) -> dict[str, Any]:
    return next(c for c in document["spec"]["template"]["cliques"] if c["name"] == name)


def process_env(
    document: dict[str, Any], target: dict[str, str], group: str, copy: int, name: str, index: int
) -> dict[str, str]:
    """The engine's environment in unit 1 of namespace `ns`: order and labels as the recordings show them."""
    full = f"qwen-1-{group}-{copy}-{name}"
    labels = {
        "grove.io/podcliqueset-replica-index": "1",
        "grove.io/podcliquescalinggroup": f"qwen-1-{group}",
        "grove.io/podcliquescalinggroup-replica-index": str(copy),
    }
    leader_first = 0 if "leader" in name else 1
    operator = [
        ("GROVE_PCS_NAME", "qwen"),
        ("GROVE_PCS_INDEX", "1"),
        ("GROVE_PCLQ_NAME", full),
        ("GROVE_HEADLESS_SERVICE", "qwen-1.ns.svc.cluster.local"),
        ("GROVE_PCLQ_POD_INDEX", str(index)),
        ("GROVE_PCSG_NAME", f"qwen-1-{group}"),
        ("GROVE_PCSG_INDEX", str(copy)),
    ]
    if target is NEWEST:
        operator.append(("GROVE_PCSG_POD_INDEX", str(leader_first + index)))
    own = []
    for entry in clique(document, name)["spec"]["podSpec"]["containers"][0]["env"]:
        if "valueFrom" in entry:
            path = entry["valueFrom"]["fieldRef"]["fieldPath"]
            value = "ns" if path == "metadata.namespace" else labels[path.split("'")[1]]
        else:
            value = entry["value"]
        own.append((entry["name"], value))
    seen: dict[str, str] = {}
    for key, value in [*own, *operator] if target is OLD else [*operator, *own]:
        seen[key] = expand(value, seen)
    return seen


def expand(text: str, env: dict[str, str]) -> str:
    out, at = "", 0
    for start, end, name in references(text):
        out += text[at:start] + env.get(name, text[start:end])
        at = end
    return out + text[at:]


@pytest.mark.parametrize("target", TARGETS, ids=IDS)
@pytest.mark.parametrize(
    ("group", "copy", "name", "index", "leader"),
    [
        ("prefill", 0, "p-leader", 0, "qwen-1-prefill-0-p-leader-0.qwen-1.ns.svc.cluster.local"),
        ("prefill", 0, "p-worker", 0, "qwen-1-prefill-0-p-leader-0.qwen-1.ns.svc.cluster.local"),
        ("decode", 0, "d-worker", 2, "qwen-1-decode-0-d-leader-0.qwen-1.ns.svc.cluster.local"),
        ("decode", 2, "d-leader", 0, "qwen-1-decode-2-d-leader-0.qwen-1.ns.svc.cluster.local"),
        ("decode", 2, "d-worker", 1, "qwen-1-decode-2-d-leader-0.qwen-1.ns.svc.cluster.local"),
    ],
)
def test_every_pod_finds_the_leader_of_its_own_copy(
    target: dict[str, str], group: str, copy: int, name: str, index: int, leader: str
) -> None:
    env = process_env(manifest(target), target, group, copy, name, index)
    assert env["X_LEADER_ADDRESS"] == leader
    assert env["MASTER"] == f"{leader}:1"
    assert env["X_PHASE"] == group
    assert env["X_NODES"] == {"prefill": "2", "decode": "4"}[group]


@pytest.mark.parametrize(
    ("grove", "late"), [("v0.1.0-alpha.12-rc1", True), ("v0.1.0-alpha.12-rc2", False), ("v0.1.0-alpha.12", False)]
)
def test_the_release_from_which_groves_variables_come_first(grove: str, late: object) -> None:
    document = manifest({"grove": grove})
    names = [entry["name"] for entry in clique(document, "p-leader")["spec"]["podSpec"]["containers"][0]["env"]]
    assert ("X_LEADER_GROUP" in names) is bool(late)


@pytest.mark.parametrize("target", TARGETS, ids=IDS)
def test_ranks(target: dict[str, str]) -> None:
    document = manifest(target)
    assert process_env(document, target, "decode", 1, "d-leader", 0)["X_RANK"] == "0"
    assert process_env(document, target, "prefill", 0, "p-worker", 0)["X_RANK"] == "1", "one worker: always rank 1"
    engine, sidecar = clique(document, "d-worker")["spec"]["podSpec"]["containers"]
    if target is NEWEST:
        assert [process_env(document, target, "decode", 1, "d-worker", index)["X_RANK"] for index in range(3)] == [
            "1",
            "2",
            "3",
        ]
        assert engine["command"] == COMMAND
    else:
        assert "X_RANK" not in process_env(document, target, "decode", 1, "d-worker", 0)
        assert engine["command"][:2] == ["/bin/sh", "-c"]
        assert engine["args"] == ["serve", "--rank=", "--leader", "$(X_LEADER_ADDRESS)"]
    assert "command" not in sidecar
    assert sidecar["args"] == ["--plain"]


LAUNCHED = 'export X_RANK=$((GROVE_PCLQ_POD_INDEX + 1)); exec "$1" '


@pytest.mark.parametrize(
    ("command", "is_first", "launched"),
    [
        (["bash", "-c", "exec serve --rank=${X_RANK} --port=$PORT"], False, True),
        (["sh", "-c", "exec serve --rank=$((X_RANK + 1))"], False, True),
        (["/bin/sh", "-c", "exec serve --rank=$(printenv X_RANK)"], False, True),
        (["bash", "/scripts/start.sh"], False, True),
        (["python3", "-m", "engine"], True, True),
        (["proxy", "--env=X_RANK"], False, True),
        (["proxy", "--env=X_RANKING"], False, False),
        (["proxy"], False, False),
        (None, True, False),
    ],
)
def test_who_gets_a_computed_rank(command: list[str] | None, *, is_first: bool, launched: bool) -> None:
    container = {"name": "one", "image": "one:1"} | ({"command": command} if command else {})
    other = {"name": "other", "image": "other:1"}
    pod = {"containers": [container, other] if is_first else [other, container]}
    phases = [{"id": "decode", "leader": {"pod": pod}, "worker": {"pods": 2, "pod": pod}}]
    made = clique(manifest(DEFAULT, phases=phases), "d-worker")["spec"]["podSpec"]["containers"]
    (found,) = [entry for entry in made if entry["name"] == "one"]
    if launched:
        assert found["command"][2].startswith(LAUNCHED)
        assert found["args"] == command
    else:
        assert found.get("command") == command


@pytest.mark.parametrize("prefix", ["", "MODELPLANE_", "DYNAMO_"])
def test_the_prefix_is_the_users(prefix: str) -> None:
    pod = {"containers": [{"name": "engine", "image": "engine:1"}]}
    document = manifest(DEFAULT, env_prefix=prefix, phases=[{"id": "prefill", "leader": {"pod": pod}}])
    names = [entry["name"] for entry in clique(document, "p-leader")["spec"]["podSpec"]["containers"][0]["env"]]
    assert names == [f"{prefix}LEADER_ADDRESS", f"{prefix}NODES", f"{prefix}PHASE", f"{prefix}RANK"]


def test_init_containers_get_the_variables_too() -> None:
    (wait,) = clique(manifest(DEFAULT), "p-leader")["spec"]["podSpec"]["initContainers"]
    assert "X_LEADER_ADDRESS" in [entry["name"] for entry in wait["env"]]
