"""A value set in the rendered manifest, with the reason for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, JsonValue, StringConstraints

from cdk8s_grove.core import catalog
from cdk8s_grove.core.spec.base import Spec, refuse

_POINTER = re.compile(r"/([^~]|~[01])*", re.DOTALL)


def _pointer(path: str) -> str:
    if not _POINTER.fullmatch(path):
        refuse(
            catalog.INVALID_OPTION,
            "is not a JSON pointer",
            fix="write it as '/spec/template/terminationDelay'; '~1' stands for a '/' in a key, '~0' for '~'",
        )
    return path


class Override(Spec):
    """Sets one field of the manifest after it is rendered: the way out where no option fits.

    Attributes:
        path: JSON pointer into the manifest, for example `/spec/template/terminationDelay`. Everything
            up to the last part has to exist; the last one is set, whether it is there or not. In a list
            an index replaces that item and `-` appends.
        value: Any JSON value.
        reason: Why; shown wherever the override is.
    """

    path: Annotated[str, AfterValidator(_pointer)]
    value: JsonValue
    reason: Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]

    if TYPE_CHECKING:

        def __init__(self, path: str, value: JsonValue, reason: str) -> None: ...
