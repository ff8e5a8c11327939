"""A set that is made and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.raw import mapping


@set_rule("GRV322", "no-units", Severity.WARNING)
def no_units(view: SetView) -> Iterator[Problem]:
    """A set leaves out how many units it has, and so has none.

    The default of `spec.replicas` is 0, unlike a Deployment's: the set is accepted, and no pod is made.

    Example: a PodCliqueSet without `spec.replicas`.

    Fix: give `spec.replicas`; 0 where nothing is to run. Where an autoscaler owns the number, leave it out and suppress
    this.

    Source: the CRD podcliquesets.grove.io; ai-dynamo/grove operator/api/core/v1alpha1/podcliqueset.go@fcc3b3bb.
    """
    if mapping(view.raw.get("spec")).get("replicas") is None:
        yield Problem("spec.replicas", "the set has no units", "give spec.replicas", "left out, it is 0")
