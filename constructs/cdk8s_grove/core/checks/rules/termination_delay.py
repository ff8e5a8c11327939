"""terminationDelay is a positive duration."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts.durations import parse_duration
from cdk8s_grove.core.plan.raw import mapping


@set_rule("GRV112", "termination-delay", Severity.ERROR)
def termination_delay(view: SetView) -> Iterator[Problem]:
    """TerminationDelay is not a positive duration.

    Grove's webhook refuses 0 and less, and the API server what is no duration.

    Example: `terminationDelay: 0s`.

    Fix: a duration as Go writes it, for example `4h` (the default) or `30m`.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    delay = mapping(mapping(view.stored.get("spec")).get("template")).get("terminationDelay")
    try:
        if parse_duration(str(delay)):
            return
    except ValueError:
        pass
    message, why = f"terminationDelay is {delay!r}, not a positive duration", "the set is refused"
    yield Problem("spec.template.terminationDelay", message, "write it as '4h' or '30m'", why, str(delay))
