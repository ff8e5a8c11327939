"""Draws the pictures of docs/layouts.md: `.venv/bin/python docs/make_pictures.py`; a test compares them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cdk8s_grove.core import ReplicaSpec, render
from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.report.drawing import plan_as_svg

FOLDER = Path(__file__).with_name("pictures")


def _phase(phase: str, copies: int, gpus: int, *, workers: int = 0, **options: Any) -> dict[str, Any]:
    container = {"name": "engine", "image": "engine:1", "resources": {"limits": {"nvidia.com/gpu": gpus}}}
    pod = {"containers": [container]}
    made = {"id": phase, "copies": copies, "leader": {"pod": pod}, **options}
    return made | ({"worker": {"pods": workers, "pod": pod}} if workers else {})


_UNIT: Final = [_phase("prefill", 1, 4), _phase("decode", 3, 4)]
_NODES: Final = [_phase("prefill", 1, 4, workers=1), _phase("decode", 2, 4, workers=1)]
PICTURES: Final[dict[str, dict[str, Any]]] = {
    "set": {"units": 2, "phases": _UNIT},
    "set-floor": {"phases": [_phase("prefill", 1, 4), _phase("decode", 3, 4, min_copies=1)]},
    "group": {"units": 2, "layout": "group", "phases": _UNIT},
    "group-nodes": {"layout": "group", "phases": _NODES},
}
"""What each picture shows, as a spec."""


def picture(name: str) -> str:
    """One picture."""
    spec = ReplicaSpec.model_validate({"name": "qwen", "namespace": "serving", "queue": "team-a"} | PICTURES[name])
    return plan_as_svg(plan_manifests([render(spec)], spec.target))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in PICTURES:
        (FOLDER / f"{each}.svg").write_text(picture(each))
