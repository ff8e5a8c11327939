"""The generator on schemas of every kind, friendly and not; the packages it makes are imported and used."""

import importlib
import itertools
import json
import os
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from cdk8s_grove.bindings import differences, generate, read_crds, write_package
from cdk8s_grove.core import GroveError

NUMBERS = itertools.count()


def crd(spec: dict[str, Any], *, kind: str = "Widget", group: str = "example.com", **version: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"spec": spec}}
    versions = [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}} | version]
    names = {"kind": kind, "plural": f"{kind.lower()}s"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{names['plural']}.{group}"},
        "spec": {"group": group, "names": names, "versions": versions},
    }


def obj(properties: dict[str, Any], **words: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties} | words


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(tmp_path))
    made: list[str] = []

    def build(*crds: dict[str, Any], **options: Any) -> ModuleType:
        made.append(f"made_{next(NUMBERS)}")
        write_package(generate(crds, package=made[-1], **options), tmp_path / made[-1])
        return importlib.import_module(made[-1])

    yield build
    for name in [name for name in sys.modules if name.split(".")[0] in made]:
        del sys.modules[name]


def document(spec: Any, **more: Any) -> dict[str, Any]:
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"}, "spec": spec} | more


SCALARS = [
    ({"type": "string"}, ["", "é", "1"], [1, True, ["a"], {}]),
    ({"type": "string", "minLength": 1, "maxLength": 2}, ["a", "éé"], ["", "abc"]),
    ({"type": "string", "pattern": "^[a-z]+$"}, ["abc"], ["", "Abc", "abc1"]),
    ({"type": "string", "pattern": r"^\p{L}+\z"}, ["é"], ["1"]),
    ({"type": "string", "enum": ["b", "a"]}, ["a", "b"], ["c", ""]),
    ({"type": "integer", "format": "int32"}, [0, -(2**31)], [2**31, 1.0, "1", True]),
    ({"type": "integer"}, [2**63 - 1], [2**63, 1.5]),
    ({"type": "integer", "minimum": 1, "maximum": 3}, [1, 3], [0, 4]),
    ({"type": "integer", "minimum": 1, "exclusiveMinimum": True}, [2], [1]),
    ({"type": "integer", "enum": [1, 2]}, [1], [3, "1"]),
    ({"type": "integer", "minimum": 0.5, "maximum": 2.5}, [1, 2], [0, 3]),
    ({"type": "integer", "minimum": 0.5, "exclusiveMinimum": True}, [1], [0]),
    ({"type": "integer", "maximum": 1e19, "minimum": -1e25}, [2**63 - 1, -(2**63)], [2**63]),
    ({"type": "integer", "multipleOf": 0.5}, [1, 3], [1.5]),
    ({"type": "integer", "multipleOf": 1.5}, [3, 0], [1, 2]),
    ({"type": "string", "enum": ["a", None], "nullable": True}, ["a"], ["b"]),
    ({"type": "number"}, [1, 1.5, -1], ["1", True]),
    ({"type": "number", "minimum": 0, "maximum": 1, "exclusiveMinimum": True}, [0.5, 1], [0, 1.1]),
    ({"type": "boolean"}, [True, False], [0, "true"]),
    ({"x-kubernetes-int-or-string": True}, [1, "1", "50%"], [1.5, True, []]),
    ({"x-kubernetes-int-or-string": True, "pattern": "^[0-9]+%$", "anyOf": [{"type": "integer"}, {"type": "string"}]}, [1, "5%"], ["5"]),
    ({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2}, [["a"]], [[], ["a", "b", "c"], ["a", 1], "a"]),
    ({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}, [["a", "b"]], [["a", "a"]]),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, [{}, {"a": 1}], [{"a": "1"}, []]),
    ({"type": "object", "x-kubernetes-preserve-unknown-fields": True}, [{}, {"a": [1, {"b": None}]}], [1, []]),
    ({"x-kubernetes-preserve-unknown-fields": True}, [1, "a", [None], {"a": {}}], []),
    (obj({}), [{}], [{"a": 1}, []]),
    (obj({"a": {"type": "string"}}, required=["a"]), [{"a": ""}], [{}, {"a": None}, {"a": "", "b": 1}]),
    (obj({"a": {"type": "string", "nullable": True}}, required=["a"]), [{"a": None}], [{}]),
    (obj({"a": {"type": "string"}}, **{"x-kubernetes-preserve-unknown-fields": True}), [{"a": "1", "b": [1]}], [{"a": 1}]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "good", "bad"), SCALARS, ids=lambda value: str(value)[:40])
