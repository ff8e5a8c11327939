"""A model served without the split: one engine does prefill and decode."""

from __future__ import annotations

from typing import Any, Final

from cdk8s_grove._jsii import Construct
from cdk8s_grove._options import no_unknown_options, take_options
from cdk8s_grove.core.spec.phase import PhaseOptions
from cdk8s_grove.core.spec.replica import ReplicaOptions
from cdk8s_grove.disagg_replica import DisaggReplica
from cdk8s_grove.manifest import check_place
from cdk8s_grove.phase_gang import PhaseGang

AGGREGATED: Final = "aggregated"
_COUNTED_BY_UNITS: Final = frozenset({"id", "phase", "name", "copies", "min_copies"})


class AggregatedReplica(DisaggReplica):
    """A deployment of one phase, `aggregated`: each unit is one engine, over as many pods as it needs.

    Its cliques stand right under it: a `LeaderClique`, and a `WorkerClique` for an engine of several pods. Everything
    else is as for `DisaggReplica`.

    Args:
        scope: The chart, or any construct in one.
        id: The construct id; also the set's name unless `name` is given.
        group_name: Name of its one scaling group, in either layout; a DNS label.
        options: Those of `DisaggReplica`, with `units` for how many engines there are; and of a `PhaseGang` what says
            which devices its pods have and how they start. A name that both have is the replica's. There are no
            `copies`: one unit is one engine, and one gang.

    Raises:
        SpecError: As for `DisaggReplica` and `PhaseGang`.
    """

    def __init__(self, scope: Construct, id: str, *, group_name: str = AGGREGATED, **options: Any) -> None:
        check_place(scope, id)
        of_replica = {name for name in ReplicaOptions.model_fields if name != "phases"}
        of_phase = set(PhaseOptions.model_fields) - of_replica - _COUNTED_BY_UNITS
        unknown = {name: value for name, value in options.items() if name not in of_replica | of_phase}
        no_unknown_options(unknown, of_replica | of_phase, scope, id)
        phase = {name: options.pop(name) for name in sorted(of_phase) if name in options}
        # Before anything stands in the tree, and as an option of what the user made.
        take_options(PhaseOptions, scope, id, {"id": AGGREGATED, **phase}, {})
        super().__init__(scope, id, group_name=group_name, **options)
        own = group_name if self.layout == "set" and group_name != AGGREGATED else None
        self.only_phase = PhaseGang(self, AGGREGATED, name=own, **phase)
