"""What edits of a live set do, beyond the recorded ones."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove.core.diff import Change, Effect, ObjectChange, diff_manifests
from cdk8s_grove.core.spec import Target

BASE: dict[str, Any] = json.loads((Path(__file__).parent / "golden" / "updates.json").read_text())[0]["old"]
PREFILL = ["base-0-prefill-0-prefill-l-0", "base-0-prefill-0-prefill-w-0"]


def edited(*edits: tuple[str, object], base: dict[str, Any] = BASE) -> dict[str, Any]:
    """A copy with fields set: `spec/template/cliques/0/…`."""
    made = copy.deepcopy(base)
    for path, value in edits:
        *parents, last = path.split("/")
        node: Any = made
        for part in parents:
            node = node[int(part)] if isinstance(node, list) else node.setdefault(part, {})
        if isinstance(node, list) and last == "+":
            node.append(value)
        else:
            node[int(last) if isinstance(node, list) else last] = value
    return made


def change_of(old: dict[str, Any], new: dict[str, Any], target: Target | None = None) -> ObjectChange:
    (item,) = diff_manifests([old], [new], target).objects
    return item


def only(item: ObjectChange) -> Change:
    (change,) = item.changes
    return change


CLIQUE = "spec/template/cliques/0"
POD = f"{CLIQUE}/spec/podSpec"
GROUP = "spec/template/podCliqueScalingGroups/1"


@pytest.mark.parametrize(
    ("path", "value", "effect"),
    [
        (f"{CLIQUE}/labels/team", "x", Effect.ROLLING),
        (f"{CLIQUE}/annotations", {"a": "b"}, Effect.ROLLING),
        (f"{POD}/containers/0/resources/limits/cpu", "1", Effect.ROLLING),
        (f"{POD}/containers/0/args", ["--tp=8"], Effect.ROLLING),
        (f"{POD}/priorityClassName", "train", Effect.NONE),
        (f"{GROUP}/annotations", {"a": "b"}, Effect.IN_PLACE),
        ("metadata/annotations", {"a": "b"}, Effect.IN_PLACE),
        (f"{CLIQUE}/annotations", {"grove.io/mnnvl-group": "a"}, Effect.REJECTED),
        ("metadata/annotations", {"grove.io/mnnvl-group": "none"}, Effect.REJECTED),
        (f"{GROUP}/annotations", {"grove.io/mnnvl-group": "none"}, Effect.REJECTED),
        (f"{CLIQUE}/spec/startsAfter", ["prefill-w"], Effect.REJECTED),
        (f"{CLIQUE}/resourceSharing", [{"name": "g", "scope": "PerReplica"}], Effect.REJECTED),
        (f"{GROUP}/resourceSharing", [{"name": "g", "scope": "PerReplica"}], Effect.REJECTED),
        (f"{GROUP}/topologyConstraint", {"topologyName": "t", "pack": {"required": "rack"}}, Effect.REJECTED),
        (f"{CLIQUE}/topologyConstraint", {"topologyName": "t", "pack": {"required": "rack"}}, Effect.REJECTED),
        (f"{GROUP}/cliqueNames", ["decode-w", "decode-l"], Effect.REJECTED),
        ("spec/replicas", -1, Effect.REJECTED),
        (f"{POD}/containers/0/env/0/name", "", Effect.REJECTED),
        (f"{POD}/nosuch", "x", Effect.REJECTED),
    ],
)
def test_effect_of_one_field(path: str, value: object, effect: Effect) -> None:
    item = change_of(BASE, edited((path, value)))
    assert effect in {change.effect for change in item.changes}
    assert item.rejected == (effect is Effect.REJECTED)


def test_a_refused_update_touches_nothing() -> None:
    item = change_of(BASE, edited(("spec/replicas", 3), (f"{GROUP}/minAvailable", 2)))
    scale, refused = sorted(item.changes, key=lambda change: change.path)
    assert (scale.path, scale.effect, scale.added) == ("spec.replicas", Effect.NONE, ())
    assert (refused.path, refused.effect, refused.code) == (
        "spec.template.podCliqueScalingGroups[1].minAvailable",
        Effect.REJECTED,
        "GRV031",
    )


def test_min_available_left_out_follows_replicas_and_is_refused() -> None:
    """The webhook fills it in, so that one more worker edits a field nobody may edit."""
    old = edited()
    del old["spec"]["template"]["cliques"][3]["spec"]["minAvailable"]
    new = edited((("spec/template/cliques/3/spec/replicas"), 2), base=old)
    item = change_of(old, new)
    assert [c.path for c in item.changes if c.effect is Effect.REJECTED] == [
        "spec.template.cliques[3].spec.minAvailable"
    ]


def test_a_copy_made_anew_has_the_new_sizes() -> None:
    new = edited(("spec/template/cliques/3/spec/replicas", 2), ("spec/template/cliques/2/labels/x", "y"))
    item = change_of(BASE, new)
    decode = [f"base-0-decode-{copy}-decode-{role}-0" for copy in range(3) for role in "lw"]
    assert item.pods("replaced") == tuple(decode)
    assert item.pods("added") == tuple(f"base-0-decode-{copy}-decode-w-1" for copy in range(3))
    assert {change.effect for change in item.changes} == {Effect.ROLLING, Effect.SCALE}


def test_new_units_have_the_new_numbers_and_live_ones_the_old() -> None:
    item = change_of(BASE, edited(("spec/replicas", 2), (f"{GROUP}/replicas", 4)))
    assert len(item.pods("added")) == 10  # a prefill copy of 2 pods, and four decode copies of 2
    assert all(host.startswith("base-1-") for host in item.pods("added"))
    assert item.gangs == 2  # its fourth copy is above minAvailable


def test_on_delete_replaces_nothing() -> None:
    strategy = ("spec/updateStrategy", {"type": "OnDelete"})
    image = (f"{POD}/containers/0/image", "engine:2")
    item = change_of(edited(strategy), edited(strategy, image))
    assert only(item).effect is Effect.IN_PLACE
    assert "deleted" in only(item).why


def test_a_standalone_clique_is_replaced_alone_and_keeps_its_size() -> None:
    old = edited()
    old["spec"]["template"]["podCliqueScalingGroups"] = []
    new = edited((f"{POD}/containers/0/image", "e:2"), (f"{CLIQUE}/spec/replicas", 3), base=old)
    item = change_of(old, new)
    assert item.pods("replaced") == ("base-0-prefill-l-0",)
    assert item.pods("added") == ()


def test_units_go_from_the_highest() -> None:
    item = change_of(edited(("spec/replicas", 3)), edited(("spec/replicas", 1)))
    assert {host.split("-")[1] for host in item.pods("removed")} == {"1", "2"}
    assert item.gangs == -2


def test_each_pod_is_named_once() -> None:
    new = edited((f"{POD}/containers/0/image", "e:2"), (f"{CLIQUE}/labels/x", "y"))
    item = change_of(BASE, new)
    assert [len(change.replaced) for change in item.changes] == [2, 0]
    assert item.pods("replaced") == tuple(PREFILL)


def test_a_topology_constraint_carried_over_to_pack_is_taken() -> None:
    at = "spec/template/topologyConstraint"
    old = edited((at, {"topologyName": "topo", "packDomain": "rack"}))
    same = edited((at, {"topologyName": "topo", "pack": {"required": "rack"}}))
    other = edited((at, {"topologyName": "topo", "pack": {"required": "block"}}))
    assert not change_of(old, same).rejected
    assert change_of(old, other).rejected


def test_an_equal_quantity_is_no_change() -> None:
    new = edited((f"{POD}/containers/0/resources/limits", {"nvidia.com/gpu": 8}))
    assert not diff_manifests([BASE], [new]).objects


def test_an_empty_list_and_none_are_one_outside_the_pods() -> None:
    assert not diff_manifests([BASE], [edited(("spec/template/resourceSharing", []))]).objects


def test_a_new_set_adds_its_pods_and_a_refused_one_none() -> None:
    (made,) = diff_manifests([], [BASE]).objects
    assert len(made.pods("added")) == 8
    assert made.gangs == 1
    (refused,) = diff_manifests([], [edited((f"{POD}/nodeName", "n"))]).objects
    assert refused.rejected
    assert refused.pods("added") == ()
    assert not change_of(BASE, edited((f"{POD}/nodeName", "n"))).rejected  # asked of new sets only


def test_a_renamed_set_is_a_new_one_and_the_old_one_stays() -> None:
    made, gone = diff_manifests([BASE], [edited(("metadata/name", "other"))]).objects[::-1]
    assert (made.name, made.note) == ("default/other", "renamed from 'base': a new set; the old one stays beside it")
    assert gone.note == "renamed to 'other': this one stays until something deletes it"
    assert len(gone.pods("removed")) == 8


@pytest.mark.parametrize(("grove", "warned"), [("v0.1.0-alpha.11", True), ("v0.1.0-alpha.13", False)])
def test_old_groves_do_not_make_a_set_anew_under_its_name(grove: str, *, warned: bool) -> None:
    kai = "v0.15.2" if warned else "v0.17.0"
    item = change_of(BASE, edited((f"{GROUP}/minAvailable", 2)), Target(grove=grove, kai=kai))
    assert ("another name" in only(item).why) == warned
