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
from cdk8s_grove.core.report.drawing import draw, draw_each, plan_as_svg
from cdk8s_grove.core.report.mermaid import plan_as_mermaid
from cdk8s_grove.core.report.page import plan_as_html
from cdk8s_grove.core.report.scale import Scale, scale_for
from cdk8s_grove.core.report.shape import chosen
from cdk8s_grove.core.report.text import plan_as_text
from cdk8s_grove.core.serial import read_path
from cdk8s_grove.core.spec import Override

HERE = Path(__file__).parent
EXPAND = HERE / "golden" / "grove-main" / "expand"
RECIPES = ["llmd-gpt-oss-120b-disaggregatedset", "modelplane-kimi-k2", "modelplane-qwen3-coder-480b-gang"]


def recipe(name: str) -> Plan:
    return plan_documents(read_path(HERE / "__snapshots__" / "test_recipes_snapshot" / f"test_recipe[{name}].yaml"))


def manifest_of(case: str) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((EXPAND / f"{case}.json").read_text())["manifest"]
    return manifest


def recorded(case: str, **spec: Any) -> Plan:
    manifest = manifest_of(case)
    manifest["spec"] |= spec
    return plan_manifests([manifest])


def scaling(case: str, **group: Any) -> Plan:
    """The case with another second scaling group."""
    manifest = manifest_of(case)
    manifest["spec"]["template"]["podCliqueScalingGroups"][1] |= group
    return plan_manifests([manifest])


def made_of(*cliques: tuple[str, int, int], units: int = 1, copies: int = 1) -> Plan:
    """A set of one group: cliques by name, pods and GPUs of each."""
    manifest = manifest_of("base")
    template = manifest["spec"]["template"]
    template["cliques"] = [clique_of(*clique) for clique in cliques]
    names = [name for name, _, _ in cliques if not name[0].isdigit()]
    group = {"name": "decode", "replicas": copies, "minAvailable": copies, "cliqueNames": names}
    template["podCliqueScalingGroups"] = [group]
    manifest["spec"]["replicas"] = units
    return plan_manifests([manifest])


def clique_of(name: str, pods: int, gpus: int) -> dict[str, Any]:
    limits = {"limits": {"nvidia.com/gpu": str(gpus)}} if gpus else {}
    spec = {"schedulerName": "kai-scheduler", "containers": [{"name": "engine", "image": "e:1", "resources": limits}]}
    return {
        "name": name,
        "labels": {"kai.scheduler/queue": "leaf"},
        "spec": {"roleName": name, "replicas": pods, "minAvailable": pods, "podSpec": spec},
    }


TRAP = (("2-w", 3, 8), ("l", 1, 8), ("w", 1, 8))
"""Grove takes the template of `2-w` for `w` of copy 2: that copy has three workers. It is a phase of its own too."""


def lines_of(plan: Plan, *, full: bool = False) -> list[str]:
    return ["".join(piece for piece, _ in line) for line in plan_as_text(plan, full=full)]


def words_in(svg: str) -> str:
    """What stands in a picture, lines joined."""
    texts = (text.text or "" for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"))
    return " ".join(texts)


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


@pytest.mark.parametrize("units", [1, 5, 30, 100])
def test_tiles_are_to_scale(units: int) -> None:
    plan = made_of(
        ("l", 1, 1), ("four-with-a-name-that-is-as-long-as-they-get", 1, 4), ("w", 2, 7), ("n", 1, 0), units=units
    )
    drawn = draw(plan.sets)
    tiles = rectangles(drawn.svg)
    widths: dict[int, set[float]] = {}
    for index, pod in enumerate(drawn.pods):
        widths.setdefault(pod.gpus, set()).add(tiles[f"pod-{index}"][2])
    (one,), (none,) = widths[1], widths[0]
    assert {gpus: [round(width / one, 6) for width in found] for gpus, found in widths.items() if gpus} == {
        1: [1],
        4: [4],
        7: [7],
    }
    assert none <= one
    assert len({tile[3] for tile in tiles.values()}) == 1


def test_sets_in_one_picture_have_one_scale() -> None:
    small, large = made_of(("l", 1, 1)), recorded("base")
    sets = (*small.sets, *large.sets)
    for svg, pods in ((draw(sets).svg, draw(sets).pods), page_and_pods(Plan(sets, small.target))):
        tiles = rectangles(svg)
        widths = {pod.gpus: tiles[f"pod-{index}"][2] for index, pod in enumerate(pods)}
        assert widths[8] == pytest.approx(8 * widths[1])


def page_and_pods(plan: Plan) -> tuple[str, tuple[Any, ...]]:
    drawn = list(draw_each(plan.sets))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(one.svg for one in drawn)}</svg>',
        tuple(pod for one in drawn for pod in one.pods),
    )


