"""What the API server and Grove's webhook refuse, apart from what merely never runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cdk8s_grove.core import catalog
from cdk8s_grove.core.checks.engine import Options, check_manifests
from cdk8s_grove.core.diagnostics import Finding, Severity
from cdk8s_grove.core.spec import Target

_REFUSED: Final = frozenset({catalog.NAME_BUDGET.code, catalog.MISSING_QUEUE.code, catalog.NOT_A_SET.code})
"""Beside the rules of 100 to 199, which are about nothing else."""

_AT_CREATION: Final = frozenset({"mnnvl", "pod-fields", "topology-domains", "topology-names"})
"""Rules the webhook asks of a new set only.

Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/handler.go and podcliqueset.go@fcc3b3bb.
"""


def refusals(manifest: Mapping[str, Any], target: Target, *, update: bool = False) -> tuple[Finding, ...]:
    """The findings for which a PodCliqueSet would not be taken, whatever stands beside it.

    Args:
        manifest: The set.
        target: The releases, and how the operator is configured.
        update: Whether a live set is edited; else it is created.
    """
    report = check_manifests([manifest], target, Options(suppressions=False))
    return tuple(
        finding
        for finding in report.findings
        if finding.severity is Severity.ERROR
        and (finding.code in _REFUSED or finding.code.startswith("GRV1"))
        and not (update and finding.name in _AT_CREATION)
    )
