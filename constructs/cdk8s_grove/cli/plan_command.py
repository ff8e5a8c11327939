"""`cdk8s-grove plan`: what Grove and KAI will make of manifests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cdk8s_grove.cli.commands.plan import PlanFormat
from cdk8s_grove.cli.config import find_config
from cdk8s_grove.cli.console import Color, coloured
from cdk8s_grove.cli.files import once, read_inputs
from cdk8s_grove.cli.targets import make_target
from cdk8s_grove.core.plan import Plan, plan_documents
from cdk8s_grove.core.report.data import plan_as_json
from cdk8s_grove.core.report.text import plan_as_text


def make_plan(paths: Sequence[str], *, grove: str | None, kai: str | None) -> Plan:
    """The plan of every PodCliqueSet of the input.

    Args:
        paths: Files, folders, or `-`.
        grove: Grove release to model; by default the configuration's, or the release `Target` has.
        kai: KAI release likewise.

    Raises:
        GroveError: The input or the configuration cannot be read or planned, or a release is not known.
    """
    config, _ = find_config()
    target = make_target(grove=grove or config.grove, kai=kai or config.kai)
    return plan_documents(once(read_inputs(paths)), target, place=", ".join(paths))


def show(plan: Plan, format: PlanFormat, *, full: bool, color: Color) -> Iterable[str]:  # noqa: A002
    """The plan in pieces, as they are made.

    Args:
        plan: What to show.
        format: How.
        full: In text, what is alike too.
        color: In text, when to colour.
    """
    match format:
        case PlanFormat.JSON:
            return plan_as_json(plan)
        case PlanFormat.HTML:
            from cdk8s_grove.core.report.page import plan_as_html

            return [plan_as_html(plan, full=full)]
        case PlanFormat.SVG:
            from cdk8s_grove.core.report.drawing import plan_as_svg

            return [plan_as_svg(plan, full=full)]
        case PlanFormat.MERMAID:
            from cdk8s_grove.core.report.mermaid import plan_as_mermaid

            return plan_as_mermaid(plan, full=full)
        case PlanFormat.TEXT:
            pass
    return coloured(plan_as_text(plan, full=full), color)
