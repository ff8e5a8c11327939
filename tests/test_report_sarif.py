"""What a check found as SARIF."""

import json
from pathlib import PurePath
from typing import Any

import jsonschema

from cdk8s_grove.core.checks import Options, Report, all_rules, check_documents
from cdk8s_grove.core.report.check_sarif import check_as_sarif
from cdk8s_grove.core.serial import load

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
# What we write of SARIF 2.1.0, in our words; the standard's own schema was asked by hand.
SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "minItems": 1,
            "maxItems": 1,
            "items": {
                "required": ["tool", "columnKind", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name", "version", "semanticVersion", "rules"],
                                "additionalProperties": False,
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "semanticVersion": {"type": "string"},
                                    "rules": {"uniqueItems": True, "items": {"$ref": "#/$defs/rule"}},
                                },
                            }
                        },
                    },
                    "results": {"items": {"$ref": "#/$defs/result"}},
                },
            },
        },
    },
    "$defs": {
        "text": {
            "type": "object",
            "required": ["text"],
            "additionalProperties": False,
            "properties": {"text": {"type": "string", "minLength": 1}},
        },
        "level": {"enum": ["error", "warning"]},
        "count": {"type": "integer", "minimum": 1},
        "rule": {
            "required": ["id", "name", "shortDescription", "helpUri", "defaultConfiguration"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string", "pattern": "^GRV[0-9]{3}$"},
                "name": {"type": "string", "minLength": 1},
                "shortDescription": {"$ref": "#/$defs/text"},
                "help": {"$ref": "#/$defs/text"},
                "helpUri": {"type": "string", "pattern": r"^[\w/.#-]+$"},
                "defaultConfiguration": {
                    "required": ["level"],
                    "additionalProperties": False,
                    "properties": {"level": {"$ref": "#/$defs/level"}},
                },
            },
        },
        "result": {
            "required": ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
            "additionalProperties": False,
            "properties": {
                "ruleId": {"type": "string"},
                "ruleIndex": {"type": "integer", "minimum": 0},
                "level": {"$ref": "#/$defs/level"},
                "message": {"$ref": "#/$defs/text"},
                "partialFingerprints": {
                    "minProperties": 1,
                    "additionalProperties": {"type": "string", "minLength": 16},
                },
                "locations": {
                    "minItems": 1,
                    "maxItems": 1,
                    "items": {
                        "required": ["logicalLocations"],
                        "additionalProperties": False,
                        "properties": {
                            "logicalLocations": {
                                "items": {
                                    "required": ["fullyQualifiedName", "kind"],
                                    "properties": {"fullyQualifiedName": {"type": "string", "minLength": 1}},
                                }
                            },
                            "physicalLocation": {
                                "required": ["artifactLocation", "region"],
                                "properties": {
                                    "artifactLocation": {
                                        "required": ["uri"],
                                        "properties": {"uri": {"type": "string", "pattern": r"^[\w/.%~:+-]+$"}},
                                    },
                                    "region": {
                                        "additionalProperties": False,
                                        "required": ["startLine"],
                                        "properties": {
                                            "startLine": {"$ref": "#/$defs/count"},
                                            "startColumn": {"$ref": "#/$defs/count"},
                                        },
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}


def report(text: str = SET, *, source: str = "dist/set.yaml", **options: Any) -> Report:
    return check_documents(load(text, source=source), options=Options(**options))


def sarif(found: Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(check_as_sarif(found, version="1.2.3", here=ROOT, root=ROOT))
    jsonschema.validate(data, SARIF)
    run: dict[str, Any] = data["runs"][0]
    return run


def fingerprints(found: Report) -> set[str]:
    return {value for result in sarif(found)["results"] for value in result["partialFingerprints"].values()}


def test_sarif() -> None:
    found = report()
    run = sarif(found)
    assert run["tool"]["driver"]["version"] == "1.2.3"
    rules = run["tool"]["driver"]["rules"]
    assert {rule.code for rule in all_rules()} <= {rule["id"] for rule in rules}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "dist/set.yaml"
    assert len(run["results"]) == len(found.findings)
    where = next(result["locations"][0] for result in run["results"] if result["ruleId"] == "GRV104")
    assert where["physicalLocation"]["region"] == {"startLine": 12, "startColumn": 9}


def test_sarif_of_standard_input_names_no_file() -> None:
    for result in sarif(report(source="standard input"))["results"]:
        assert "physicalLocation" not in result["locations"][0]


def test_sarif_names_what_is_no_rule_too() -> None:
    unneeded = SET.replace("  labels:", "  annotations: {ignore-check.cdk8s-grove.io/GRV303: x}\n  labels:")
    run = sarif(report(unneeded))
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert ids == sorted(ids)
    assert "GRV091" in ids


def test_fingerprints_outlive_moves_and_tell_findings_apart() -> None:
    before, moved = report(f"{SET}---\n{SET}"), report(f"# one\n# more\n---\n{SET}---\n\n{SET}")
    assert fingerprints(before) == fingerprints(moved)
    assert len(fingerprints(before)) == len(before.findings)
    assert not fingerprints(before) & fingerprints(report(source="other.yaml"))
    unnamed = SET.replace("  name: qwen\n", "")
    assert fingerprints(report(unnamed)) == fingerprints(report(f"# moved\n{unnamed}"))


def test_uris_are_quoted() -> None:
    for source, uri in (("a b/%:é.yaml", "a%20b/%25%3A%C3%A9.yaml"), ("/else/a b.yaml", "file:///else/a%20b.yaml")):
        run = sarif(report(source=source))
        (found,) = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in run["results"]}
        assert found == uri
