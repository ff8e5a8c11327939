"""Two sets of manifests, and what going from one to the other does to a cluster."""

from __future__ import annotations

from cdk8s_grove.core.diff.model import Action, Change, Difference, Effect, ObjectChange
from cdk8s_grove.core.diff.objects import diff_documents, diff_manifests

__all__ = ["Action", "Change", "Difference", "Effect", "ObjectChange", "diff_documents", "diff_manifests"]
