"""A PriorityClass of one's own, beside those KAI ships."""

from __future__ import annotations

from typing import Any, Never

from cdk8s_grove._jsii import ApiObject, Construct
from cdk8s_grove._options import take_options
from cdk8s_grove._tree import siblings_in
from cdk8s_grove.core.facts.priorities import NON_PREEMPTIBLE
from cdk8s_grove.core.rendering import render_priority_class
from cdk8s_grove.core.spec import PriorityClassSpec
from cdk8s_grove.manifest import GroveManifest, Metadata, Parts, check_place


class PriorityClass(Construct):
    """A priority class for workloads: `DisaggReplica(..., priority=PriorityClass(chart, "serving", value=110).name)`.

    KAI ships `train` (50), `build-preemptible` (75), `build` (100) and `inference` (125); those are named, not made.

    Args:
        scope: The chart, or any construct in one.
        id: The construct id; also the class's name unless `name` is given.
        value: The priority, from -2^31 to 10^9. Of 100 or more KAI never preempts the workload, and takes it only
            within the quotas of its queue and of all above.
        name: The class's name.
        description: For people.

    Raises:
        SpecError: An option that is unknown (GRV002) or wrong (GRV001, 007), a name that KAI ships (GRV010).
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        value: int,
        name: str | None = None,
        description: str | None = None,
        **unknown: Never,
    ) -> None:
        check_place(scope, id)
        options: dict[str, object] = {"name": id if name is None else name, "value": value, "description": description}
        self._options = take_options(PriorityClassSpec, scope, id, options, unknown)
        super().__init__(scope, id)
        self._api_object = GroveManifest(
            self,
            "Resource",
            siblings=siblings_in(scope),
            api_version="scheduling.k8s.io/v1",
            kind="PriorityClass",
            metadata={"name": self.name},
            build=self._build,
            typed=False,
        )

    def _build(self, metadata: Metadata, _: Parts) -> dict[str, Any]:
        document = render_priority_class(self._options)
        # An object of the cluster: the chart's namespace is not for it.
        document["metadata"] |= {key: value for key, value in metadata.items() if key != "namespace"}
        return document

    @property
    def name(self) -> str:
        """The class's name: what a replica's `priority` says."""
        return self._options.name

    @property
    def value(self) -> int:
        """The priority."""
        return self._options.value

    @property
    def description(self) -> str | None:
        """For people."""
        return self._options.description

    @property
    def preemptible(self) -> bool:
        """Whether KAI may preempt workloads of it: below 100."""
        return self.value < NON_PREEMPTIBLE

    @property
    def api_object(self) -> ApiObject:
        """The API object, for cdk8s' own ways: patches, labels, dependencies."""
        return self._api_object

    def manifest(self) -> dict[str, Any]:
        """The PriorityClass as plain data."""
        return self._api_object.to_json()
