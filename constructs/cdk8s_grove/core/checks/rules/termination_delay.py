"""terminationDelay is a positive duration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.raw import mapping

_TERM: Final = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)", re.ASCII)
_UNITS: Final = {
    "ns": 1, "us": 10**3, "µs": 10**3, "μs": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9,
}  # fmt: skip


@set_rule("GRV112", "termination-delay", Severity.ERROR)
def termination_delay(view: SetView) -> Iterator[Problem]:
    """The time after which a broken gang is ended (terminationDelay) is not a positive duration.

    Grove's webhook refuses 0 and less, and the API server what is no duration.

    Example: `terminationDelay: 0s`.

    Fix: a duration as Go writes it, for example `4h` (the default) or `30m`.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    delay = mapping(mapping(view.stored.get("spec")).get("template")).get("terminationDelay")
    if isinstance(delay, str) and 0 < _nanoseconds(delay) < 2**63:
        return
    message, why = f"terminationDelay is {delay!r}, not a positive duration", "the set is refused"
    yield Problem("spec.template.terminationDelay", message, "write it as '4h' or '30m'", why, str(delay))


def _nanoseconds(text: str) -> int:
    """What Go makes of a duration, cut to whole nanoseconds; 0 where it is none, or negative."""
    total, at = Fraction(0), int(text.startswith("+"))
    while match := _TERM.match(text, at):
        total += int(Fraction(match[1]) * _UNITS[match[2]])
        at = match.end()
    return int(total) if at == len(text) else 0
