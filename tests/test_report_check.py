"""What a check found in each format: the data that programs and people get."""

import json
import re
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from cdk8s_grove.core.checks import Options, Report, check_documents, check_manifests
from cdk8s_grove.core.report.check_data import check_as_json, check_data
from cdk8s_grove.core.report.check_github import check_as_github
from cdk8s_grove.core.report.check_junit import check_as_junit
from cdk8s_grove.core.report.check_markdown import check_as_markdown
from cdk8s_grove.core.report.paths import relative
from cdk8s_grove.core.serial import load

EXPAND = Path(__file__).parent / "golden" / "grove-main" / "expand"
ROOT = PurePath("/repo")
SET = """\
apiVersion: grove.io/v1alpha1
kind: PodCliqueSet
metadata:
  name: qwen
  labels: {kai.scheduler/queue: "team|a"}
spec:
  template:
    cliques:
    - name: worker
      spec:
        replicas: 2
        minAvailable: 3
        podSpec:
          schedulerName: kai-scheduler
          containers: [{name: c, image: "e:1"}]
"""


def report(text: str = SET, *, source: str = "dist/set.yaml", **options: Any) -> Report:
    return check_documents(load(text, source=source), options=Options(**options))


def test_json_is_what_its_schema_says() -> None:
    schema = json.loads((files("cdk8s_grove.core.report") / "check.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    described = set(schema["$defs"]["finding"]["properties"])
    for path in sorted(EXPAND.glob("*.json")):
        data = check_data(report(json.dumps(json.loads(path.read_text())["manifest"])))
        jsonschema.validate(data, schema)
        assert all(set(found) == described for found in data["findings"])
        summary = data["summary"]
        assert summary["errors"] + summary["warnings"] == len(data["findings"])
        assert set(summary) == set(schema["properties"]["summary"]["properties"])


def test_a_finding_has_its_place() -> None:
    (found,) = check_data(report(select=("GRV104",)))["findings"]
    assert (found["set"], found["file"], found["line"], found["column"]) == ("default/qwen", "dist/set.yaml", 12, 9)
    assert SET.splitlines()[11][8:].startswith("minAvailable")
    assert found["path"] == "spec.template.cliques[0].spec.minAvailable"


def test_a_list_on_standard_input() -> None:
    items = [{"kind": "Pod", "apiVersion": "v1"}, load(SET, source="x")[0].value]
    text = json.dumps({"kind": "List", "apiVersion": "v1", "items": items}, indent=1)
    (found,) = check_data(report(text, source="standard input", select=("GRV104",)))["findings"]
    assert found["file"] == "standard input"
    assert text.splitlines()[found["line"] - 1][found["column"] - 1 :] == '"minAvailable": 3,'


def test_a_set_without_a_name_is_told_by_its_place() -> None:
    found = check_data(report("kind: A\n---\n" + SET.replace("  name: qwen\n", "")))["findings"]
    assert {one["set"] for one in found} == {"dist/set.yaml:3"}


def test_plain_dicts_have_no_file() -> None:
    found = check_data(check_manifests([load(SET, source="x")[0].value]))["findings"]
    assert {(one["set"], one["file"], one["line"], one["column"]) for one in found} == {
        ("default/qwen", None, None, None)
    }


def test_a_kind_without_namespaces_is_called_by_its_name() -> None:
    queue = "kind: Queue\napiVersion: scheduling.run.ai/v2\nmetadata: {name: a}\nspec: {priority: high}\n"
    assert {one["set"] for one in check_data(report(queue))["findings"]} == {"a"}


def test_findings_come_by_file_and_line() -> None:
    documents = [*load(SET, source="b.yaml"), *load(f"---\n{SET}---\n{SET.replace('qwen', 'b')}", source="a.yaml")]
    found = check_data(check_documents(documents))["findings"]
    places = [(one["file"], one["line"], one["column"]) for one in found]
    assert places == sorted(places)
    assert check_as_json(check_documents(reversed(documents))) == check_as_json(check_documents(documents))


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("dist/a.yaml", "app/dist/a.yaml"),
        ("./a.yaml", "app/a.yaml"),
        ("../a.yaml", "a.yaml"),
        ("/repo/a.yaml", "a.yaml"),
        ("/elsewhere/a.yaml", "/elsewhere/a.yaml"),
        ("../../a.yaml", "/a.yaml"),
        ("/repository/a.yaml", "/repository/a.yaml"),
        ("standard input", None),
        (None, None),
    ],
)
def test_files_are_named_from_the_repository(file: str | None, expected: str | None) -> None:
    assert relative(file, PurePath("/repo/app"), ROOT) == expected


def test_github_escapes_what_it_has_to() -> None:
    text = check_as_github(report(source="a,b:c%d.yaml"), here=ROOT, root=ROOT)
    assert len(text.splitlines()) == len(report().findings)
    for line in text.splitlines():
        found = re.fullmatch(r"::(error|warning) ([^:]*)::(.*)", line)
        assert found, line
        properties = dict(entry.split("=", 1) for entry in found[2].split(","))
        assert properties["file"] == "a%2Cb%3Ac%25d.yaml"
        assert re.fullmatch(r"GRV\d{3} [a-z-]+", properties["title"])
        assert int(properties["line"]) > 0
        assert found[3].startswith("default/qwen: ")
        assert "%0Afix: " in found[3]
    (line,) = check_as_github(report(source="standard input", select=("GRV104",)), here=ROOT, root=ROOT).splitlines()
    assert line.startswith("::error title=GRV104 clique-counts::")


def test_junit() -> None:
    good = SET.replace("minAvailable: 3", "minAvailable: 2").replace("name: qwen", "name: good")
    found = report(f"{SET}---\n{good}", select=("GRV104",))
    root = ElementTree.fromstring(check_as_junit(found))
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "2", "1")
    suites = {suite.get("name"): list(suite) for suite in root}
    assert sorted(suites) == ["default/good", "default/qwen"]
    assert [(case.get("name"), list(case)) for case in suites["default/good"]] == [("check", [])]
    (case,) = suites["default/qwen"]
    assert case.get("file") == "dist/set.yaml"
    assert case.get("name") == "GRV104 clique-counts spec.template.cliques[0].spec.minAvailable"
    (failure,) = case
    assert failure.get("type") == "error"
    assert failure.text
    assert "default/qwen (dist/set.yaml:12:9)" in failure.text


def test_junit_of_what_xml_cannot_hold() -> None:
    text = check_as_junit(report(SET.replace("name: worker", 'name: "w\\u0001<&\\ufffe>"')))
    assert "found: w\N{REPLACEMENT CHARACTER}<&\N{REPLACEMENT CHARACTER}>" in "".join(
        ElementTree.fromstring(text).itertext()
    )


def test_markdown_is_one_table_whatever_the_names() -> None:
    evil = SET.replace("name: worker", 'name: "a|b`<i>*_[x](y)\\n#"')
    text = check_as_markdown(report(evil))
    head, rows = text.split("|---|---|---|---|---|\n")
    assert head.startswith("### cdk8s-grove check\n\nFound ")
    assert len(rows.splitlines()) == len(report(evil).findings)
    for row in rows.splitlines():
        assert len(re.findall(r"(?<!\\)\|", row)) == 6, row
        assert "<i>" not in row
    assert "no PodCliqueSet" in check_as_markdown(report("kind: Pod\n"))