def test_values(package: Any, schema: dict[str, Any], good: list[Any], bad: list[Any]) -> None:
    made = package(crd(obj({"field": schema})))
    for value in good:
        whole = document({"field": value})
        dumped = made.Widget.model_validate(whole).to_dict()
        assert dumped == whole
        assert repr(dumped["spec"]) == repr(whole["spec"]), "an int stays an int"
    for value in bad:
        with pytest.raises(ValidationError):
            made.Widget.model_validate(document({"field": value}))


def test_list_maps_are_told_apart_by_their_keys_and_defaults(package: Any) -> None:
    port = obj(
        {"containerPort": {"type": "integer"}, "protocol": {"type": "string", "default": "TCP"}},
        required=["containerPort"],
    )
    ports = {
        "type": "array",
        "items": port,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["containerPort", "protocol"],
    }
    made = package(crd(obj({"ports": ports})))
    made.Widget.model_validate(document({"ports": [{"containerPort": 1}, {"containerPort": 1, "protocol": "UDP"}]}))
    with pytest.raises(ValidationError, match="1, 'TCP' is there twice"):
        made.Widget.model_validate(document({"ports": [{"containerPort": 1}, {"containerPort": 1, "protocol": "TCP"}]}))


NASTY = ["from", "class", "json", "schema", "copy", "model_config", "model_fields", "to_dict", "a-b", "a.b", "1st", "_x", "é", "dict",
         "fooBar", "foo_bar", "FooBar", "$ref", "self", "cls", "None", "str", "list", "int", "bool", "Field", "Literal", "validate", "construct", "\n"]  # fmt: skip


def test_any_name_of_a_property_works(package: Any) -> None:
    made = package(crd(obj({name: {"type": "string"} for name in NASTY} | {"kind": {"type": "integer"}})))
    whole = document({name: f"value of {name}" for name in NASTY} | {"kind": 1})
    assert made.Widget.model_validate(whole).to_dict() == whole
    typed = made.WidgetSpec(from_="a", json_="b", a_b="c", **{"class": "d"})
    assert typed.to_dict() == {"from": "a", "json": "b", "a-b": "c", "class": "d"} or "a.b" in typed.to_dict()


@pytest.mark.parametrize(
    "text",
    [
        '"""\nimport os\nos._exit(1)\n"""',
        "\\",
        '\\"""',
        "ends in \\",
        '"',
        "'''",
        "{x} %s",
        "a\x00b\r\nc\u2028d",
        "é" * 300,
        "\ud800",
    ],
    ids=ascii,
)
def test_no_description_or_value_runs(package: Any, text: str) -> None:
    schema = obj({"a": {"type": "string", "description": text, "enum": [text, "x"]}}, description=text)
    if text == "\ud800":
        schema["properties"]["a"].pop("enum")
    made = package(crd(schema, kind="Widget"))
    assert made.Widget.model_validate(document({"a": "x"})).spec.a == "x"


def test_docs_are_there_on_request(package: Any) -> None:
    schema = obj({"a": {"type": "string", "description": "What a is."}}, description="What it is.")
    assert package(crd(schema)).WidgetSpec.__doc__ == "What it is."
    assert package(crd(schema), docs=False).WidgetSpec.__doc__ != "What it is."


