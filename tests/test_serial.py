"""YAML by Kubernetes' rules; tests/golden/scalars.json holds what Go's reader and cdk8s' writer really did."""

import enum
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cdk8s_grove.core import GroveError
from cdk8s_grove.core.serial import dump, json_findings, load, read_path, read_stdin, transport_findings
from cdk8s_grove.core.serial.scalars import plain_is_text, plain_value

SCALARS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "golden" / "scalars.json").read_text())


class Colour(str, enum.Enum):  # noqa: UP042 - the older way, which people still use
    """Text by inheritance, whose format is not its text."""

    RED = "red"


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [case["text"] for case in SCALARS]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(-(2.0**53), 2.0**53) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("case", [case for case in SCALARS if case.get("plain")], ids=lambda case: ascii(case["text"]))
def test_plain_scalars_are_read_as_go_reads_them(case: dict[str, Any]) -> None:
    if "error" in case["plain"]:
        with pytest.raises(GroveError, match="GRV071"):
            load(f"v: {case['text']}\n", source="x")
        return
    (document,) = load(f"v: {case['text']}\n", source="x")
    assert repr(document.value["v"]) == repr(case["plain"]["value"])
    if plain_is_text(case["text"]):
        assert case["plain"]["value"] == case["text"], "what counts as text is text"


def test_texts_that_cdk8s_would_change_are_exactly_those_refused() -> None:
    lost = {case["text"] for case in SCALARS if not case["survives"]}
    refused = {case["text"] for case in SCALARS if transport_findings({"v": case["text"]})}
    assert len(lost) > 20
    assert lost <= refused
    # Refused although it would survive: only texts with characters that survive by chance of their quoting.
    assert {text for text in refused - lost if text.isprintable()} == set()


@pytest.mark.parametrize(
    ("value", "code", "says"),
    [
        ("0o17", "GRV060", "number"),
        ("1e4_", "GRV060", "number"),
        ("-_2", "GRV060", "number"),
        ("0b-1", "GRV060", "number"),
        ("0o-7", "GRV060", "number"),
        (" \t\n", "GRV060", "white space"),
        ("a\x85b", "GRV060", "U+0085"),
        ("\ta\nb", "GRV060", "white space"),
        (float("nan"), "GRV061", "NaN"),
        (float("inf"), "GRV061", "infinity"),
        (2**53 + 1, "GRV061", "2^53"),
        (2**64, "GRV061", "64 bits"),
        (-0.0, "GRV061", "JavaScript"),
        (None, "GRV063", "null"),
        ((1,), "GRV063", "tuple"),
        (b"x", "GRV063", "bytes"),
        (Colour.RED, "GRV063", "Enum"),
        ("#!/bin/sh\r\nprintf 'starting the engine'\n \nexec serve\n", "GRV060", "backslash"),
        ('#!/bin/sh\nprintf "\x1b[31mred\x1b[0m and more"\n \nexec serve\n', "GRV060", "backslash"),
        ({1: "a"}, "GRV062", "'1'"),
        ({"1": "a"}, "GRV062", "front"),
        ({"<<": "a"}, "GRV062", "something else"),
        ({"__proto__": "a"}, "GRV062", "something else"),
        ({"0o17": "a"}, "GRV060", "number"),
    ],
    ids=ascii,
)
def test_what_cdk8s_would_change_is_refused_with_path_and_reason(value: object, code: str, says: str) -> None:
    (found,) = transport_findings({"spec": {"list": [{"x": value}]}})
    assert found.code == code
    assert found.path.startswith("spec.list[0].x")
    assert says in f"{found.why} {found.fix}"


def test_the_pure_way_takes_what_json_holds() -> None:
    assert json_findings({"a": ["0o17", 2**53 + 1, None, -0.0, {"1": "\x85"}]}) == []
    codes = [
        found.code for found in json_findings({"a": float("nan"), "b": {1: 2}, "c": 2**64, "d": "\ud800", "e": {2}})
    ]
    assert codes == ["GRV061", "GRV062", "GRV061", "GRV060", "GRV063"]


def test_a_document_that_holds_itself_is_refused() -> None:
    circle: dict[str, Any] = {}
    circle["self"] = circle
    assert [found.code for found in transport_findings(circle)] == ["GRV063"]
    with pytest.raises(GroveError, match="GRV063"):
        dump([circle])


