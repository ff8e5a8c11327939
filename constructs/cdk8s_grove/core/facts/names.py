"""The names Grove derives from a set, and how long each may be.

Source of the formulas: ai-dynamo/grove operator/api/common/namegen.go@fcc3b3bb; all seen on the real operator.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

NAME_BUDGET: Final = 45
"""Most characters of set + scaling group + clique (outside a group: set + clique).

Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb, line 44.
"""

MAX_LABEL: Final = 63
"""Most characters of a DNS label and of a label's value: services, hostnames, gangs, scaling groups."""

MAX_CLIQUE: Final = 57
"""Most characters of a clique's full name: its pods are named after it, plus `-` and five random ones."""

DNS_1035: Final = re.compile(r"[a-z]([-a-z0-9]{0,61}[a-z0-9])?", re.ASCII)
"""A service's name, so a set's name: the set's headless service is named after it."""

DNS_1123: Final = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", re.ASCII)
"""A scaling group's or clique's name, a namespace, a queue."""

DEFAULT_NAMESPACE: Final = "default"


def service(pcs: str, unit: int) -> str:
    """The headless service of one unit, also the subdomain of its pods and the name of its base gang."""
    return f"{pcs}-{unit}"


def service_address(pcs: str, unit: int, namespace: str) -> str:
    """The DNS name of a unit's headless service, as GROVE_HEADLESS_SERVICE holds it."""
    return f"{service(pcs, unit)}.{namespace}.svc.cluster.local"


def scaling_group(pcs: str, unit: int, group: str) -> str:
    """A scaling group's full name; the copy's index is not part of it."""
    return f"{pcs}-{unit}-{group}"


def group_clique(pcs: str, unit: int, group: str, copy: int, clique: str) -> str:
    """The full name of a clique in a scaling group."""
    return f"{scaling_group(pcs, unit, group)}-{copy}-{clique}"


def standalone_clique(pcs: str, unit: int, clique: str) -> str:
    """The full name of a clique outside every scaling group."""
    return f"{pcs}-{unit}-{clique}"


def scaled_gang(group_fqn: str, copy: int, min_available: int) -> str:
    """The gang of a copy at or above its group's minAvailable; copies below it are in the unit's base gang."""
    return f"{group_fqn}-{copy - min_available}"


def grouper_pod_group(gang: str) -> str:
    """The PodGroup KAI's pod-grouper makes of a gang; it ends in the gang's uid, which nobody knows before.

    Source: kai-scheduler/KAI-Scheduler pkg/podgrouper/podgrouper/plugins/defaultgrouper/default_grouper.go@d5bc503a.
    """
    return f"pg-{gang}-<uid>"


def shared_claim(owner: str, template: str, index: int | None) -> str:
    """A claim Grove shares between pods: of all of an owner's replicas (index None), or of one.

    Source: ai-dynamo/grove operator/internal/resourceclaim/naming.go@fcc3b3bb.
    """
    return f"{owner}-{'all' if index is None else index}-{template}"


def template_of(clique_fqn: str, cliques: Sequence[str]) -> int | None:
    """The index of the template a clique runs: the first whose name is a suffix of the full name.

    Source: seen on the real operator (cliques `l` and `decode-l`).
    """
    return next((index for index, name in enumerate(cliques) if clique_fqn.endswith(name)), None)


def hostname(clique_fqn: str, index: int) -> str:
    """A pod's hostname: its clique's full name and its index there."""
    return f"{clique_fqn}-{index}"


def fqdn(host: str, subdomain: str, namespace: str) -> str:
    """A pod's address in a cluster with the usual domain."""
    return f"{host}.{subdomain}.{namespace}.svc.cluster.local"


def token_secret(pcs: str, *, short: bool) -> str:
    """The secret of the start-up init container; its name is also a label's value."""
    return f"{pcs}-ic-sat" if short else f"{pcs}-initc-sa-token-secret"


def suffix_victim(clique: str, pcs: str, group: str, other: str) -> str | None:
    """A full name of clique `other` that ends in `clique`, or None where no unit and copy give one.

    Grove takes for a clique the first template whose name is a suffix of the full name
    (`<pcs>-<unit>-<group>-<copy>-<other>`), so such a clique may run the pod of `clique`.
    The indexes that could matter are the digits in `clique` itself, alone or as the end of a longer number.

    Source: seen on the real operator (cliques `l` and `decode-l`).
    """
    digits = {"0", *re.findall(r"\d+", clique)}
    indexes = {int(d) for d in digits} | {int("1" + d) for d in digits}
    for unit in sorted(indexes):
        for copy in sorted(indexes):
            fqn = group_clique(pcs, unit, group, copy, other)
            if fqn.endswith(clique):
                return fqn
    return None