OUTSIDE = [
    {"$ref": "#/x"},
    {},
    {"type": "null"},
    {"type": ["string", "null"]},
    {"type": "array"},
    {"type": "string", "enum": [1.5]},
    {"type": "string", "pattern": "(?!x)"},
    {"type": "object", "patternProperties": {}},
    {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "string"}},
    {"type": "object", "properties": ["a"]},
    {"type": "object", "properties": {}, "required": "a"},
    {"type": "array", "items": {"type": "string"}, "minItems": "1); import os; os._exit(3); (1"},
    {"type": "array", "items": {"type": "string"}, "maxItems": True},
    {"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [{}]},
    {"type": "string", "minLength": "1"},
    {"type": "integer", "minimum": "0"},
    {"type": "string", "pattern": 5},
    {"type": "string", "enum": "abc"},
    {"type": "string", "enum": []},
    {"type": "string", "enum": [None], "nullable": True},
    {"type": "string", "maxLength": -1},
    {"type": "array", "items": {"type": "string"}, "minItems": -1},
    {"type": "integer", "multipleOf": 0},
    {"type": "integer", "minimum": 1e19},
    {"type": "string", "pattern": r"\Qa.b\E"},
    {
        "type": "array",
        "items": obj({"a": {"type": "string"}}),
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["b"],
    },
    {
        "type": "array",
        "items": {"type": "string"},
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["b"],
    },
    {"x-kubernetes-int-or-string": True, "pattern": "("},
    "string",
]


@pytest.mark.parametrize("schema", OUTSIDE, ids=str)
def test_what_is_outside_the_subset_is_refused_with_its_path(schema: Any) -> None:
    with pytest.raises(GroveError) as caught:
        generate([crd(obj({"deep": obj({"field": schema})}))], package="p")
    (found,) = caught.value.findings
    assert (found.code, found.path) == ("GRV081", "Widget.spec.deep.field")


@pytest.mark.parametrize(
    "broken",
    [{}, {"spec": 1}, {"spec": {"group": "g"}}, {"spec": {"group": "g", "names": {"kind": "a b"}, "versions": []}}],
    ids=str,
)
def test_what_is_no_crd_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(GroveError, match="GRV081"):
        generate([broken], package="p")


@pytest.mark.parametrize(
    "change",
    [{"group": "../x"}, {"group": 5}, {"names": {"kind": "A: pass"}}, {"versions": []}, {"versions": [{"name": "v1", "served": False}]},
     {"versions": [{"name": "v1\"", "storage": True}]}, {"versions": None}, {"names": []}],
    ids=str,
)  # fmt: skip
def test_names_that_are_none_and_versions_that_are_not_served(change: dict[str, Any]) -> None:
    broken = crd(obj({}))
    broken["spec"] |= change
    with pytest.raises(GroveError, match=r"GRV081(.|\n)*widgets.example.com"):
        generate([broken], package="p")


def test_where_the_stored_version_is_not_served_the_first_that_is_gives_the_names(package: Any) -> None:
    one = crd(obj({"a": {"type": "string"}}), storage=False)
    assert package(one).Widget(spec={"a": "x"}).to_dict()["apiVersion"] == "example.com/v1"


def test_one_structure_is_one_class_and_two_of_one_name_are_told_apart(package: Any) -> None:
    same = obj({"x": {"type": "string"}})
    first = crd(obj({"alpha": same, "beta": same}), kind="First")
    second = crd(obj({"alpha": obj({"y": {"type": "integer"}})}), kind="Second")
    made = package(first, second)
    assert made.FirstSpecAlpha is made.FirstSpecBeta
    assert made.SecondSpecAlpha is not made.FirstSpecAlpha
    assert not [name for name in made.__all__ if name[-1].isdigit()]


