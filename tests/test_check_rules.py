"""Every rule by its failing and its nearest passing cases, in tests/rules/; its page, in docs/checks/.

A case is a base of bases.yaml with single fields set, and what stands beside it:

    base     its name in bases.yaml; `pair` by default, `none` for no set
    set      path to value, the path from `spec/template` unless it begins at the root;
             `~` stands for `/`, `+` for a new item; null takes a field out
    queues   name to `{parent: ..., gpu: {limit: ...}}`; what is left out is -1. By default `leaf` under `root`
    beside   more objects: whole manifests, or `{base: ..., set: ...}`
    target, options   as `Target` and `Options` have them
    at       the path of the finding, or of each; `severity` where it is not the rule's, `says` a part of its text
    also     the codes of other rules that find something too
"""

import copy
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from cdk8s_grove.core.checks import Options, Report, Rule, all_rules, check_documents, check_manifests
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.serial import read_path
from cdk8s_grove.core.spec import Target

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
RULES = {rule.code: rule for rule in all_rules()}
BASES: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "rules" / "bases.yaml").read_text())
FILES = sorted((HERE / "rules").glob("GRV*.yaml"))
ROOTS = ("spec/", "metadata/", "kind", "value")
QUEUES: dict[str, Any] = {"leaf": {"parent": "root"}, "root": {}}
PLAIN = {"GRV102", "GRV114", "GRV312", "GRV313"}
"""What they find needs no reason beside the message."""
Case = dict[str, Any]


def cases(kind: str) -> list[Any]:
    found = [
        (path.stem, index, case) for path in FILES for index, case in enumerate(yaml.safe_load(path.read_text())[kind])
    ]
    return [pytest.param(code, case, id=f"{code}-{index}") for code, index, case in found]


def manifest(case: Case) -> dict[str, Any]:
    made: Any = copy.deepcopy(BASES[case["base"]])
    # YAML's anchors make one object of what stands twice.
    made = json.loads(json.dumps(made))
    for path, value in (case.get("set") or {}).items():
        parts = path.split("/") if path.startswith(ROOTS) else ["spec", "template", *path.split("/")]
        node = made
        for part in parts[:-1]:
            node = node[int(part)] if isinstance(node, list) else node.setdefault(part.replace("~", "/"), {})
        last = parts[-1].replace("~", "/")
        if isinstance(node, list) and last == "+":
            node.append(value)
        elif value is None:
            del node[int(last) if isinstance(node, list) else last]
        else:
            node[int(last) if isinstance(node, list) else last] = value
    return dict(made)


def queue(name: str, says: dict[str, Any]) -> dict[str, Any]:
    unlimited = {"quota": -1, "limit": -1, "overQuotaWeight": 1}
    resources = {kind: says.get(kind, unlimited) for kind in ("gpu", "cpu", "memory")}
    spec = {"resources": {kind: amounts for kind, amounts in resources.items() if amounts is not None}}
    parent = {"parentQueue": says["parent"]} if "parent" in says else {}
    return {"apiVersion": "scheduling.run.ai/v2", "kind": "Queue", "metadata": {"name": name}, "spec": parent | spec}


def objects(case: Case) -> list[dict[str, Any]]:
    sets = [] if case.get("base") == "none" else [manifest({"base": "pair", **case})]
    queues = [queue(name, says or {}) for name, says in case.get("queues", QUEUES).items()]
    return [*sets, *queues, *(manifest(one) if "base" in one else one for one in case.get("beside", []))]


def checked(case: Case) -> Report:
    target, options = Target(**case.get("target", {})), Options(**case.get("options", {}))
    return check_manifests(objects(case), target, options)