@pytest.mark.parametrize("drawn", [2, 100, 500])
def test_text_gives_way_to_the_scale(drawn: int) -> None:
    name = "engine-with-a-name-that-is-as-long-as-they-get"
    pods = made_of((name, 1, 1), ("w", 120, 16)).sets[0].pods
    scale = scale_for(pods, drawn)
    assert scale.lines(pods[0])[0] == "0"
    assert scale.lines(pods[-1])[0] == "120" if drawn == 500 else "rank 120"
    if drawn == 2:
        assert scale.lines(pods[-1]) == ("rank 120", "w", "16 GPUs")
        assert "".join(scale.lines(pods[0])[1:]).endswith("…")
        assert len(scale.lines(pods[0])) == 4
    tiny = Scale(scale.level, 2.0, 20.0)
    assert tiny.lines(pods[0]) == ()
    svg = plan_as_svg(made_of((name, 1, 1), ("w", 3, 16)))
    assert f"rank 0 of decode copy 0 · {name} · 1 GPU" in svg


def test_a_pod_with_countless_gpus_stays_in_the_picture() -> None:
    svg = plan_as_svg(made_of(("l", 1, 1), ("w", 1, 100_000)))
    assert float(ElementTree.fromstring(svg).attrib["width"]) < 1200


def test_the_scale_is_told() -> None:
    assert "1 GPU" in words_in(plan_as_svg(recorded("base")))
    assert "a pod without GPUs" not in plan_as_svg(recorded("base"))
    assert "a pod without GPUs" in words_in(plan_as_svg(made_of(("l", 1, 0))))


def test_beyond_600_pods_the_rest_is_told_in_words() -> None:
    plan = recorded("base", replicas=2500)
    drawn = draw(plan.sets)
    assert len(drawn.pods) == 600
    assert "2,425 more units alike" in drawn.svg
    assert len(plan_as_svg(plan)) < 600_000
    assert "2,499 more units alike" in "".join(plan_as_mermaid(plan))


def test_one_huge_unit_is_told_in_words_too() -> None:
    drawn = draw(scaling("base", replicas=1000, minAvailable=1000).sets)
    assert len(drawn.pods) == 600
    assert "701 more copies alike" in drawn.svg
    assert {pod.phase for pod in drawn.pods} == {"prefill", "decode"}


def test_thousands_of_scaled_gangs_are_told_in_words() -> None:
    plan = scaling("topology-with-scaled-gang", replicas=2001)
    drawn = draw(plan.sets)
    assert len(drawn.pods) == 600
    assert "1,702 more gangs alike" in drawn.svg
    assert len(draw(plan.sets, full=True).pods) == 4004
    said = "".join(plan_as_mermaid(plan))
    assert said.count("-.->|then|") == 7
    assert "1,994 more gangs alike" in said
    assert "-.->" in said.splitlines()[-5]
    assert "(1,998 more gangs alike, to tp-0-decode-1999)" in "\n".join(lines_of(plan))


def test_one_huge_copy_is_told_in_words() -> None:
    drawn = draw(made_of(("l", 1, 8), ("w", 1000, 8)).sets)
    assert len(drawn.pods) == 600
    assert "401 more ranks" in drawn.svg


