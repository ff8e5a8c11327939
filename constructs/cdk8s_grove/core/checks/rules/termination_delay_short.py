"""Time to load a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts.durations import parse_duration
from cdk8s_grove.core.plan.raw import mapping, mappings


@set_rule("GRV303", "termination-delay-short", Severity.WARNING)
def termination_delay_short(view: SetView) -> Iterator[Problem]:
    """A gang may be ended while its engines still load.

    Grove ends a gang that has been below its minimum for terminationDelay; a startup probe may allow an engine
    longer.

    Example: `terminationDelay: 15m` with a startup probe of 360 tries every 10 seconds.

    Fix: a delay longer than the longest start, or no delay of your own (Grove's is 4 hours).

    Source: ai-dynamo/grove
    operator/internal/controller/podcliqueset/components/podcliquesetreplica/gangterminate.go@fcc3b3bb;
    ai-dynamo/dynamo#2188.
    """
    text = mapping(mapping(view.stored.get("spec")).get("template")).get("terminationDelay")
    try:
        delay = parse_duration(str(text)).total_seconds()
    except ValueError:
        return  # said by another rule
    for clique in view.source.cliques:
        for index, container in enumerate(mappings(clique.pod.raw.get("containers"))):
            allowed = _seconds(mapping(container.get("startupProbe")))
            if allowed > delay:
                yield Problem(
                    "spec.template.terminationDelay",
                    f"{text} is shorter than the {allowed:.0f} s the startup probe of {clique.name!r} allows",
                    "give a longer terminationDelay, or leave it out (4h)",
                    "a gang that still loads would be started anew, for ever",
                    f"{clique.pod.path}.containers[{index}].startupProbe",
                )


def _seconds(probe: Mapping[str, Any]) -> float:
    """How long a startup probe lets a container start."""
    if not probe:
        return 0
    numbers = [probe.get("initialDelaySeconds", 0), probe.get("periodSeconds", 10), probe.get("failureThreshold", 3)]
    delay, period, tries = (number if isinstance(number, int) else 0 for number in numbers)
    return delay + period * tries
