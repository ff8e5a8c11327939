"""What else is in the input that a set refers to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cdk8s_grove.core.diagnostics import Finding, InputError
from cdk8s_grove.core.facts import names
from cdk8s_grove.core.plan.reading import Field

Json = Mapping[str, Any]

REFERRED_KINDS: Final = frozenset(
    {
        "ClusterTopology",
        "ClusterTopologyBinding",
        "ComputeDomain",
        "ConfigMap",
        "Queue",
        "ResourceClaim",
        "ResourceClaimTemplate",
    }
)
"""What a set may refer to; other kinds pass by."""


@dataclass(slots=True)
class Context:
    """Objects of the input beside the sets, by name or by namespace and name.

    Attributes:
        topologies: Levels of each ClusterTopologyBinding, broad to narrow: domain and node label.
        claim_templates: Specs of the ResourceClaimTemplates' claims; empty for a ComputeDomain's channels.
        claims: Specs of the ResourceClaims.
        config_maps: Data of the ConfigMaps, by namespace.
        queues: Each queue's parent; None for a root.
    """

    topologies: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    claim_templates: dict[tuple[str, str], Json] = field(default_factory=dict[tuple[str, str], Json])
    claims: dict[tuple[str, str], Json] = field(default_factory=dict[tuple[str, str], Json])
    config_maps: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict[str, dict[str, dict[str, str]]])
    queues: dict[str, str | None] = field(default_factory=dict[str, str | None])

    def queue_parents(self, queue: str | None) -> tuple[str, ...]:
        """The queues above, from the nearest up, as far as the input holds them."""
        found: list[str] = []
        parent = self.queues.get(queue) if queue else None
        while parent and parent not in found:
            found.append(parent)
            parent = self.queues.get(parent)
        return tuple(found)


def gather(objects: Iterable[tuple[Json, str]], problems: list[Finding] | None = None) -> Context:
    """The context that objects make; kinds nothing refers to pass by.

    Args:
        objects: Each object and what to call its place in errors.
        problems: Where to put what is wrong, in place of raising it.

    Raises:
        InputError: A field that is read is of the wrong type (GRV076).
    """
    context = Context()
    for value, place in objects:
        findings: list[Finding] = []
        _take(context, Field(value, "", findings))
        said = [found.about(place) for found in findings]
        if said and problems is None:
            raise InputError(said)
        if problems is not None:
            problems += said
    return context


def _take(context: Context, root: Field) -> None:
    metadata, spec = root["metadata"], root["spec"]
    name = metadata["name"].text()
    namespace = metadata["namespace"].text() or names.DEFAULT_NAMESPACE
    match root["kind"].text():
        case "ClusterTopologyBinding" | "ClusterTopology":
            context.topologies[name] = {level["domain"].text(): level["key"].text() for level in spec["levels"].items()}
        case "ResourceClaimTemplate":
            context.claim_templates[namespace, name] = spec["spec"].mapping()
        case "ComputeDomain":
            # Its driver makes the template, of channels: no GPUs.
            context.claim_templates[namespace, spec["channel"]["resourceClaimTemplate"]["name"].text()] = {}
        case "ResourceClaim":
            context.claims[namespace, name] = spec.mapping()
        case "ConfigMap":
            context.config_maps.setdefault(namespace, {})[name] = root["data"].labels()
        case "Queue":
            context.queues[name] = spec["parentQueue"].text() or None
        case _:
            pass
