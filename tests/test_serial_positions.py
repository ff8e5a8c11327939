"""Where in the text of a document each field stands."""

import json

import pytest
import yaml

from cdk8s_grove.core.serial import load, locate

TEXT = """\
# a comment
kind: A
metadata:
  annotations: {"a/b": "1", a.b/c: é, z: 2}
spec:
  base: &base {p: 1}
  list:
  - name: one
    env: [{name: A, value: b}, {name: B,
      value: c}]
  - <<: *base
    name: two
---
# the second
- a
- {"k": [1, 2]}
"""


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ("", 2, 1),
        ("kind", 2, 1),
        ("metadata.annotations['a/b']", 4, 17),
        ('metadata.annotations["z"]', 4, 39),
        ("metadata.annotations.a.b/c", 4, 29),
        ("spec.list[0]", 8, 5),
        ("spec.list[0].env[1].value", 10, 7),
        ("spec.list[one].env[B].value", 10, 7),
        ("spec.list[two].name", 12, 5),
        ("spec.list[1].p", 6, 16),
        ("spec.list[1].missing.deeper", 11, 5),
        ("spec.list[7].name", 7, 3),
        ("spec.list.env", 7, 3),
        ("nothing.of[3].it", 2, 1),
        ("spec..list", 5, 1),
    ],
)
def test_the_deepest_part_that_exists(path: str, line: int, column: int) -> None:
    assert locate(load(TEXT, source="t")[0], [path]) == [(line, column)]


def test_every_document_has_its_own_lines() -> None:
    second = load(TEXT, source="t")[1]
    assert locate(second, ["", "[1].k[1]"]) == [(15, 1), (16, 13)]


def test_lines_end_as_on_windows() -> None:
    first, second = load(TEXT.replace("\n", "\r\n").encode("utf-16"), source="t")
    assert locate(first, ["spec.list[0].env[1].value"]) == [(10, 7)]
    assert locate(second, ["[1].k"]) == [(16, 4)]


def test_an_indented_document() -> None:
    (document,) = load("\n   a: 1\n   b:\n     c: 2\n", source="t")
    assert locate(document, ["a", "b.c"]) == [(2, 4), (4, 6)]


def test_json_and_json_behind_json() -> None:
    text = '  {"a":1,"b":[{"name":"\\ud83d\\ude00","v":"\\\\ud83d"},\n\t{"k":2}]} {"x":\n\t{"y":2}}'
    first, second = load(text, source="t")
    assert locate(first, ["a", "b[0].v", "b[1].k"]) == [(1, 4), (1, text.index('"v"') + 1), (2, 3)]
    assert locate(second, ["", "x.y"]) == [(2, 12), (3, 3)]


def test_an_anchor_that_is_defined_anew() -> None:
    (document,) = load("a: &x {p: 1}\nb: &x {p: 2}\nc: *x\n", source="t")
    assert locate(document, ["c.p"]) == [(2, 8)]


def test_what_was_made_and_not_read_has_no_positions() -> None:
    (document,) = load("a: !!binary aGk=\n", source="t")
    made = type(document)(document.value, "t", 3)
    assert locate(made, ["a", ""]) == [None, None]


def test_every_field_of_a_manifest_is_where_yaml_says() -> None:
    def walk(node: yaml.Node, path: str) -> list[tuple[str, tuple[int, int]]]:
        found = []
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                at = f"{path}[{key.value!r}]"
                found += [(at, (key.start_mark.line + 1, key.start_mark.column + 1)), *walk(value, at)]
        elif isinstance(node, yaml.SequenceNode):
            for index, item in enumerate(node.value):
                at = f"{path}[{index}]"
                found += [(at, (item.start_mark.line + 1, item.start_mark.column + 1)), *walk(item, at)]
        return found

    data = {"kind": "A", "spec": {"a.b": [{"c": [[1], {"d e": None}]}], "": {"'": 1, '"]': [{}]}, "long\nkey": "v\nw"}}
    for text in (yaml.safe_dump(data), json.dumps(data), json.dumps(data, indent="\t")):
        expected = walk(yaml.compose(text, Loader=yaml.CSafeLoader), "")
        (document,) = load(text, source="t")
        assert locate(document, [path for path, _ in expected]) == [position for _, position in expected]
