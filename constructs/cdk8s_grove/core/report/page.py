"""A plan as one page that needs nothing else: the pictures, a search, and each pod's facts at a click."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from importlib.resources import files
from string import Template
from typing import Any

from cdk8s_grove.core.plan.model import Plan, Pod, SetPlan
from cdk8s_grove.core.report.characters import as_xml
from cdk8s_grove.core.report.data import pod_data
from cdk8s_grove.core.report.drawing import draw_each, style

_SHOWN = (
    "hostname",
    "fqdn",
    "rank",
    "phase",
    "copy",
    "unit",
    "gang",
    "clique",
    "gpus",
    "scheduler",
    "claims",
    "resolvedEnv",
)


def plan_as_html(plan: Plan, *, full: bool = False) -> str:
    """The page.

    Args:
        plan: What to show.
        full: Draw every pod; else 600 of them, and the rest is told in words.
    """
    sections: list[str] = []
    pods: list[Pod] = []
    for found, drawn in zip(plan.sets, draw_each(plan.sets, full=full), strict=True):
        pods += drawn.pods
        sections.append(f"<section>\n{_facts(found)}{drawn.svg}</section>")
    page = Template((files(__name__.rpartition(".")[0]) / "page.html").read_text(encoding="utf-8"))
    names = ", ".join(found.name for found in plan.sets)
    return as_xml(
        page.substitute(
            title=html.escape(f"Plan of {names}"),
            model=html.escape(f"modelled on Grove {plan.target.grove}, KAI {plan.target.kai}"),
            style=style(),
            sets="\n".join(sections),
            pods=_data([_pod(pod) for pod in pods]),
        )
    )


def _facts(found: SetPlan) -> str:
    lines = [
        f'<li class="failing">would fail: {html.escape(f"{f.kind}, {f.path}: {f.why}")}</li>' for f in found.failures
    ]
    lines += [f"<li>{html.escape(note)}</li>" for note in found.notes]
    scale = [
        html.escape(f"{t.kind}/{t.name} by {t.counts}: {t.selector or 'no selector'}") for t in found.scale_targets
    ]
    targets = f"<details><summary>scale targets</summary><ul>{_items(scale)}</ul></details>\n"
    return (f"<ul>\n{''.join(lines)}\n</ul>\n" if lines else "") + targets


def _items(texts: Iterable[str]) -> str:
    return "\n".join(f"<li>{html.escape(text)}</li>" for text in texts)


def _pod(pod: Pod) -> dict[str, Any]:
    data = pod_data(pod)
    waits = [argument.partition("=")[2] for arguments in pod.init_args.values() for argument in arguments]
    return {key: data[key] for key in _SHOWN} | {"waits": waits}


def _data(value: object) -> str:
    """JSON that no text in it can end the script element with."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
