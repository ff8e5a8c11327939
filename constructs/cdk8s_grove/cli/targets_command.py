"""`cdk8s-grove targets`: the pairs of Grove and KAI there are, and what each brought."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cdk8s_grove.core.facts.targets import GATES, PAIRS, has, new_in
from cdk8s_grove.core.facts.versions import DEFAULT_GROVE, DEFAULT_KAI
from cdk8s_grove.core.report.data import FORMAT_VERSION
from cdk8s_grove.core.report.text import Line

_DEFAULT = (DEFAULT_GROVE, DEFAULT_KAI)


def targets_as_json() -> str:
    """Every pair with all it has, for a program."""
    listed = [
        {
            "grove": grove,
            "kai": kai,
            "default": (grove, kai) == _DEFAULT,
            "has": [gate.key for gate in GATES if has((grove, kai), gate)],
        }
        for grove, kai in PAIRS
    ]
    gates = [{"key": gate.key, "product": gate.product, "says": gate.says} for gate in GATES]
    return json.dumps({"format_version": FORMAT_VERSION, "targets": listed, "gates": gates}, indent=2) + "\n"


def list_targets() -> Iterator[Line]:
    """A pair a line, the oldest first, with what it has and the one before has not."""
    grove_width = max(len(grove) for grove, _ in PAIRS)
    kai_width = max(len(kai) for _, kai in PAIRS)
    margin = " " * (grove_width + kai_width + 4 + len("default  "))
    yield [(f"{'GROVE':{grove_width}}  {'KAI':{kai_width}}           NEW", "dim")]
    for grove, kai in PAIRS:
        usual = "default" if (grove, kai) == _DEFAULT else ""
        news = [gate.says for gate in new_in(grove, kai)] or ["-"]
        yield [
            (f"{grove:{grove_width}}", "name"),
            (f"  {kai:{kai_width}}  ", ""),
            (f"{usual:9}", "head"),
            (news[0], ""),
        ]
        yield from ([(f"{margin}{new}", "")] for new in news[1:])