def test_sets_share_what_a_picture_holds() -> None:
    small, large = recorded("base"), recorded("base", replicas=100)
    drawn = draw((*large.sets, *small.sets, *large.sets))
    assert len(drawn.pods) == 8 * (37 + 1 + 37)
    assert drawn.svg.count("63 more units alike") == 2
    assert sum(len(one.pods) for one in draw_each((*large.sets, *small.sets, *large.sets))) == len(drawn.pods)
    many = draw(small.sets * 700)
    assert len(many.pods) <= 600
    assert "1 unit, not drawn" in many.svg


def test_copies_that_differ_are_told_apart() -> None:
    plan = made_of(*TRAP, copies=3)
    text = lines_of(plan)
    assert (
        "    decode  2 copies x (leader + 1 worker), 1 copy x (leader + 3 workers, with the pod template of 2-w)  64 GPUs"
        in text
    )
    for said in ("".join(plan_as_mermaid(plan)), words_in(plan_as_svg(plan))):
        assert "2 copies of leader + 1 worker, 1 copy of leader + 3 workers" in said
    many = made_of(*TRAP, copies=12)
    text = lines_of(many)
    assert "      (9 more copies alike)" in text
    assert text.index("      rank 3  base-0-decode-2-w-2") > text.index("      (9 more copies alike)")
    assert "copy 2: base-0-decode-2-l-0" in "".join(plan_as_mermaid(many))
    hundreds = draw(made_of(("400-w", 3, 8), ("l", 1, 8), ("w", 1, 8), copies=500).sets)
    assert 400 in {pod.copy for pod in hundreds.pods}


def test_copies_of_another_templates_gpus_are_told_apart() -> None:
    plan = made_of(("1-l", 1, 4), ("l", 1, 8), copies=2)
    (line,) = [line for line in lines_of(plan) if line.startswith("    decode")]
    assert (
        line == "    decode  1 copy x (1 pod, 8 GPUs), 1 copy x (1 pod, 4 GPUs, with the pod template of 1-l)  12 GPUs"
    )


def test_copies_of_another_template_only_are_told_apart() -> None:
    (line,) = [
        line for line in lines_of(made_of(("1-l", 1, 8), ("l", 1, 8), copies=2)) if line.startswith("    decode")
    ]
    assert line == "    decode  1 copy x (1 pod), 1 copy x (1 pod, with the pod template of 1-l)  16 GPUs"


def test_copies_of_other_gpus_only_are_told_apart() -> None:
    plan = made_of(("prefill-l", 1, 8), ("decode-a", 2, 8), ("decode-b", 1, 4))
    (line,) = [line for line in lines_of(plan) if line.startswith("    decode")]
    assert line == "    decode  2 copies x (1 pod, 8 GPUs), 1 copy x (1 pod, 4 GPUs)  20 GPUs"
    assert "2 copies of 1 pod, 8 GPUs, 1 copy of 1 pod, 4 GPUs" in words_in(plan_as_svg(plan))


def test_a_single_copy_is_not_left_out() -> None:
    text = lines_of(made_of(("2-w", 2, 8), ("3-w", 3, 8), ("l", 1, 8), ("w", 1, 8), copies=5))
    assert not any("more" in line for line in text)


def test_what_is_left_out_is_not_called_alike_if_it_is_not() -> None:
    assert chosen("ab", "ab", [5, 5], 5) == ([("a", 5)], 1, False)
    assert chosen("ab", "aa", [5, 5], 5) == ([("a", 5)], 1, True)
    assert chosen("aab", "aab", [2, 2, 2], 4) == ([("a", 2), ("b", 2)], 1, True)
    assert chosen("ab", "ab", [9, 9], 5) == ([("a", 5)], 1, False)
    assert chosen("ab", "aa", [9, 9], 0) == ([], 2, False)


def test_ranks_of_one_clique_are_alike() -> None:
    text = lines_of(made_of(("l", 1, 8), ("a", 4, 8), ("b", 4, 1)))
    ranks = [line.strip() for line in text if "rank" in line]
    assert [line.split("  ")[0] for line in ranks if line.startswith("rank")] == [f"rank {n}" for n in (0, 1, 2, 5, 6)]
    assert [line for line in ranks if line.startswith("(")] == [
        "(2 more ranks alike, to rank 4  base-0-decode-0-a-3)",
        "(2 more ranks alike, to rank 8  base-0-decode-0-b-3)",
    ]


