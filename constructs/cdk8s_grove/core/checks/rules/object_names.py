"""Names of the set, its groups and its cliques."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.facts.labels import is_dns_subdomain


@set_rule("GRV103", "object-names", Severity.ERROR)
def object_names(view: SetView) -> Iterator[Problem]:
    """A name is not one Kubernetes takes.

    The set's name is a DNS subdomain to the API server, and its namespace a DNS label; a group's and a clique's name
    have to be a DNS subdomain to Grove's webhook, and may not be empty.

    Example: a clique named `Prefill`.

    Fix: lower-case letters, digits and `-`, with a letter or digit first and last.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb.
    """
    fix = "use lower-case letters, digits and '-', with a letter or digit first and last"
    source = view.source
    named = [("metadata.name", source.name)]
    named += [(f"{clique.path}.name", clique.name) for clique in source.cliques]
    named += [(f"{group.path}.name", group.name) for group in source.groups]
    if source.namespace and not names.DNS_1123.fullmatch(source.namespace):
        message = f"{source.namespace!r} is no name of a namespace"
        yield Problem("metadata.namespace", message, "use a DNS label, without dots", found=source.namespace)
    for path, name in named:
        if not is_dns_subdomain(name):
            yield Problem(path, f"{name!r} is not a name Kubernetes takes", fix, found=name)
