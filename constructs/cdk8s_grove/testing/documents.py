"""What a chart becomes: documents, the text of its file, and its plan."""

from __future__ import annotations

from typing import Any

from cdk8s_grove._jsii import Chart, Construct, Yaml
from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks import Options, Report, check_manifests
from cdk8s_grove.core.diagnostics import SpecError, finding
from cdk8s_grove.core.plan import Plan, plan_manifests
from cdk8s_grove.core.spec import Target
from cdk8s_grove.manifest import GroveManifest


def synth(scope: Construct) -> list[dict[str, Any]]:
    """Every object of a chart, in the order cdk8s writes them.

    Args:
        scope: The chart, or the app for all of its charts.

    Returns:
        One dict an object, as its file will hold it.

    Raises:
        GroveError: What is wrong with one of them, as at synthesis; or no chart is given (GRV019).
    """
    charts = [one for one in scope.node.find_all() if isinstance(one, Chart)] if isinstance(scope, Construct) else []
    if not charts:
        raise SpecError(
            [
                finding(
                    catalog.MISPLACED,
                    "what was given is no chart and holds none",
                    construct=str(scope.node.path) if isinstance(scope, Construct) else "",
                    path="scope",
                    found=type(scope).__name__,
                    fix="give the Chart, or the App",
                )
            ]
        )
    return [document for chart in charts for document in chart.to_json()]


def yaml_of(scope: Construct) -> str:
    """The same as YAML text: for a chart, what is in its file.

    Raises:
        GroveError: As for `synth`.
    """
    text: str = Yaml.stringify(*synth(scope))
    return text


def plan_of(scope: Construct, target: Target | None = None) -> Plan:
    """What Grove and KAI make of a chart.

    Args:
        scope: The chart, or the app.
        target: The releases to model; None: those the replicas are made for.

    Raises:
        GroveError: Something cannot be made, there is no replica (GRV073), or replicas are made for several
            targets and none is given (GRV018).
    """
    return plan_manifests(synth(scope), target or _target(scope), place=str(scope.node.path))


def report_of(scope: Construct, options: Options | None = None) -> Report:
    """What `check` says of a chart.

    Args:
        scope: The chart, or the app.
        options: Rules to leave out and the like.

    Raises:
        GroveError: As for `synth`.
    """
    return check_manifests(synth(scope), _target(scope), options)


def _target(scope: Construct) -> Target:
    targets = {one.target for one in scope.node.find_all() if isinstance(one, GroveManifest) and one.target}
    if len(targets) > 1:
        raise SpecError(
            [
                finding(
                    catalog.TARGET,
                    "the replicas are made for several targets",
                    construct=str(scope.node.path),
                    path="target",
                    found=", ".join(sorted(f"grove {one.grove} kai {one.kai}" for one in targets)),
                    fix="give target=, or plan each replica by itself with replica.plan()",
                )
            ]
        )
    return next(iter(targets), Target())
