"""A PriorityClass of one's own, beside those KAI ships."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from cdk8s_grove.core import catalog
from cdk8s_grove.core.facts.priorities import LEAST_VALUE, MOST_VALUE, RESERVED_PREFIX, SHIPPED
from cdk8s_grove.core.spec.base import Spec, refuse
from cdk8s_grove.core.spec.replica import PriorityClassName


def _own_name(name: str) -> str:
    if name.startswith(RESERVED_PREFIX):
        refuse(
            catalog.INVALID_NAME,
            f"begins with {RESERVED_PREFIX!r}",
            why="Kubernetes keeps such names for itself",
            fix="give it another name",
        )
    if name in SHIPPED:
        refuse(
            catalog.DUPLICATE_NAME,
            "is a priority class that KAI ships",
            why="two owners of one object undo each other, and its value cannot be changed",
            fix=f"name it where it is used, priority={name!r}, or give yours another name",
        )
    return name


class PriorityClassSpec(Spec):
    """A PriorityClass.

    Attributes:
        name: Its name in the cluster; none of Kubernetes' own and none that KAI ships.
        value: The priority, from -2^31 to 10^9. Of 100 or more KAI never preempts the workload, and takes it only
            within the quotas of its queue and of all above.
        description: For people.
    """

    name: Annotated[PriorityClassName, AfterValidator(_own_name)]
    value: Annotated[int, Field(ge=LEAST_VALUE, le=MOST_VALUE)]
    description: str | None = None
