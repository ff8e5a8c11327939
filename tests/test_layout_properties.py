"""Arithmetic and names of a layout, over many shapes."""

import itertools
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove.core import GroveError, ReplicaSpec, render
from cdk8s_grove.core.layout import lay_out

POD = {"containers": [{"name": "engine", "image": "engine:1"}]}
WORDS = st.sampled_from(
    ["prefill", "decode", "encode", "aggregated", "pool", "long", "d", "p", "0-d", "prefill-d", "a-1"]
)


@st.composite
def phases(draw: st.DrawFn) -> dict[str, Any]:
    copies = draw(st.integers(1, 12))
    phase: dict[str, Any] = {
        "id": draw(WORDS),
        "phase": draw(st.sampled_from(["prefill", "decode", "encode", "aggregated"])),
        "copies": copies,
        "min_copies": draw(st.none() | st.integers(1, copies)),
        "leader": {"pod": POD} | draw(st.sampled_from([{}, {"name": "l"}, {"id": "head"}, {"name": "0-d-leader"}])),
    }
    workers = draw(st.integers(0, 9))
    if workers:
        phase["worker"] = {"pods": workers, "pod": POD}
    return phase


@st.composite
def specs(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "name": draw(st.sampled_from(["q", "kimi-k2", "a-0-decode"])),
        "queue": "team",
        "units": draw(st.integers(0, 20)),
        "phases": draw(st.lists(phases(), min_size=1, max_size=4)),
    }


@settings(max_examples=150, deadline=None)
@given(specs())
def test_pods_names_and_templates(data: dict[str, Any]) -> None:
    spec = ReplicaSpec.model_validate(data)
    try:
        layout = lay_out(spec)
    except GroveError as error:
        assert {found.code for found in error.findings} <= {"GRV008", "GRV009", "GRV010", "GRV012"}
        return
    hosts = [host for unit in range(spec.units) for host in layout.hostnames(unit)]
    pods = sum(p["copies"] * (1 + p.get("worker", {"pods": 0})["pods"]) for p in data["phases"])
    assert len(hosts) == len(set(hosts)) == data["units"] * pods
    assert all(len(host) <= 63 for host in hosts)

    document = render(spec)["spec"]
    cliques = [clique["name"] for clique in document["template"]["cliques"]]
    groups = document["template"]["podCliqueScalingGroups"]
    assert sorted(itertools.chain.from_iterable(group["cliqueNames"] for group in groups)) == sorted(cliques)
    for group, asked in zip(groups, data["phases"], strict=True):
        assert group["replicas"] == asked["copies"]
        assert group["minAvailable"] == (asked["min_copies"] or asked["copies"])
        for unit, copy, clique in itertools.product((0, 7, 19), range(asked["copies"]), group["cliqueNames"]):
            full = f"{data['name']}-{unit}-{group['name']}-{copy}-{clique}"
            assert next(name for name in cliques if full.endswith(name)) == clique


@settings(max_examples=60, deadline=None)
@given(specs(), st.permutations(range(4)))
def test_a_name_does_not_depend_on_what_stands_beside_it(data: dict[str, Any], order: list[int]) -> None:
    def names(phases: list[dict[str, Any]]) -> dict[str, list[str]]:
        try:
            layout = lay_out(ReplicaSpec.model_validate(data | {"phases": phases}))
        except GroveError:
            return {}
        return {phase.name: [clique.name for clique in phase.cliques] for phase in layout.groups}

    whole = names(data["phases"])
    shuffled = [data["phases"][index] for index in order if index < len(data["phases"])]
    if whole:
        assert names(shuffled) == whole
        assert names(shuffled[:1]) == {shuffled[0]["id"]: whole[shuffled[0]["id"]]}


def test_default_names() -> None:
    data = {
        "name": "q",
        "queue": "team",
        "phases": [
            {"id": "encode", "leader": {"pod": POD}},
            {"id": "prefill", "leader": {"pod": POD}, "worker": {"pods": 1, "pod": POD}},
            {"id": "decode", "leader": {"pod": POD}, "worker": {"pods": 1, "pod": POD, "id": "rest"}},
            {"id": "decode-long", "phase": "decode", "leader": {"pod": POD, "name": "dl"}},
        ],
    }
    layout = lay_out(ReplicaSpec.model_validate(data))
    assert [[clique.name for clique in phase.cliques] for phase in layout.groups] == [
        ["e-leader"], ["p-leader", "p-worker"], ["d-leader", "d-rest"], ["dl"],
    ]  # fmt: skip
    assert layout.hostnames(1)[:3] == (
        "q-1-encode-0-e-leader-0",
        "q-1-prefill-0-p-leader-0",
        "q-1-prefill-0-p-worker-0",
    )