def test_the_value_of_a_variable_is_not_shown() -> None:
    document = {"containers": [{"env": [{"name": "TOKEN", "value": "0o17"}]}]}
    (found,) = transport_findings(document)
    assert found.path == "containers[0].env[0].value"
    assert "0o17" not in found.text()


def test_line_ends_of_windows_and_escapes_of_terminals_pass_through_cdk8s() -> None:
    assert transport_findings({"args": ["set -e\r\nexec vllm\r\n", "\x1b[1mready\x1b[0m"]}) == []
    assert transport_findings({"args": ["#!/bin/sh\nprintf 'starting the engine'\n \nexec serve\n"]}) == []


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ({"v": "0b-1", "w": "0o-7"}, 'v: "0b-1"\nw: "0o-7"\n'),
        ({"... a": 1}, '"... a": 1\n'),
        ({"k" * 2000: {"a": [1]}}, f"? {'k' * 2000}\n:\n  a:\n    - 1\n"),
        ([{"k" * 200: "x", "b": 1}], f"v:\n  - ? {'k' * 200}\n    : x\n    b: 1\n"),
        ({"v": Colour.RED, Colour.RED: 1}, "v: red\nred: 1\n"),
        ({"v": "a\r\nb"}, 'v: "a\\r\\nb"\n'),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_what_only_looks_plain_is_written_so_that_it_is_read_back(document: Any, text: str) -> None:
    whole = document if isinstance(document, dict) else {"v": document}
    assert dump([whole]) == text
    assert [d.value for d in load(text, source="x")] == [whole]


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(TEXT, JSON, max_size=5))
def test_what_is_dumped_is_loaded(document: dict[str, Any]) -> None:
    loaded = load(dump([document]), source="x")
    assert [d.value for d in loaded] == [document]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.dictionaries(TEXT, JSON, min_size=1, max_size=3), max_size=4))
def test_documents_stay_apart(documents: list[dict[str, Any]]) -> None:
    assert [d.value for d in load(dump(documents), source="x")] == documents


