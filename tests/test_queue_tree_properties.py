"""Numbers of queues go through KAI's units, YAML and back, and are what they were."""

import json
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cdk8s_grove.core.diagnostics import InputError
from cdk8s_grove.core.facts.quantities import parse_quantity
from cdk8s_grove.core.facts.queues import from_kai, to_kai
from cdk8s_grove.core.rendering import place_queues, read_queue, render_placed, render_queue_tree
from cdk8s_grove.core.spec import QueueTreeSpec

# As people write them: GPUs and cores by thousandths, memory by whole bytes.
counts = st.one_of(st.none(), st.just(-1), st.integers(0, 10**6), st.decimals(0, 10**6, places=3).map(float))
memories = st.one_of(
    st.none(),
    st.just(-1),
    st.builds("{}{}".format, st.integers(0, 10**6), st.sampled_from(["", "k", "Ki", "M", "Mi", "G", "Gi"])),
    st.builds("{}.5Gi".format, st.integers(0, 1000)),
)
names = st.integers(0, 10**6).map("q{}".format)
runtimes = st.one_of(st.none(), st.timedeltas(timedelta(0), timedelta(days=30)))


def nodes(below: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "gpus": counts,
            "cpus": counts,
            "memory": memories,
            "over_quota_weight": st.decimals(0, 100, places=2).map(float),
            "priority": st.integers(-(2**31), 2**31 - 1),
            "display_name": st.text("abc é'\"", max_size=5),
            "preempt_min_runtime": runtimes,
            "reclaim_min_runtime": runtimes,
            "queues": below,
        },
    )


trees = st.recursive(
    st.just({}), lambda below: st.dictionaries(names, nodes(below), min_size=1, max_size=3), max_leaves=12
)


def summed(queues: dict[str, Any]) -> dict[str, Any]:
    """The tree with what its parents say themselves left out, so that everything fits together."""
    own = ("gpus", "cpus", "memory")
    return {
        name: {
            **{key: value for key, value in node.items() if key not in own or not node.get("queues")},
            "queues": summed(node.get("queues") or {}),
        }
        for name, node in queues.items()
    }


def all_names(queues: dict[str, Any]) -> list[str]:
    return [one for name, node in queues.items() for one in (name, *all_names(node["queues"]))]


@given(trees.map(summed).filter(lambda tree: tree and len(set(all_names(tree))) == len(all_names(tree))))
def test_a_tree_comes_back_from_its_manifests(queues: dict[str, Any]) -> None:
    spec = QueueTreeSpec.model_validate({"queues": queues, "parent": "root", "node_pool": "h100"})
    placed, manifests = place_queues(spec), render_queue_tree(spec)
    for text in (yaml.safe_dump(manifests), json.dumps(manifests)):
        assert tuple(read_queue(one) for one in yaml.safe_load(text)) == placed
    assert [render_placed(one) for one in placed] == manifests
    by_name = {one.name: one for one in placed}
    for resource in ("cpu", "gpu", "memory"):
        for one in placed:
            quotas = [below.shares[resource].quota for below in placed if below.parent == one.name]
            if quotas:
                known = [quota for quota in quotas if quota is not None]
                want = sum(known, Fraction(0)) if len(known) == len(quotas) else None
                assert by_name[one.name].shares[resource].quota == want


@given(counts, memories)
def test_amounts_are_those_that_were_written(count: float | None, memory: str | int | None) -> None:
    spec = QueueTreeSpec.model_validate({"queues": {"a": {"gpus": count, "cpus": count, "memory": memory}}})
    shares = read_queue(render_queue_tree(spec)[0]).shares
    written = None if count in (None, -1) else Fraction(Decimal(str(count)))
    assert shares["gpu"].quota == shares["cpu"].quota == written
    assert shares["memory"].quota == (parse_quantity(memory) if isinstance(memory, str) else None)


@given(st.sampled_from(["cpu", "gpu", "memory"]), st.floats(0, 1e15))
def test_every_number_of_a_manifest_is_written_again_as_it_was(resource: str, number: float) -> None:
    assert to_kai(resource, from_kai(resource, number)) == number


def queue(resources: dict[str, Any] | None, **fields: Any) -> dict[str, Any]:
    body = {**fields, **({} if resources is None else {"resources": resources})}
    return {"apiVersion": "scheduling.run.ai/v2", "kind": "Queue", "metadata": {"name": "a"}, "spec": body}


def test_what_is_left_out_is_nothing_as_kai_has_it() -> None:
    for resources in (None, {}, {"gpu": {}}):
        read = read_queue(queue(resources))
        shares = read.shares.values()
        assert {(one.quota, one.limit, one.weight) for one in shares} == {(Fraction(0), Fraction(0), Fraction(0))}
        assert (read.parent, read.priority, read.node_pool) == (None, None, None)


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (queue({"gpu": {"quota": -2}}), "spec.resources.gpu.quota"),
        (queue({"gpu": {"limit": "8"}}), "spec.resources.gpu.limit"),
        (queue({}, preemptMinRuntime="soon"), "spec.preemptMinRuntime"),
        ({**queue({}), "kind": "PodGroup"}, "kind"),
    ],
)
def test_a_queue_that_means_nothing_is_said(document: dict[str, Any], path: str) -> None:
    with pytest.raises(InputError) as caught:
        read_queue(document)
    assert [one.path for one in caught.value.findings] == [path]
