"""Which Grove and KAI a manifest is made for."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts import versions
from cdk8s_grove.core.spec.base import Spec, refuse


def _release(product: str, oldest: versions.VersionKey, usual: str) -> AfterValidator:
    def check(tag: str) -> str:
        try:
            key = versions.version_key(tag)
        except ValueError:
            refuse(
                catalog.TARGET,
                f"is not a release of {product}",
                fix=f"write the whole tag, for example {usual!r}",
            )
        if key < oldest:
            refuse(
                catalog.TARGET,
                f"is older than what is known to schedule a pair as one gang with {product}",
                fix=f"use a newer one, for example {usual!r}",
            )
        return tag

    return AfterValidator(check)


SCHEDULERS = ("default-scheduler", "kai-scheduler")
"""The schedulers an operator knows unless it is configured otherwise."""


class Target(Spec):
    """The releases a manifest is rendered for; they decide what is written and what is refused.

    Pairs known to work: Grove alpha.8-9 with KAI 0.14, alpha.10 to 12-rc1 with 0.15.2, alpha.13 and
    14-rc1 with 0.17.

    Attributes:
        grove: Grove's tag, v0.1.0-alpha.8 or newer.
        kai: KAI's tag, v0.14.0 or newer.
        schedulers: What the operator's configuration enables; sets for others are refused.
        topology_aware: Whether it has topology-aware scheduling on; without, constraints are refused.
        mnnvl: Whether it has MNNVL on; without, the annotation that asks for it is refused.
    """

    grove: Annotated[str, _release("Grove", versions.OLDEST_GROVE, versions.DEFAULT_GROVE)] = versions.DEFAULT_GROVE
    kai: Annotated[str, _release("KAI", versions.OLDEST_KAI, versions.DEFAULT_KAI)] = versions.DEFAULT_KAI
    schedulers: Annotated[tuple[str, ...], Field(strict=False)] = SCHEDULERS
    topology_aware: bool = True
    mnnvl: bool = False

    def grove_has(self, since: versions.VersionKey) -> bool:
        """Whether this Grove is at or after the release that brought a behaviour."""
        return versions.version_key(self.grove) >= since

    def kai_has(self, since: versions.VersionKey) -> bool:
        """The same of KAI."""
        return versions.version_key(self.kai) >= since
