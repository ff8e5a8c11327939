"""Every rule by its failing and its nearest passing case, in tests/rules/."""

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from cdk8s_grove.core.checks import Options, Report, all_rules, check_documents, check_manifests
from cdk8s_grove.core.serial import read_path
from cdk8s_grove.core.spec import Target

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
RULES = {rule.code: rule for rule in all_rules()}
BASES: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "rules" / "bases.yaml").read_text())
FILES = sorted((HERE / "rules").glob("GRV*.yaml"))
Case = dict[str, Any]


def cases(kind: str) -> list[Any]:
    found = [(path.stem, case) for path in FILES for case in yaml.safe_load(path.read_text())[kind]]
    return [pytest.param(code, case, id=f"{code}-{index}") for index, (code, case) in enumerate(found)]


def manifest(case: Case) -> dict[str, Any]:
    """A base with fields set: `spec/template/…`, a number for an item, `+` for a new one; null takes a field out."""
    made: Any = copy.deepcopy(BASES[case.get("base", "pair")])
    for path, value in (case.get("set") or {}).items():
        *parents, last = path.split("/")
        node = made
        for part in parents:
            node = node[int(part)] if isinstance(node, list) else node.setdefault(part.replace("~", "/"), {})
        last = last.replace("~", "/")
        if isinstance(node, list) and last == "+":
            node.append(value)
        elif value is None:
            del node[int(last) if isinstance(node, list) else last]
        else:
            node[int(last) if isinstance(node, list) else last] = value
    return dict(made)


def checked(case: Case) -> Report:
    target = Target(**case.get("target", {}))
    beside = [*(BASES[name] for name in case.get("with", ["queues"]) if name != "queues"), *case.get("beside", [])]
    queues = [BASES["leaf"], BASES["parent"]] if "queues" in case.get("with", ["queues"]) else []
    sets = [] if case.get("base") == "none" else [manifest(case)]
    return check_manifests([*sets, *queues, *beside], target, Options(**case.get("options", {})))


@pytest.mark.parametrize(("code", "case"), cases("bad"))
def test_the_failing_case(code: str, case: Case) -> None:
    found = checked(case).findings
    own = [one for one in found if one.code == code]
    assert [one.path for one in own] == ([case["at"]] if isinstance(case["at"], str) else case["at"])
    assert {one.severity for one in own} == {case.get("severity", RULES[code].severity)}
    assert {one.code for one in found} - {code} == set(case.get("also", []))
    for one in own:
        assert one.name == RULES[code].name
        assert one.message
        assert one.fix
        assert (DOCS.parent / one.link).exists()


@pytest.mark.parametrize(("code", "case"), cases("good"))
def test_the_nearest_passing_case(code: str, case: Case) -> None:
    found = [one.code for one in checked(case).findings]
    assert code not in found
    assert set(found) == set(case.get("also", []))


def test_every_rule_has_its_cases_and_its_page() -> None:
    assert {path.stem for path in FILES} == set(RULES)
    for path in FILES:
        assert {kind: bool(found) for kind, found in yaml.safe_load(path.read_text()).items()} == {
            "bad": True,
            "good": True,
        }
    sys.path.insert(0, str(DOCS))
    from make_checks import pages

    assert {path.name: path.read_text() for path in (DOCS / "checks").iterdir()} == pages()


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.code)
def test_a_rules_page_has_all_its_parts(rule: Any) -> None:
    assert rule.summary.endswith(".")
    for part in ("\n\nExample: ", "\n\nFix: ", "\n\nSource: "):
        assert rule.doc.count(part) == 1, part


def test_names_and_codes_are_once() -> None:
    assert len({rule.name for rule in RULES.values()}) == len(RULES)


@pytest.mark.parametrize("recipe", sorted((HERE / "__snapshots__" / "test_recipes_snapshot").glob("*.yaml")))
def test_the_recipes_are_clean_without_suppression(recipe: Path) -> None:
    report = check_documents(read_path(recipe), None, Options(suppressions=False))
    assert report.sets == 1
    assert [one.text() for one in report.findings] == []


def test_the_bases_are_clean() -> None:
    for name in ("pair", "one"):
        assert [one.text() for one in checked({"base": name}).findings] == []


def test_every_input_gives_the_same_findings_in_any_order() -> None:
    bad = [manifest(case.values[1]) for case in cases("bad")[:12] if case.values[1].get("base") != "none"]
    for index, one in enumerate(bad):
        one["metadata"]["name"] = f"s{index}"
    there, back = (
        check_manifests(bad, places=[str(i) for i in range(len(bad))]),
        check_manifests(bad[::-1], places=[str(i) for i in range(len(bad))][::-1]),
    )
    assert json.dumps([one.text() for one in there.findings]) == json.dumps([one.text() for one in back.findings])
