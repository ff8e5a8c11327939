"""What a control plane refuses, takes and never runs, or takes and runs: recordings of one, and edits of them.

The edits in tests/admission/ were judged by the real code, linked into one program: the API server's handling of custom
resources at v1.35 with the CRD and its CEL rules, both webhooks of Grove at fcc3b3bb, and Kubernetes' validation of the
pods, autoscalers and claims that Grove makes.

    base   the recorded case that is edited; `base` by default
    set    path to value, the path from `spec/template` unless it begins at the root; `~` stands for `/`, `+` for a new
           item, `(gone)` takes a field out
    at     the field at fault
"""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from cdk8s_grove.core.checks import check_manifests
from cdk8s_grove.core.diagnostics import Finding, Severity

HERE = Path(__file__).parent
ROOTS = ("apiVersion", "kind", "metadata", "spec", "status")
RECORDED: list[dict[str, Any]] = json.loads((HERE / "golden" / "admission.json").read_text())
BASES = {case["case"]: case["manifest"] for case in RECORDED if case["accepted"]}
NEVER_RUN = {
    path.stem
    for path in (HERE / "golden" / "grove-main" / "expand").glob("*.json")
    if "failed" in json.loads(path.read_text())
} | {"clique-name-suffix"}
LEVELS = {"zone": "topology.kubernetes.io/zone", "block": "example.com/block", "rack": "example.com/rack"}
TOPOLOGIES = [
    {
        "apiVersion": "grove.io/v1alpha1",
        "kind": "ClusterTopologyBinding",
        "metadata": {"name": name},
        "spec": {
            "levels": [
                {"domain": domain, "key": key} for domain, key in {**LEVELS, "host": "kubernetes.io/hostname"}.items()
            ]
        },
    }
    for name in ("topo", "topo2")
]


def errors(manifest: dict[str, Any]) -> list[Finding]:
    found = check_manifests([manifest, *TOPOLOGIES]).findings
    return [one for one in found if one.severity is Severity.ERROR]


def without_indexes(path: str) -> str:
    return re.sub(r"\[\d+\]", "", path)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["case"]) for case in RECORDED])
def test_a_recorded_case(case: dict[str, Any]) -> None:
    found = errors(case["manifest"])
    if case["accepted"]:
        assert bool(found) == (case["case"] in NEVER_RUN)
    else:
        paths = [without_indexes(one.path) for one in found]
        assert any(path.startswith(without_indexes(field)) for path in paths for field in case["fields"])


def edited(edit: dict[str, Any]) -> dict[str, Any]:
    made: Any = copy.deepcopy(BASES[edit.get("base", "base")])
    for path, value in edit["set"].items():
        parts = [part.replace("~", "/") for part in path.split("/")]
        if parts[0] not in ROOTS:
            parts = ["spec", "template", *parts]
        node = made
        for part in parts[:-1]:
            node = node[int(part)] if isinstance(node, list) else node.setdefault(part, {})
        last: Any = int(parts[-1]) if isinstance(node, list) and parts[-1] != "+" else parts[-1]
        if last == "+":
            node.append(value)
        elif value == "(gone)":
            del node[last]
        else:
            node[last] = value
    return dict(made)


def edits(kind: str) -> list[Any]:
    table = yaml.safe_load((HERE / "admission" / f"{kind}.yaml").read_text())
    return [pytest.param(edit, id=f"{index}-{'-'.join(edit['set'])[-60:]}") for index, edit in enumerate(table)]


@pytest.mark.parametrize("edit", edits("refused") + edits("dead"))
def test_an_edit_that_comes_to_nothing(edit: dict[str, Any]) -> None:
    assert edit["at"] in [one.path for one in errors(edited(edit))]


@pytest.mark.parametrize("edit", edits("fine"))
def test_an_edit_that_runs(edit: dict[str, Any]) -> None:
    assert errors(edited(edit)) == []


def test_there_are_edits() -> None:
    assert [len(edits(kind)) for kind in ("refused", "dead", "fine")] > [150, 200, 100]
