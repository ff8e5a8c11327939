"""How a replica and a phase take an autoscaler, and the object that scales units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from cdk8s_grove._jsii import Construct
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError, finding
from cdk8s_grove.core.rendering import API_VERSIONS, autoscaler_kind, render_autoscaler
from cdk8s_grove.core.spec import UnitScaling
from cdk8s_grove.core.spec.base import Spec
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts

if TYPE_CHECKING:
    from cdk8s_grove._tree import Siblings
    from cdk8s_grove.core.spec.replica import ReplicaOptions

S = TypeVar("S", bound=Spec)


def take_scaling(model: type[S], owner: Construct, options: Mapping[str, object], *, given: bool) -> S:
    """The autoscaler that `owner` is given.

    Raises:
        SpecError: A wrong option, or a second autoscaler (GRV001).
    """
    path = str(owner.node.path)
    if given:
        raise SpecError(
            [
                finding(
                    catalog.INVALID_OPTION,
                    "it is scaled already",
                    construct=path,
                    path="scale",
                    why="two autoscalers of one thing undo each other's work",
                    found="a second call of scale()",
                    fix="call it once; several metrics go into one call",
                )
            ]
        )
    try:
        return model.model_validate(options)
    except SpecError as error:
        raise error.about(path) from None


def make_autoscaler(
    replica: Construct, options: ReplicaOptions, scaling: UnitScaling, siblings: Siblings
) -> GroveManifest:
    """The object that scales a replica's units: its child `autoscaler`."""
    metadata: dict[str, Any] = {"name": options.name}
    if options.namespace is not None:
        metadata["namespace"] = options.namespace

    def build(seen: Metadata, _: Parts) -> dict[str, Any]:
        document = render_autoscaler(options, scaling)
        document["metadata"] |= seen
        return document

    kind = autoscaler_kind(scaling)
    return GroveManifest(
        replica,
        "autoscaler",
        siblings=siblings,
        api_version=API_VERSIONS[kind],
        kind=kind,
        metadata=metadata,
        build=build,
        typed=False,
    )
