"""What KAI's pod-grouper reads of a set and its pods, on a Grove that does not write KAI's PodGroups itself.

It makes a gang's PodGroup of the first pod it meets, here taken to be one of the gang's first clique.

Source: kai-scheduler/KAI-Scheduler pkg/podgrouper/podgrouper/plugins/grove/grove_grouper.go and
plugins/defaultgrouper/default_grouper.go@d5bc503a, the same on v0.14.0 to v0.17.0 but for the delays.
"""

from __future__ import annotations

from collections.abc import Mapping

from cdk8s_grove.core.facts import durations, env, versions
from cdk8s_grove.core.plan.model import Constraint, Placement
from cdk8s_grove.core.plan.source import CliqueSource, SetSource
from cdk8s_grove.core.spec import Target


class Grouper:
    """The pod-grouper, for one set.

    Attributes:
        refused: The set's preemptibility, if there is none of that name; then no PodGroup is made.
    """

    def __init__(self, source: SetSource, target: Target) -> None:
        self._set = source
        self._delays = target.kai_has(versions.KAI_DELAYS)
        # What the gang carries of the set's own; the rest the grouper looks up at the set.
        mirrored = target.grove_has(versions.GANG_MIRRORS_SET)
        nothing: Mapping[str, str] = {}
        self._gang_labels = source.labels if mirrored else nothing
        self._gang_annotations = source.annotations if mirrored else nothing
        stated = source.labels.get(env.KAI_PREEMPTIBILITY_LABEL)
        self.refused = None if stated is None or stated in env.KAI_PREEMPTIBILITIES else stated

    def queue(self, pod: CliqueSource) -> str:
        """The queue that pays."""
        for labels in (self._gang_labels, pod.labels):
            if env.KAI_QUEUE_LABEL in labels:
                return labels[env.KAI_QUEUE_LABEL]
        project = self._gang_labels.get(env.KAI_PROJECT_LABEL, pod.labels.get(env.KAI_PROJECT_LABEL))
        if not project:
            return env.KAI_DEFAULT_QUEUE
        pool = pod.labels.get(env.KAI_NODE_POOL_LABEL)
        return project if pool is None else f"{project}-{pool}"

    def priority(self, pod: CliqueSource) -> str:
        """The PriorityClass."""
        return (
            self._set.labels.get(env.KAI_PRIORITY_LABEL)
            or self._set.priority_class
            or pod.labels.get(env.KAI_PRIORITY_LABEL)
            or pod.pod.priority_class
            or env.KAI_DEFAULT_PRIORITY
        )

    def preemptibility(self, pod: CliqueSource) -> str | None:
        """`preemptible` or `non-preemptible`; None where the priority decides."""
        stated = self._set.labels.get(env.KAI_PREEMPTIBILITY_LABEL, pod.labels.get(env.KAI_PREEMPTIBILITY_LABEL))
        return stated if stated in env.KAI_PREEMPTIBILITIES and stated else None

    def preemption_delay(self, pod: CliqueSource) -> str | None:
        """How long a gang that may be preempted is left alone."""
        own, pods = (layer.get(env.KAI_PREEMPTION_DELAY) for layer in (self._set.annotations, pod.annotations))
        return (_duration(own) or _duration(pods)) if self._delays else None

    def staleness_grace_period(self, pod: CliqueSource) -> str | None:
        """How long a gang may run with too few pods; negative for ever."""
        own, pods = (layer.get(env.KAI_STALENESS) for layer in (self._gang_annotations, pod.annotations))
        if not self._delays:
            return None
        return _duration(own, negative=True) or _duration(pods, negative=True)

    def placement(self, constraint: Constraint | None, topology: str | None) -> Placement:
        """What the gang's pods must share: what Grove asks for, and of the set's annotations what that leaves open."""
        stated = self._set.annotations
        grove = (topology, constraint.required, constraint.preferred) if constraint else (None, None, None)
        keys = (env.KAI_TOPOLOGY, env.KAI_TOPOLOGY_REQUIRED, env.KAI_TOPOLOGY_PREFERRED)
        return Placement(*(own or stated.get(key) or None for own, key in zip(grove, keys, strict=True)))


def _duration(text: str | None, *, negative: bool = False) -> str | None:
    """A duration as Go writes it; None for what is none."""
    if text is None:
        return None
    below, digits = text.startswith("-"), text[1:] if text[:1] in ("-", "+") else text
    try:
        written = "0s" if digits == "0" else durations.as_go_writes(durations.parse_duration(digits))
    except ValueError:
        return None
    if not below or written == "0s":
        return written
    return f"-{written}" if negative else None
