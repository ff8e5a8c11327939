"""Quantities of a manifest, as far as they are ones."""

from __future__ import annotations

from fractions import Fraction

from cdk8s_grove.core.facts.quantities import parse_quantity


def amount(quantity: object) -> Fraction | None:
    """What a quantity stands for; None where it is none, or not there."""
    if isinstance(quantity, bool) or not isinstance(quantity, int | float | str):
        return None
    try:
        return parse_quantity(str(quantity))
    except ValueError:
        return None