@pytest.mark.parametrize("kind", ["Model", "Resource", "Field", "Literal", "Quantity", "None", "TYPE_CHECKING"])
def test_a_kind_may_be_called_like_what_the_modules_import(package: Any, kind: str) -> None:
    if not kind.isalnum():
        with pytest.raises(GroveError, match="GRV081"):
            package(crd(obj({}), kind=kind))
        return
    made = package(
        crd(obj({"size": {"type": "integer", "minimum": 1}, "kind": {"type": "string", "enum": ["a"]}}), kind=kind)
    )
    (name,) = [name for name in made.__all__ if name in (f"{kind}Object", f"X{kind}")]
    whole = {"apiVersion": "example.com/v1", "kind": kind, "spec": {"size": 1, "kind": "a"}}
    assert getattr(made, name).model_validate(whole).to_dict() == whole


def test_versions_have_modules_of_their_own(package: Any) -> None:
    one = crd(obj({"a": {"type": "string"}}))
    schema = {"openAPIV3Schema": obj({"spec": obj({"b": {"type": "string"}})})}
    one["spec"]["versions"] += [
        {"name": "v2", "served": True, "storage": False, "schema": schema},
        {"name": "v0", "served": False, "storage": False, "schema": schema},
    ]
    made = package(one)
    old = importlib.import_module(f"{made.__name__}.example_com_v1")
    new = importlib.import_module(f"{made.__name__}.example_com_v2")
    assert old.Widget(spec={"a": "1"}).to_dict()["apiVersion"] == "example.com/v1"
    assert new.Widget(spec={"b": "1"}).to_dict()["apiVersion"] == "example.com/v2"
    assert made.Widget is old.Widget, "the package gives the version that is stored"
    assert not (Path(made.__file__ or "").parent / "example_com_v0.py").exists()


def test_the_same_crds_give_the_same_bytes_in_any_order() -> None:
    crds = [crd(obj({"a": {"type": "string"}}), kind=kind) for kind in ("B", "A", "C")]
    assert generate(crds, package="p") == generate(reversed(crds), package="p")


def test_a_package_is_never_written_over_somebody_elses_files(tmp_path: Path) -> None:
    folder, texts = tmp_path / "p", generate([crd(obj({}))], package="p")
    write_package(texts, folder)
    assert differences(texts, folder) == []
    (folder / "extra.py").write_text("mine = 1\n")
    assert differences(texts, folder) == ["extra.py"]
    with pytest.raises(GroveError, match="GRV074"):
        write_package(texts, folder)
    assert (folder / "extra.py").read_text() == "mine = 1\n"
    (folder / "extra.py").unlink()
    (folder / "_runtime.py").write_text(texts["_runtime.py"] + "# changed\n")
    (folder / "py.typed").unlink()
    assert differences(texts, folder) == ["_runtime.py", "py.typed"]
    write_package(texts, folder)
    assert differences(texts, folder) == []
    assert [path.name for path in tmp_path.iterdir()] == ["p"]
    (tmp_path / "file").write_text("")
    with pytest.raises(GroveError, match="GRV074"):
        write_package(texts, tmp_path / "file")


@pytest.mark.parametrize("made", ["folder", "link", "dangling", "pipe", "in the cache"])
def test_nothing_but_a_package_is_replaced(made: str, tmp_path: Path) -> None:
    folder, texts = tmp_path / "p", generate([crd(obj({}))], package="p")
    write_package(texts, folder)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.cpython-311.pyc").write_text("")
    write_package(texts, folder)
    (folder / "__pycache__").mkdir()
    there = folder / "mine"
    match made:
        case "folder":
            there.mkdir()
        case "link":
            there.symlink_to(tmp_path)
        case "dangling":
            there.symlink_to(tmp_path / "nowhere")
        case "pipe":
            os.mkfifo(there)
        case _:
            there = folder / "__pycache__" / "notes.txt"
            there.write_text("precious")
    with pytest.raises(GroveError, match="GRV074"):
        write_package(texts, folder)
    assert os.path.lexists(there)


