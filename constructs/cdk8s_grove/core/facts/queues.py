"""What KAI counts in, in a Queue: GPUs, millicores, and MB of 10^6 bytes; -1 is no bound.

Source: kai-scheduler/KAI-Scheduler pkg/apis/scheduling/v2/queue_types.go and
pkg/scheduler/plugins/proportion/proportion.go@v0.17.0 (its `mebibytes` is 1000 * 1000).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

UNLIMITED: Final = -1
"""KAI's word for no bound; an unset quota or limit is 0, under which nothing may run.

Source: seen on the real scheduler (0.17.0); kai-scheduler/KAI-Scheduler pkg/common/constants/constants.go@v0.17.0.
"""

COUNTED: Final = {"cpu": Fraction(1000), "gpu": Fraction(1), "memory": Fraction(1, 10**6)}
"""A queue's resources, and how many of KAI's units one core, one GPU and one byte are."""


def to_kai(resource: str, amount: Fraction | None) -> float:
    """An amount of GPUs, cores or bytes as KAI's number; None is no bound.

    The number stands for the amount exactly if `from_kai` gives it back: a float has about 15 digits.
    """
    if amount is None:
        return UNLIMITED
    counted = amount * COUNTED[resource]
    return int(counted) if counted.denominator == 1 else float(counted)


def from_kai(resource: str, number: float) -> Fraction | None:
    """KAI's number as GPUs, cores or bytes, through the decimal that stands in the manifest; None for no bound.

    Raises:
        ValueError: The number is below 0 and not -1, which means nothing to KAI, or is not finite.
    """
    if number == UNLIMITED:
        return None
    amount = Fraction(str(number)) / COUNTED[resource]
    if amount < 0:
        raise ValueError(number)
    return amount