@pytest.mark.parametrize(("code", "case"), cases("bad"))
def test_the_failing_case(code: str, case: Case) -> None:
    found = checked(case).findings
    own = [one for one in found if one.code == code]
    assert [one.path for one in own] == ([case["at"]] if isinstance(case["at"], str) else case["at"])
    assert {one.severity for one in own} == {Severity(case.get("severity", RULES[code].severity))}
    assert {one.code for one in found} - {code} == set(case.get("also", []))
    for one in own:
        assert case.get("says", "") in one.text()
        assert one.name == RULES[code].name
        assert one.message
        assert one.fix
        assert one.why or one.found or code in PLAIN
        assert (DOCS.parent / one.link).exists()


@pytest.mark.parametrize(("code", "case"), cases("good"))
def test_the_nearest_passing_case(code: str, case: Case) -> None:
    found = {one.code for one in checked(case).findings}
    assert code not in found
    assert found == set(case.get("also", []))


def made_pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_checks", DOCS / "make_checks.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_rule_has_its_cases_and_its_page() -> None:
    assert {path.stem for path in FILES} == set(RULES)
    for path in FILES:
        assert [(kind, bool(found)) for kind, found in yaml.safe_load(path.read_text()).items()] == [
            ("bad", True),
            ("good", True),
        ]
    committed = {path.name: path.read_text() for path in (DOCS / "checks").iterdir()}
    assert committed == made_pages().pages(), "run docs/make_checks.py"


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
def test_a_rules_page_has_all_its_parts(rule: Rule) -> None:
    assert rule.summary.endswith(".")
    assert [part.partition(":")[0] for part in rule.doc.split("\n\n")[-3:]] == ["Example", "Fix", "Source"]


def test_no_two_rules_have_one_name() -> None:
    assert len({rule.name for rule in RULES.values()}) == len(RULES)


@pytest.mark.parametrize(
    "recipe", sorted((HERE / "__snapshots__" / "test_recipes_snapshot").glob("*.yaml")), ids=lambda path: path.stem
)
def test_the_recipes_are_clean_without_suppression(recipe: Path) -> None:
    report = check_documents(read_path(recipe), None, Options(suppressions=False))
    assert report.sets == 1
    assert [one.text() for one in report.findings] == []


@pytest.mark.parametrize("base", BASES)
def test_the_bases_are_clean(base: str) -> None:
    # A Deployment and a LeaderWorkerSet are bases of a rule that is about nothing else.
    expected = ["GRV305"] if base in ("deployment", "leader-worker-set") else []
    assert [one.code for one in checked({"base": base}).findings] == expected


def many() -> list[dict[str, Any]]:
    """The sets of the failing cases, each under its own name."""
    made = [
        manifest({"base": "pair", **case})
        for _, case in (one.values for one in cases("bad"))
        if case.get("base") != "none"
    ]
    return [one | {"metadata": one["metadata"] | {"namespace": f"n{index}"}} for index, one in enumerate(made)]


def said(objects: list[dict[str, Any]], places: list[str]) -> str:
    return "\n".join(one.text() for one in check_manifests(objects, places=places).findings)


def test_the_order_of_the_input_does_not_matter() -> None:
    objects = [*many(), queue("leaf", {"parent": "root", "gpu": {"limit": 1}}), queue("root", {})]
    places = [f"{index}.yaml" for index in range(len(objects))]
    there = said(objects, places)
    assert len(there) > 10_000
    assert said(objects[::-1], places[::-1]) == there


def test_the_same_bytes_in_every_run() -> None:
    program = "import test_check_rules as t; o = t.many(); print(t.said(o, list(map(str, range(len(o))))))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=HERE,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert runs.pop().strip()


@pytest.mark.parametrize(("more", "codes"), [(0, []), (1, ["GRV115"])])
def test_the_bytes_of_annotations(more: int, codes: list[str]) -> None:
    value = "ä" * (128 * 1024 - 1) + "a" * (1 + more)
    report = checked({"set": {"metadata/annotations": {"a": value}}})
    assert [(one.code, one.path) for one in report.findings] == [(code, "metadata.annotations") for code in codes]