def test_a_link_to_a_package_stays_a_link(tmp_path: Path) -> None:
    texts = generate([crd(obj({}))], package="p")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    for _ in range(2):
        write_package(texts, link)
        assert link.is_symlink()
        assert differences(texts, tmp_path / "real") == []
    with pytest.raises(GroveError, match="GRV075"):
        write_package(texts, tmp_path / ("a" * 5000))


def test_an_answer_that_ends_early_is_refused() -> None:
    body = json.dumps(crd(obj({}))).encode()

    class Short(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/garbage":
                self.wfile.write(b"garbage\r\n")
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(body) + 100 * (self.path == "/short")))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Short) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert len(read_crds([f"{address}/whole"])) == 1
        for path in ("/short", "/garbage", "/a b"):
            with pytest.raises(GroveError, match="GRV070"):
                read_crds([address + path])
        server.shutdown()


def test_a_write_that_fails_leaves_the_old_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, texts = tmp_path / "p", generate([crd(obj({}))], package="p")
    write_package(texts, folder)
    rename = Path.rename

    def full(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(GroveError, match="GRV075"):
        write_package(texts | {"more.py": ""}, folder)
    assert differences(texts, folder) == []
    assert [path.name for path in tmp_path.iterdir()] == ["p"]


def test_sources(tmp_path: Path) -> None:
    import yaml

    one, two = crd(obj({}), kind="One"), crd(obj({}), kind="Two")
    (tmp_path / "one.yaml").write_text(yaml.safe_dump_all([{"kind": "ConfigMap"}, one]))
    (tmp_path / "list.json").write_text(yaml.safe_dump({"kind": "List", "items": [two, one]}))
    kinds = [crd["spec"]["names"]["kind"] for crd in read_crds([str(tmp_path)])]
    assert sorted(kinds) == ["One", "Two"]
    (tmp_path / "nameless.yaml").write_text(yaml.safe_dump(one | {"metadata": []}))
    assert len(read_crds([str(tmp_path / "nameless.yaml")])) == 1
    (tmp_path / "none.yaml").write_text("kind: ConfigMap\n---\nkind: List\nitems: 5\n")
    with pytest.raises(GroveError, match="GRV080"):
        read_crds([str(tmp_path / "none.yaml")])
    with pytest.raises(GroveError, match="GRV070"):
        read_crds([str(tmp_path / "missing.yaml")])
    with pytest.raises(GroveError, match="GRV070"):
        read_crds(["file:///etc/hosts"])


def test_classes_are_ordinary_models(package: Any) -> None:
    made = package(crd(obj({"a": {"type": "string"}, "b": obj({"c": {"type": "integer"}})})))

    class Mine(BaseModel):
        widget: made.Widget  # type: ignore[name-defined]

    assert Mine(widget=document({"a": "x"})).widget.spec.a == "x"
    assert made.Widget.model_json_schema()["properties"]["spec"]
    widget = made.Widget(spec=made.WidgetSpec(a="x", b={"c": 1}))
    assert (widget.apiVersion, widget.api_version, widget.kind) == ("example.com/v1", "example.com/v1", "Widget")
    assert widget.to_dict() == {"apiVersion": "example.com/v1", "kind": "Widget", "spec": {"a": "x", "b": {"c": 1}}}
    with pytest.raises(ValidationError):
        made.Widget.model_validate({**document({}), "api_version": "example.com/v1"})


def test_two_threads_may_use_a_class_first(package: Any) -> None:
    made = package(crd(obj({f"f{i}": obj({"x": {"type": "string"}}) for i in range(60)})))
    failures: list[Exception] = []

    def use() -> None:
        try:
            made.Widget.model_validate(document({"f1": {"x": "a"}}))
        except Exception as error:  # noqa: BLE001 - handed to the main thread
            failures.append(error)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
