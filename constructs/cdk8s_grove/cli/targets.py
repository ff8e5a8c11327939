"""The releases and the operator's configuration that options name."""

from __future__ import annotations

from typing import Any

from cdk8s_grove.core.diagnostics import InputError, SpecError
from cdk8s_grove.core.spec import Target


def make_target(**options: Any) -> Target:
    """A target; what is None keeps its default.

    Args:
        options: Fields of `Target`.

    Raises:
        InputError: A release is not known (GRV018).
    """
    try:
        return Target(**{name: value for name, value in options.items() if value is not None})
    except SpecError as error:
        raise InputError(error.findings) from None  # as for any other option that is wrong
