"""Where a spec becomes names, counts, gangs and variables; every decision lives here."""

from __future__ import annotations

from cdk8s_grove.core.layout.assembly import lay_out
from cdk8s_grove.core.layout.model import CliqueLayout, EnvEntry, Equipment, GroupLayout, Rank, ReplicaLayout

__all__ = ["CliqueLayout", "EnvEntry", "Equipment", "GroupLayout", "Rank", "ReplicaLayout", "lay_out"]
