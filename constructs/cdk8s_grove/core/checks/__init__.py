"""What the cluster would refuse, and what it would take and never run; reads, never repairs."""

from cdk8s_grove.core.checks.admission import refusals
from cdk8s_grove.core.checks.context import KINDS_READ
from cdk8s_grove.core.checks.engine import Options, Report, check_documents, check_manifests
from cdk8s_grove.core.checks.registry import Rule, all_rules

__all__ = [
    "KINDS_READ",
    "Options",
    "Report",
    "Rule",
    "all_rules",
    "check_documents",
    "check_manifests",
    "refusals",
]
