"""What the README and the pages show is run, and the generated page is what its source gives."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import cdk8s_grove
from cdk8s_grove.core import ReplicaSpec, catalog, render
from cdk8s_grove.core.serial import load, read_path

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "constructs").glob("*.md")),
]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


PYTHON = [
    pytest.param(block, id=f"{page.name}-{at}") for page in PAGES for at, block in enumerate(blocks(page, "python"))
]


@pytest.mark.parametrize("program", PYTHON)
def test_python_runs(program: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, timeout=60)
    if "app.synth()" in program:
        documents = read_path(tmp_path / "dist")
        kinds = [document.value["kind"] for document in documents]
        assert kinds.count("PodCliqueSet") == 1
        assert kinds[0] == "Queue"


def test_the_dozen_lines_of_the_readme_are_three_documents(tmp_path: Path) -> None:
    (program,) = [block for block in blocks(ROOT / "README.md", "python") if "app.synth()" in block]
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, timeout=60)
    documents = read_path(tmp_path / "dist")
    assert [document.value["kind"] for document in documents] == ["Queue", "Queue", "PodCliqueSet"]
    assert documents[2].value["spec"]["replicas"] == 2


def test_the_error_the_readme_shows_is_the_one_that_comes(tmp_path: Path) -> None:
    (program,) = [block for block in blocks(ROOT / "README.md", "python") if "app.synth()" in block]
    broken = program.replace(
        '    LeaderClique(gang, "leader", pod=engine())\n',
        '    phase == "decode" or LeaderClique(gang, "leader", pod=engine())\n',
    )
    done = subprocess.run([sys.executable, "-c", broken], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (shown,) = re.findall(r"```\n(GRV.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert shown.strip() in done.stderr
    assert list(tmp_path.rglob("*.yaml")) == []


def test_the_spec_in_the_pages_renders() -> None:
    (spec,) = blocks(ROOT / "docs" / "cli.md", "yaml")
    document = render(ReplicaSpec.model_validate(load(spec, source="cli.md")[0].value))
    assert document["spec"]["template"]["terminationDelay"] == "1h"


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_index_of_constructs_names_each_construct_and_each_page() -> None:
    index = (ROOT / "docs" / "constructs" / "README.md").read_text()
    made_of = {name: home for name, home in cdk8s_grove._HOMES.items() if home != "cdk8s_grove.core"}
    assert {name for name in made_of if f"`{name}`" not in index} == set()
    pages = {page.name for page in (ROOT / "docs" / "constructs").glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"({page}" not in index} == set()


def maker(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_errors_page_is_made_from_the_catalog() -> None:
    assert (ROOT / "docs" / "errors.md").read_text() == maker("make_errors").page()


def test_the_pictures_are_what_plan_draws() -> None:
    module = maker("make_pictures")
    drawn = {path.stem: path.read_text() for path in (ROOT / "docs" / "pictures").iterdir()}
    assert drawn == {name: module.picture(name) for name in module.PICTURES}


def test_every_code_is_used_and_no_two_are_alike() -> None:
    source = "".join(path.read_text() for path in (ROOT / "constructs").rglob("*.py") if path.name != "catalog.py")
    names = {name: value for name, value in vars(catalog).items() if isinstance(value, catalog.Code)}
    assert len({code.code for code in names.values()}) == len({code.name for code in names.values()}) == len(names)
    assert [name for name in names if not re.search(rf"\b{name}\b", source)] == []


def test_the_readme_names_the_commands_that_exist() -> None:
    text = (ROOT / "README.md").read_text()
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(re.findall(r"\$ make (\w+)", text)) <= set(targets)
    assert os.access(ROOT / ".ci" / "run", os.R_OK)
