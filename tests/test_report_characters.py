"""Names in an input that a picture's format cannot hold, or would take for more than text."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cdk8s_grove.core.plan import Plan, plan_manifests
from cdk8s_grove.core.report.drawing import plan_as_svg
from cdk8s_grove.core.report.mermaid import plan_as_mermaid
from cdk8s_grove.core.report.page import plan_as_html

BASE = Path(__file__).parent / "golden" / "grove-main" / "expand" / "base.json"


def named(name: str) -> Plan:
    manifest = json.loads(BASE.read_text())["manifest"]
    manifest["metadata"]["name"] = name
    return plan_manifests([manifest])


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ufffe", "\uffff", "\udcff"])
def test_what_xml_cannot_hold_is_replaced(character: str) -> None:
    plan = named(f"a{character}b")
    svg = plan_as_svg(plan)
    assert "default/a\ufffdb" in "".join(ElementTree.fromstring(svg).itertext())
    page = plan_as_html(plan)
    assert character not in page
    begin, end = page.index("<svg"), page.index("</svg>") + len("</svg>")
    ElementTree.fromstring(page[begin:end])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<img src=x onerror=alert(1)>", "#60;img src=x onerror=alert(1)#62;"),
        ('a"] b', "a#34;] b"),
        ("a&lt;b#35;", "a#38;lt;b#35;35;"),
        ("%%{init: {}}%%", "#37;#37;{init: {}}#37;#37;"),
        ("`**a**`", "#96;**a**#96;"),
        ("a\nend", "a\ufffdend"),
    ],
)
def test_labels_of_a_flowchart_are_text(name: str, shown: str) -> None:
    said = "".join(plan_as_mermaid(named(name)))
    assert f'subgraph s0["default/{shown}"]' in said
    assert said.count("<") == said.count("<br/>")