def test_scaled_gangs_that_differ_are_told_apart() -> None:
    manifest = manifest_of("base")
    for group in manifest["spec"]["template"]["podCliqueScalingGroups"]:
        group |= {"replicas": 6, "minAvailable": 1}
    text = lines_of(plan_manifests([manifest]))
    assert [line for line in text if "more gangs" in line] == [
        "    (3 more gangs alike, to base-0-prefill-4)",
        "    (3 more gangs alike, to base-0-decode-4)",
    ]


def test_units_that_differ_are_told_apart() -> None:
    plan = made_of(("800-decode-0-l", 1, 4), ("l", 1, 8), units=900)
    said = "".join(plan_as_mermaid(plan))
    assert said.count('["unit ') == 2
    assert '["unit 800"]' in said
    assert "898 more units alike" in said
    drawn = draw(plan.sets)
    assert 800 in {pod.unit for pod in drawn.pods}
    assert "600 more units alike" in drawn.svg


def test_a_cliques_own_topology_constraint_is_shown_everywhere() -> None:
    plan = recorded("topology-with-scaled-gang")
    said = "clique decode-w in one host if possible"
    assert [said in line for line in lines_of(plan) if line.startswith("    decode")] == [True, True]
    assert "".join(plan_as_mermaid(plan)).count(said) == 2
    assert words_in(plan_as_svg(plan)).count(said) == 2
    (drawn,) = draw_each(plan.sets)
    assert words_in(drawn.svg).count(said) == 2
    assert drawn.svg in plan_as_html(plan)
    several = scaling("topology-with-scaled-gang", minAvailable=2)
    assert f"each {said}" in "\n".join(lines_of(several))


def test_a_copys_topology_constraint_is_of_its_whole_group() -> None:
    manifest = manifest_of("topology-with-scaled-gang")
    template = manifest["spec"]["template"]
    group = template["podCliqueScalingGroups"].pop()
    group |= {"name": "model", "cliqueNames": ["prefill-l", "prefill-w", "decode-l", "decode-w"]}
    template["podCliqueScalingGroups"] = [group]
    text = "\n".join(lines_of(plan_manifests([manifest])))
    assert text.count("each copy of its group in one rack") == 2


def test_a_preferred_domain_is_shown() -> None:
    plan = recorded("topology-both")
    for said in ("\n".join(lines_of(plan)), "".join(plan_as_mermaid(plan)), words_in(plan_as_svg(plan))):
        assert "in one block, one rack if possible" in said
    assert "in one rack if possible" in "\n".join(lines_of(recorded("topology-preferred")))


@pytest.mark.parametrize("count", [1, 3, 5])
def test_all_autoscalers_are_shown_or_counted(count: int) -> None:
    plan = recorded("sg-scale", replicas=count)
    for full, shown in ((False, min(count, 4)), (True, count)):
        text = lines_of(plan, full=full)
        found = [line for line in text if line.startswith("  autoscaler")]
        assert found == [f"  autoscaler  base-{unit}-decode  3 to 6, made by Grove" for unit in range(shown)]
        after = text[text.index(found[-1]) + 1]
        assert after == "    (1 more, with --full)" if count > shown else after.startswith("  s")


def test_overrides_are_shown() -> None:
    overrides = [
        Override("/spec/template/terminationDelay", "1h", "faster drills"),
        Override("/spec/replicas", 1, "one"),
    ]
    plan = plan_manifests([manifest_of("base")], overrides=overrides)
    assert [line for line in lines_of(plan) if "override" in line] == [
        "  override  /spec/template/terminationDelay 1h  'faster drills'",
        "  override  /spec/replicas 1  'one'",
    ]