def test_what_is_written_looks_natural_and_other_readers_agree() -> None:
    document = {
        "apiVersion": "v1",
        "metadata": {"name": "x", "labels": {}, "annotations": {"a/b": "true"}},
        "spec": {
            "image": "vllm/vllm-openai:v0.23.0",
            "cpu": "8",
            "memory": "16Gi",
            "command": ["sh", "-c", "echo $(A)\nexit\n", "--flag=x", "a: b", "--", "-"],
            "matrix": [[1, 2], [], [{"a": 1.5, "b": None}]],
            "time": "12:30",
        },
    }
    assert dump([document]) == (
        'apiVersion: v1\nmetadata:\n  name: x\n  labels: {}\n  annotations:\n    a/b: "true"\nspec:\n'
        '  image: vllm/vllm-openai:v0.23.0\n  cpu: "8"\n  memory: 16Gi\n  command:\n    - sh\n    - -c\n'
        '    - |\n      echo $(A)\n      exit\n    - --flag=x\n    - "a: b"\n    - "--"\n    - "-"\n  matrix:\n    - - 1\n      - 2\n'
        '    - []\n    - - a: 1.5\n        b: null\n  time: "12:30"\n'
    )
    assert yaml.safe_load(dump([document])) == document


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: &x {b: 1}\nc: {<<: *x, d: 2}\n", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("1: a\ntrue: b\n0x1F: c\n", {"1": "a", "true": "b", "31": "c"}),
        ("a: !!str 12\nb: !!int '3'\n", {"a": "12", "b": 3}),
        ("a: 2001-01-01\nb: 1e3\nc: y\nd: 0777\n", {"a": "2001-01-01", "b": 1000, "c": True, "d": 511}),
        ('{"a": "\\ud83d\\ude00", "b": "\\/"}', {"a": "😀", "b": "/"}),
        ("{a: 1, b: [x]}", {"a": 1, "b": ["x"]}),
        ("a: 0b-1\nb: 0o-7\n", {"a": -1, "b": "0o-7"}),
        ("a: |\n  x", {"a": "x\n"}),
        ("a: &x !!str 1\nb: *x\nc: ! 2\n", {"a": "1", "b": "1", "c": "2"}),
        ("a: !!binary aGk=\n", {"a": "hi"}),
        (
            "1.10: a\n1e10: b\n123456.0: c\n1234567.0: d\n",
            {"1.1": "a", "1e+10": "b", "123456": "c", "1.234567e+06": "d"},
        ),
        ("1e39: a\n-0.0: b\n0.00001: c\n", {".inf": "a", "-0": "b", "1e-05": "c"}),
        ('{"a": 18446744073709551615, "b": 18446744073709551616}', {"a": 2**64 - 1, "b": 2.0**64}),
        (b"\xef\xbb\xbfa: 1\n", {"a": 1}),
        ("a: 1\n".encode("utf-16"), {"a": 1}),
    ],
    ids=ascii,
)
def test_reading(text: str | bytes, value: object) -> None:
    assert [document.value for document in load(text, source="x")] == [value]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: 1\nb: [\n", "GRV071", "x:3:1"),
        ("a: 1\n\tb: 2\n", "GRV071", "x:2:1"),
        ("a: 1\nb: 2\na: 3\n", "GRV072", "x:3"),
        ('{"a": 1, "a": 2}', "GRV072", "x:1"),
        ('{"a": NaN}', "GRV071", "x:1:1"),
        ('{}\n{"a": 1e400}', "GRV071", "x:2:1"),
        ('{"a": "\\ud800"}', "GRV071", "x:1:1"),
        ("a: 1\n--- {b: 2}\n", "GRV071", "x:2:1"),
        ("a: !!int x\n", "GRV071", "x:1:4"),
        ("a: !!int yes\n", "GRV071", "x:1:4"),
        ("a: !!binary '!'\n", "GRV071", "x:1:4"),
        ("9223372036854775808: a\n", "GRV071", "x:1:1"),
        ("a: .inf\n", "GRV071", "x:1:4"),
        ("? [a]\n: b\n", "GRV071", "x:1:3"),
        ("<<: 1\n", "GRV071", "x:1:5"),
        (b"a: \xff\n", "GRV070", "x"),
        ("a: \x01\n", "GRV071", "x"),
        ("[" * 5000 + "]" * 5000, "GRV071", "x:1:"),
        ("- " * 5000 + "a", "GRV071", "x:1:"),
        ("a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 10)}]\n" for i in range(8)), "GRV071", "x:"),
        ("a: &a [*a]\n", "GRV071", "x"),
    ],
    ids=lambda value: ascii(value)[:20],
)  # fmt: skip
def test_what_is_not_yaml_says_where(text: str | bytes, code: str, place: str) -> None:
    with pytest.raises(GroveError) as caught:
        load(text, source="x")
    (found,) = caught.value.findings
    assert found.code == code
    assert found.construct.startswith(place)
    assert found.why


def test_documents_know_their_line_and_empty_ones_are_left_out() -> None:
    documents = load("---\n# nothing\n---\na: 1\n---\n---\n- b\n", source="f.yaml")
    assert [(d.value, d.place) for d in documents] == [({"a": 1}, "f.yaml:4"), (["b"], "f.yaml:7")]
    assert load("", source="x") == []
    assert [(d.value, d.line) for d in load('{"a": 1}\n\n{"b": 2}\n', source="x")] == [({"a": 1}, 1), ({"b": 2}, 3)]
    assert [d.value for d in load("--- # a note\na: 1\n", source="x")] == [{"a": 1}]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a: &p {x: 1}\nb: *p\nc: &p {x: 2}\nd: *p\n", [{"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 2}, "d": {"x": 2}}]),
        ("a: &p 1\n---\nb: &p 0o17\nc: *p\n", [{"a": 1}, {"b": 15, "c": 15}]),
    ],
)
def test_an_anchor_may_be_defined_anew(text: str, values: list[Any]) -> None:
    assert [document.value for document in load(text, source="x")] == values


def test_folders_are_read_whole_and_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "1.yml").write_text("k: 2\n")
    (tmp_path / "a.yaml").write_text("k: 1\n---\nk: 1.5\n")
    (tmp_path / "c.json").write_text('{"k": 3}')
    (tmp_path / "note.txt").write_text("n: [")
    assert [document.value["k"] for document in read_path(tmp_path)] == [1, 1.5, 2, 3]
    with pytest.raises(GroveError, match="GRV070"):
        read_path(tmp_path / "missing.yaml")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a: 1\n")))
    assert read_stdin()[0].place == "standard input:1"


def test_numbers_are_read_without_loss() -> None:
    assert plain_value("18446744073709551615") == 2**64 - 1
    assert plain_value("-5523235825e9") == -5523235825 * 10**9
    assert repr(plain_value("08")) == "8"
