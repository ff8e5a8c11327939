"""What Grove and KAI make of any PodCliqueSet, before it is applied."""

from cdk8s_grove.core.plan.documents import plan_documents, plan_manifests
from cdk8s_grove.core.plan.model import Plan, SetPlan

__all__ = ["Plan", "SetPlan", "plan_documents", "plan_manifests"]