def test_a_scheduler_that_has_no_queues() -> None:
    manifest = manifest_of("base")
    for clique in manifest["spec"]["template"]["cliques"]:
        clique["spec"]["podSpec"]["schedulerName"] = "default-scheduler"
    head = lines_of(plan_manifests([manifest]))[0]
    assert head == "base  PodCliqueSet default/base  scheduler default-scheduler  1 unit"


def test_a_set_without_a_queue() -> None:
    manifest = manifest_of("base")
    del manifest["metadata"]["labels"]
    for clique in manifest["spec"]["template"]["cliques"]:
        clique["labels"] = {}
    assert "queue none" in lines_of(plan_manifests([manifest]))[0]


def test_part_of_a_gang_at_once_is_said_everywhere_alike() -> None:
    manifest = manifest_of("base")
    manifest["spec"]["template"]["cliques"][3]["spec"] |= {"replicas": 3, "minAvailable": 1}
    plan = plan_manifests([manifest])
    for said in ("\n".join(lines_of(plan)), words_in(plan_as_svg(plan))):
        assert "8 pods, 64 GPUs at once" in said
        assert "1 unit, 1 gang, 14 pods, 112 GPUs" in said


def test_names_in_the_input_are_text_and_nothing_else() -> None:
    manifest = manifest_of("base")
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


LEGIBLE = {
    "2 pods": (lambda: recipe("modelplane-kimi-k2"), 2),
    "8 pods": (lambda: recorded("base"), 8),
    "496 pods": (lambda: recorded("base", replicas=62), 496),
    "1 to 16 GPUs, and none": (lambda: made_of(("l", 1, 1), ("long-name-mmm", 2, 4), ("w", 1, 16), ("none", 1, 0)), 5),
    "the same, 100 pods": (lambda: made_of(("l", 1, 1), ("w-name", 2, 4), ("x", 1, 16), ("none", 1, 0), units=20), 100),
    "the same, 500 pods": (
        lambda: made_of(("l", 1, 1), ("w-name", 2, 4), ("x", 1, 16), ("none", 1, 0), units=100),
        500,
    ),
    "ranks of three digits": (lambda: made_of(("l", 1, 1), ("w", 119, 8), copies=4), 480),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", LEGIBLE)
def test_text_in_the_picture_is_legible(browser: Any, scheme: str, name: str, tmp_path: Path) -> None:
    make, pods = LEGIBLE[name]
    path = tmp_path / "plan.html"
    path.write_text(plan_as_html(make()), encoding="utf-8")
    said: list[str] = []
    page = opened(browser, path, said, scheme)
    measured = page.evaluate(MEASURE)
    page.close()
    assert said == []
    assert measured["tiles"] == pods
    assert measured["outside"] == 0, "text that is wider or higher than its tile, or a title wider than its box"
    assert measured["unlabelled"] == 0, "tiles without even a rank"
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
  const outsideOf = (text, frame) => {
    const [a, b] = [text.getBBox(), frame.getBBox()];
    return a.x < b.x || a.x + a.width > b.x + b.width || a.y < b.y || a.y + a.height > b.y + b.height;
  };
  let outside = 0, smallest = 99, contrast = 99;
  const pods = [...document.querySelectorAll(".pod")];
  for (const pod of pods) {
    const frame = pod.querySelector(".frame");
    for (const text of pod.querySelectorAll("text")) {
      if (outsideOf(text, frame)) outside += 1;
      smallest = Math.min(smallest, parseFloat(getComputedStyle(text).fontSize));
      contrast = Math.min(contrast, ratio(light(getComputedStyle(text).fill), light(getComputedStyle(frame).fill)));
    }
  }
  const ground = light(getComputedStyle(document.querySelector(".ground")).fill);
  for (const title of document.querySelectorAll(".title")) {
    if (outsideOf(title, title.parentElement.querySelector(".frame"))) outside += 1;
  }
  for (const title of document.querySelectorAll(".title, .head, .faint")) {
    contrast = Math.min(contrast, ratio(light(getComputedStyle(title).fill), ground));
  }
  const unlabelled = pods.filter((pod) => !pod.querySelector("text")).length;
  return { tiles: pods.length, unlabelled, outside, smallest, contrast };
}"""
