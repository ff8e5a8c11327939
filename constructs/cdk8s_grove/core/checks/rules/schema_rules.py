"""What the CRD says beyond types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cdk8s_grove.core.checks.context import CheckContext, Object
from cdk8s_grove.core.checks.parts import constraints
from cdk8s_grove.core.checks.registry import Problem, input_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import versions
from cdk8s_grove.core.plan.raw import mapping, mappings


@input_rule("GRV102", "schema-rules", Severity.ERROR)
def schema_rules(context: CheckContext) -> Iterator[Problem]:
    """A value breaks a rule of the CRD that is more than a type.

    The API server evaluates these when the set is created: units are 0 or more, a topology constraint asks for at
    least one domain in `pack`, `packDomain` may not be used on new sets, a claim template has a
    name of its own and asks for a device.

    Example: `pack: {}`.

    Fix: write what is missing, for example `pack: {required: rack}`, or at least one request in the claim template.

    Source: the CRD podcliquesets.grove.io; ai-dynamo/grove operator/api/core/v1alpha1/podcliqueset.go@fcc3b3bb.
    """
    for item in context.of_kind("PodCliqueSet"):
        for problem in _of_set(item, may_use_pack_domain=not context.target.grove_has(versions.PACK)):
            yield replace(problem, construct=item.construct)


def _of_set(item: Object, *, may_use_pack_domain: bool) -> Iterator[Problem]:
    spec = mapping(item.raw.get("spec"))
    template = mapping(spec.get("template"))
    replicas = spec.get("replicas")
    if isinstance(replicas, int) and replicas < 0:
        yield Problem("spec.replicas", "the number of units is negative", "give 0 or more", found=str(replicas))
    for path, constraint in constraints(template):
        pack = mapping(constraint.get("pack"))
        if not (pack.get("required") or pack.get("preferred") or constraint.get("packDomain")):
            yield Problem(f"{path}.pack", "the constraint asks for no domain", "give required, preferred, or both")
        if constraint.get("packDomain") is not None and not may_use_pack_domain:
            fix = "write pack.required with the same domain"
            yield Problem(f"{path}.packDomain", "packDomain may not be used on new sets", fix)
    names = [entry.get("name") or "" for entry in mappings(template.get("resourceClaimTemplates"))]
    for name in sorted({str(name) for name in names if names.count(name) > 1}):
        path = "spec.template.resourceClaimTemplates.name"
        yield Problem(path, f"two claim templates have the name {name!r}", "give each its own", found=name)
    for index, entry in enumerate(mappings(template.get("resourceClaimTemplates"))):
        if not names[index]:
            path = f"spec.template.resourceClaimTemplates[{index}].name"
            yield Problem(path, "the claim template has no name", "give it one")
        devices = mapping(mapping(mapping(entry.get("templateSpec")).get("spec")).get("devices"))
        if not devices.get("requests"):
            path = f"spec.template.resourceClaimTemplates[{index}].templateSpec.spec.devices.requests"
            yield Problem(path, "the claim template asks for no device", "give at least one request")
