"""What a wrong spec says: the code, the user's own path, what was written and what to do."""

import copy
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cdk8s_grove.core import GroveError, PhaseSpec, ReplicaSpec, Target, render

POD = {"containers": [{"name": "engine", "image": "engine:1", "command": ["serve", "--rank=$(RANK)"]}]}
GOOD: dict[str, Any] = {
    "name": "kimi",
    "queue": "team-a",
    "phases": [
        {"id": "prefill", "leader": {"pod": POD}},
        {"id": "decode", "copies": 3, "leader": {"pod": POD}, "worker": {"pods": 2, "pod": POD}},
    ],
}
OLD = {"grove": "v0.1.0-alpha.11", "kai": "v0.15.2"}

Edit = Callable[[dict[str, Any]], object]


def phase(index: int, **changes: Any) -> Edit:
    return lambda spec: spec["phases"][index].update(changes)


def worker_container(**changes: Any) -> Edit:
    return lambda spec: spec["phases"][1]["worker"]["pod"]["containers"][0].update(changes)


def top(**changes: Any) -> Edit:
    return lambda spec: spec.update(changes)


CASES: list[tuple[str, Edit, str, str, str]] = [
    ("no leader", lambda s: s["phases"][0].pop("leader"), "GRV003", "phases[0].leader", "leader"),
    ("a worker without leader", lambda s: s["phases"][1].pop("leader"), "GRV003", "phases[1].leader", "leader"),
    ("no copies", phase(1, copies=0), "GRV001", "phases[1].copies", "of at least 1"),
    ("copies as text", phase(1, copies="3"), "GRV001", "phases[1].copies", "'3'"),
    ("copies as truth", phase(1, copies=True), "GRV001", "phases[1].copies", "True"),
    ("floor above copies", phase(1, min_copies=4), "GRV006", "phases[1].min_copies", "at most 3"),
    ("units as text", top(units="2"), "GRV001", "units", "'2'"),
    ("unknown option", top(unit=2), "GRV002", "unit", "did you mean 'units'?"),
    ("unknown phase option", phase(0, copy=1), "GRV002", "phases[0].copy", "did you mean 'copies'?"),
    ("46 characters", top(name="k" * 31), "GRV008", "phases[0].leader", "(31) + 'prefill' (7) + 'p-leader' (8) = 46"),
    ("a dot", top(name="kimi.k2"), "GRV007", "name", "DNS-1035"),
    ("a digit first", top(name="2kimi"), "GRV007", "name", "a letter first"),
    ("upper case", phase(0, name="Prefill"), "GRV007", "phases[0].name", "'Prefill'"),
    ("namespace", top(namespace="a.b"), "GRV007", "namespace", "a.b"),
    ("no queue", lambda s: s.pop("queue"), "GRV013", "queue", "leaf queue"),
    ("empty queue", top(queue=""), "GRV007", "queue", "label"),
    ("no phases", top(phases=[]), "GRV005", "phases", "at least one phase"),
    ("phase not known", phase(0, id="warmup"), "GRV011", "phases[0].phase", "'warmup'"),
    ("same phase twice", lambda s: s["phases"].append(s["phases"][0] | {"leader": {"pod": POD, "name": "x"}}), "GRV010", "phases[2]", "'prefill'"),
    ("suffix", phase(0, leader={"pod": POD, "name": "worker"}), "GRV012", "phases[0].leader", "d-worker"),
    ("target", top(target={"grove": "alpha.13"}), "GRV018", "target.grove", "v0.1.0-alpha.13"),
    ("target too old", top(target={"grove": "v0.1.0-alpha.7"}), "GRV018", "target.grove", "older"),
    ("delay zero", top(termination_delay="0s"), "GRV001", "termination_delay", "positive"),
    ("delay without unit", top(termination_delay="15"), "GRV001", "termination_delay", "'15m'"),
    ("delay number", top(termination_delay=15), "GRV001", "termination_delay", "15"),
    ("label", top(labels={"a b": "c"}), "GRV001", "labels", "a b"),
    ("queue label", top(labels={"kai.scheduler/queue": "other"}), "GRV017", "labels", "'other'"),
    ("another scheduler", phase(0, leader={"pod": POD | {"schedulerName": "x"}}), "GRV017", "phases[0].leader.pod.schedulerName", "x"),
    ("our variable", worker_container(env=[{"name": "RANK", "value": "1"}]), "GRV014", "phases[1].worker.pod.containers[0].env[0].name", "env_prefix"),
    ("Grove's variable", worker_container(env=[{"name": "GROVE_PCSG_INDEX", "value": "7"}]), "GRV014", "phases[1].worker.pod.containers[0].env[0].name", "operator"),
    ("rank without command", worker_container(command=None, args=["$(RANK)"]), "GRV015", "phases[1].worker.pod.containers[0].args", "entrypoint"),
    ("rank in env", worker_container(env=[{"name": "X", "value": "$(RANK)"}]), "GRV016", "phases[1].worker.pod.containers[0].env[0].value", "alpha.14"),
    ("pod field", worker_container(imagee="x"), "GRV022", "phases[1].worker.pod.containers[0].imagee", "did you mean 'image'?"),
    ("pod value", worker_container(image=1), "GRV022", "phases[1].worker.pod.containers[0].image", "text"),
    ("no image", worker_container(image=""), "GRV022", "phases[1].worker.pod.containers[0].image", "missing"),
    ("no name", lambda s: s["phases"][1]["worker"]["pod"]["containers"][0].pop("name"), "GRV022", "phases[1].worker.pod.containers[0].name", "missing"),
    ("no containers", lambda s: s["phases"][1]["worker"]["pod"].update(containers=[]), "GRV022", "phases[1].worker.pod.containers", "one container"),
    ("priority", top(priority="not a name"), "GRV007", "priority", "PriorityClass"),
    ("another spelling", worker_container(image_pull_policy="Always"), "GRV022", "phases[1].worker.pod.containers[0].image_pull_policy", "did you mean 'imagePullPolicy'?"),
    ("override nowhere", top(overrides=[{"path": "/spec/x/y", "value": 1, "reason": "r"}]), "GRV020", "overrides[0].path", "replicas, template"),
    ("override without reason", top(overrides=[{"path": "/spec/x", "value": 1, "reason": " "}]), "GRV001", "overrides[0].reason", "1 character"),
    ("override pointer", top(overrides=[{"path": "spec", "value": 1, "reason": "r"}]), "GRV001", "overrides[0].path", "JSON pointer"),
    ("topology empty", phase(0, topology={"topology_name": "t"}), "GRV001", "phases[0].topology", "required"),
    ("topology on broken KAI", lambda s: (phase(0, topology={"topology_name": "t", "required": "rack"})(s), top(target={"kai": "v0.15.1"})(s)), "GRV018", "phases[0].topology", "pending"),
    ("late Grove variable", lambda s: (worker_container(env=[{"name": "X", "value": "$(GROVE_PCSG_NAME)"}])(s), top(target=OLD)(s)), "GRV018", "phases[1].worker.pod.containers[0].env[0].value", "LEADER_ADDRESS"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("edit", "code", "path", "says"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_wrong_spec_is_refused(edit: Edit, code: str, path: str, says: str) -> None:
    spec = json.loads(json.dumps(GOOD))
    edit(spec)
    with pytest.raises(GroveError) as caught:
        render(ReplicaSpec.model_validate(spec))
    findings = caught.value.findings
    assert [(found.code, found.path) for found in findings] == [(code, path)]
    assert says in findings[0].text()
    assert findings[0].fix
    assert findings[0].link == f"docs/errors.md#{code.lower()}"


@pytest.mark.parametrize(
    ("kai", "refused"), [("v0.15.0", True), ("v0.15.1", True), ("v0.15.2", False), ("v0.14.0", False)]
)
def test_the_kai_releases_that_break_topology_on_a_group(kai: str, refused: object) -> None:
    phases = [{"id": "prefill", "leader": {"pod": POD}, "topology": {"topology_name": "t", "required": "rack"}}]
    spec = ReplicaSpec.model_validate({"name": "q", "queue": "t", "phases": phases, "target": {"kai": kai}})
    if refused:
        with pytest.raises(GroveError, match="GRV018"):
            render(spec)
    else:
        render(spec)


def test_a_cliques_full_name_leaves_room_for_its_pods() -> None:
    """45 characters of names, four hyphens and eight digits of indexes are the 57 a clique's name may have."""
    phases = [{"id": "decode", "copies": 10_000, "leader": {"pod": POD, "name": "l" * 9}}]
    spec = {"name": "q" * 30, "queue": "t", "units": 10_000, "phases": phases}
    assert render(ReplicaSpec.model_validate(spec))
    for longer in ({"units": 10_001}, {"phases": [phases[0] | {"copies": 10_001}]}):
        with pytest.raises(GroveError) as caught:
            render(ReplicaSpec.model_validate(spec | longer))
        (found,) = [found for found in caught.value.findings if "clique" in found.message]
        assert (found.code, len(found.found)) == ("GRV009", 58)


def test_the_good_spec_is_good() -> None:
    assert render(ReplicaSpec.model_validate(GOOD))["metadata"]["name"] == "kimi"


def test_every_problem_is_reported_at_once() -> None:
    spec = json.loads(json.dumps(GOOD))
    spec.update(units="2", extra=1)
    spec["phases"][1].update(copies=0)
    with pytest.raises(GroveError) as caught:
        ReplicaSpec.model_validate(spec)
    assert [(found.code, found.path) for found in caught.value.findings] == [
        ("GRV002", "extra"),
        ("GRV001", "phases[1].copies"),
        ("GRV001", "units"),
    ]


def test_keyword_arguments_are_refused_in_the_same_words() -> None:
    with pytest.raises(GroveError) as caught:
        PhaseSpec(id="prefill", copies=0, leader={"pod": POD}, size=1)
    assert [(found.code, found.path) for found in caught.value.findings] == [("GRV001", "copies"), ("GRV002", "size")]


def test_the_value_of_a_variable_is_never_shown() -> None:
    spec = json.loads(json.dumps(GOOD))
    worker_container(env=[{"name": "TOKEN", "value": 90210}])(spec)
    with pytest.raises(GroveError) as caught:
        ReplicaSpec.model_validate(spec)
    assert "90210" not in str(caught.value)
    assert "type int" in str(caught.value)


def test_specs_are_frozen_and_own_their_pods() -> None:
    pod = copy.deepcopy(POD)
    spec = ReplicaSpec.model_validate(GOOD | {"phases": [{"id": "prefill", "leader": {"pod": pod}}]})
    pod["containers"][0]["image"] = "other:1"
    document = render(spec)
    assert document["spec"]["template"]["cliques"][0]["spec"]["podSpec"]["containers"][0]["image"] == "engine:1"
    document["spec"]["template"]["cliques"].clear()
    assert render(spec)["spec"]["template"]["cliques"]
    with pytest.raises(ValueError, match="frozen"):
        spec.units = 3  # type: ignore[misc]


def test_durations_in_python_and_in_text_are_one() -> None:
    text, delta = (
        render(ReplicaSpec.model_validate(GOOD | {"termination_delay": delay}))
        for delay in ("1h30m", timedelta(hours=1.5))
    )
    assert text == delta
    assert text["spec"]["template"]["terminationDelay"] == "1h30m"


def test_a_json_text_is_read_like_plain_data() -> None:
    assert ReplicaSpec.model_validate_json(json.dumps(GOOD)) == ReplicaSpec.model_validate(GOOD)
    with pytest.raises(GroveError, match="GRV001"):
        ReplicaSpec.model_validate_json("{")


def test_an_old_target_with_a_long_set_name_is_refused() -> None:
    """Before alpha.12-rc1 the token secret of a set of more than 41 characters has a label nobody takes."""
    spec = {
        "name": "k" * 42,
        "queue": "q",
        "target": OLD,
        "phases": [{"id": "prefill", "name": "p", "leader": {"pod": POD, "name": "l"}}],
    }
    with pytest.raises(GroveError) as caught:
        render(ReplicaSpec.model_validate(spec))
    assert [(found.code, found.path, len(found.found)) for found in caught.value.findings] == [("GRV009", "name", 64)]
    assert render(ReplicaSpec.model_validate(spec | {"name": "k" * 41}))
    assert render(ReplicaSpec.model_validate(spec | {"target": Target()}))
