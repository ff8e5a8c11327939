"""The pictures of plans: as text, and in a real browser."""

import json
import os
import shutil
from collections.abc import Generator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from cdk8s_grove.core.plan import Plan, plan_documents, plan_manifests
from cdk8s_grove.core.report.drawing import draw, plan_as_svg
from cdk8s_grove.core.report.mermaid import plan_as_mermaid
from cdk8s_grove.core.report.page import plan_as_html
from cdk8s_grove.core.serial import read_path

HERE = Path(__file__).parent
RECIPES = ["llmd-gpt-oss-120b-disaggregatedset", "modelplane-kimi-k2", "modelplane-qwen3-coder-480b-gang"]


def recipe(name: str) -> Plan:
    return plan_documents(read_path(HERE / "__snapshots__" / "test_recipes_snapshot" / f"test_recipe[{name}].yaml"))


def recorded(case: str, **spec: Any) -> Plan:
    manifest = json.loads((HERE / "golden" / "grove-main" / "expand" / f"{case}.json").read_text())["manifest"]
    manifest["spec"] |= spec
    return plan_manifests([manifest])


class Text(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("name", RECIPES)
@pytest.mark.parametrize("kind", ["svg", "html", "mermaid"])
def test_a_recipes_picture(name: str, kind: str, snapshot: SnapshotAssertion) -> None:
    make = {"svg": plan_as_svg, "html": plan_as_html, "mermaid": lambda plan: "".join(plan_as_mermaid(plan))}
    kept = snapshot.with_defaults(extension_class=type("Kept", (Text,), {"file_extension": kind}))
    assert make[kind](recipe(name)) == kept


def rectangles(svg: str) -> dict[str, tuple[float, ...]]:
    name = "{http://www.w3.org/2000/svg}"
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{name}g"):
        rect = group.find(f"{name}rect")
        if rect is not None and group.get("id"):
            found[group.attrib["id"]] = tuple(float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
    return found


@pytest.mark.parametrize("units", [1, 3, 12, 62])
def test_tiles_do_not_overlap_and_stay_inside(units: int) -> None:
    plan = recorded("topology-with-scaled-gang", replicas=units)
    svg = plan_as_svg(plan)
    root = ElementTree.fromstring(svg)
    tiles = list(rectangles(svg).values())
    assert len(tiles) == len(plan.sets[0].pods) == 6 * units
    assert all(x >= 0 and x + w <= float(root.attrib["width"]) for x, _, w, _ in tiles)
    assert all(y >= 0 and y + h <= float(root.attrib["height"]) for _, y, _, h in tiles)
    for index, (x, y, w, h) in enumerate(tiles):
        for other_x, other_y, other_w, other_h in tiles[index + 1 :]:
            assert x + w <= other_x or other_x + other_w <= x or y + h <= other_y or other_y + other_h <= y


def test_tiles_are_to_scale() -> None:
    drawn = draw(recipe(RECIPES[0]).sets)
    widths = {pod.gpus: rectangles(drawn.svg)[f"pod-{index}"][2] for index, pod in enumerate(drawn.pods)}
    assert widths[4] >= widths[1]
    eights = draw(recorded("base", replicas=20).sets)
    assert {rectangles(eights.svg)[f"pod-{i}"][2] for i in range(len(eights.pods))} == {32.0}


def test_beyond_600_pods_the_rest_is_told_in_words() -> None:
    plan = recorded("base", replicas=2500)
    drawn = draw(plan.sets)
    assert len(drawn.pods) == 600
    assert "2,425 more units alike" in drawn.svg
    assert len(plan_as_svg(plan)) < 500_000
    assert "2,499 more units alike" in "".join(plan_as_mermaid(plan))


def test_one_huge_unit_is_told_in_words_too() -> None:
    manifest = json.loads((HERE / "golden" / "grove-main" / "expand" / "base.json").read_text())["manifest"]
    manifest["spec"]["template"]["podCliqueScalingGroups"][1] |= {"replicas": 1000, "minAvailable": 1000}
    drawn = draw(plan_manifests([manifest]).sets)
    assert len(drawn.pods) == 18
    assert "992 more copies alike" in drawn.svg


def test_names_in_the_input_are_text_and_nothing_else() -> None:
    manifest = json.loads((HERE / "golden" / "grove-main" / "expand" / "base.json").read_text())["manifest"]
    nasty = "</script><script>alert(1)</script>\"'&<b>"
    manifest["metadata"]["name"] = nasty
    manifest["spec"]["template"]["cliques"][0]["spec"]["podSpec"]["containers"][0]["env"] = [
        {"name": nasty, "value": nasty}
    ]
    plan = plan_manifests([manifest])
    page = plan_as_html(plan)
    assert page.count("<script") == 2
    assert "<b>" not in page
    ElementTree.fromstring(plan_as_svg(plan))
    assert "\"'" not in "".join(plan_as_mermaid(plan))


def chromium() -> str | None:
    named = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in named if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Generator[Any]:
    if chromium() is None:
        pytest.skip("no Chromium here; set CHROMIUM, or install one")
    from playwright.sync_api import sync_playwright

    quiet = ("quic", "background-networking", "component-update", "sync", "gpu")
    flags = ["--no-sandbox", "--no-first-run", *(f"--disable-{name}" for name in quiet)]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=flags)
        yield opened
        opened.close()


def opened(browser: Any, path: Path, said: list[str], scheme: str = "light") -> Any:
    page = browser.new_page(viewport={"width": 1200, "height": 900}, color_scheme=scheme)
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "request", lambda request: said.append(request.url) if not request.url.startswith(("file:", "data:")) else None
    )
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("name", RECIPES)
def test_the_page_of_a_recipe_in_a_browser(browser: Any, name: str, tmp_path: Path) -> None:
    plan = recipe(name)
    path = tmp_path / "plan.html"
    path.write_text(plan_as_html(plan), encoding="utf-8")
    said: list[str] = []
    page = opened(browser, path, said)
    pods = plan.sets[0].pods
    assert page.locator(".pod").count() == len(pods)
    wanted = pods[-1]
    page.fill("#search", f"rank {wanted.rank}")
    alike = sum(pod.rank == wanted.rank for pod in pods)
    assert page.locator(".pod.found").count() == alike
    assert page.locator("#count").inner_text() == f"{alike} pod{'s' * (alike != 1)}"
    page.fill("#search", wanted.fqdn)
    assert page.locator(".pod.found").count() == 1
    page.locator(".pod.found").click()
    shown = page.locator("#details").inner_text()
    for fact in (wanted.hostname, wanted.fqdn, str(wanted.rank), wanted.gang, *wanted.resolved_env["engine"].values()):
        assert fact in shown
    page.fill("#search", "")
    assert page.locator(".pod.found, .pod.away").count() == 0
    page.close()
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("units", [1, 62])
def test_text_in_the_picture_is_legible(browser: Any, scheme: str, units: int, tmp_path: Path) -> None:
    path = tmp_path / "plan.html"
    path.write_text(plan_as_html(recorded("base", replicas=units)), encoding="utf-8")
    said: list[str] = []
    page = opened(browser, path, said, scheme)
    measured = page.evaluate(MEASURE)
    page.close()
    assert said == []
    assert measured["tiles"] == 8 * units
    assert measured["outside"] == 0, "text that is wider than its tile"
    assert measured["smallest"] >= 11
    assert measured["contrast"] >= 4.5


MEASURE = """() => {
  const light = (color) => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const value = part / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  let outside = 0, smallest = 99, contrast = 99;
  const pods = [...document.querySelectorAll(".pod")];
  for (const pod of pods) {
    const frame = pod.querySelector(".frame");
    for (const text of pod.querySelectorAll("text")) {
      if (text.getBBox().width > frame.getBBox().width) outside += 1;
      smallest = Math.min(smallest, parseFloat(getComputedStyle(text).fontSize));
      contrast = Math.min(contrast, ratio(light(getComputedStyle(text).fill), light(getComputedStyle(frame).fill)));
    }
  }
  const ground = light(getComputedStyle(document.querySelector(".ground")).fill);
  for (const title of document.querySelectorAll(".title, .head")) {
    contrast = Math.min(contrast, ratio(light(getComputedStyle(title).fill), ground));
  }
  return { tiles: pods.length, outside, smallest, contrast };
}"""
