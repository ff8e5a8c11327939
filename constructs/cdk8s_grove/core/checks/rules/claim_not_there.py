"""Claims and templates pods name."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import CheckContext, SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity


@set_rule("GRV314", "claim-not-there", Severity.WARNING)
def claim_not_there(view: SetView, context: CheckContext) -> Iterator[Problem]:
    """A pod names a claim or a claim template that is not in the input.

    Where the cluster does not have it either, the pods stay pending. It is an error where the input holds others.

    Example: `resourceClaimTemplateName: gpus` beside a template `gpu`.

    Fix: put it beside the set, or correct the name.

    Source: kubernetes/kubernetes pkg/controller/resourceclaim/controller.go@v1.35.0.
    """
    namespace = view.source.namespace
    for clique in view.source.cliques:
        for index, claim in enumerate(clique.pod.claims):
            for kind, name, known, field in (
                ("ResourceClaimTemplate", claim.template, context.beside.claim_templates, "resourceClaimTemplateName"),
                ("ResourceClaim", claim.claim, context.beside.claims, "resourceClaimName"),
            ):
                if name and (namespace, name) not in known:
                    path = f"{clique.pod.path}.resourceClaims[{index}].{field}"
                    message = f"the {kind} {name!r} is not in the input"
                    fix = f"put it beside the set, in namespace {namespace}, or correct the name"
                    yield Problem(path, message, fix, "the pods would stay pending", name, context.absent(kind))
