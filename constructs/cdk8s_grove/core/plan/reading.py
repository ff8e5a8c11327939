"""Fields of a document of any origin: each knows its path, and what is wrong is gathered instead of raised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, cast

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding, join_path

T = TypeVar("T", dict[str, Any], list[Any], str, bool, int)

_NAMES: dict[type, str] = {dict: "a mapping", list: "a list", str: "text", bool: "true or false", int: "a whole number"}


class Field:
    """A value of the input; `null` counts as left out, as Kubernetes has it.

    Args:
        value: The value.
        path: Where it stands, from the document's root.
        findings: Where to put what is wrong; None to keep quiet.
    """

    __slots__ = ("_findings", "path", "value")

    def __init__(self, value: Any, path: str, findings: list[Finding] | None) -> None:  # noqa: ANN401
        self.value, self.path, self._findings = value, path, findings

    def __getitem__(self, key: str) -> Field:
        """The field below; left out if this is no mapping, which is said once."""
        inner = self.mapping().get(key)
        return Field(inner, join_path(self.path, key), self._findings)

    def __bool__(self) -> bool:
        """Whether it is there."""
        return self.value is not None

    def mapping(self) -> dict[str, Any]:
        """It as a mapping; empty if left out."""
        empty: dict[str, Any] = {}
        return self._of(dict, empty)

    def as_list(self) -> Sequence[Any]:
        """It as a list; empty if left out."""
        empty: list[Any] = []
        return self._of(list, empty)

    def at(self, index: int) -> Field:
        """An item of the list it is."""
        return Field(self.as_list()[index], f"{self.path}[{index}]", self._findings)

    def items(self) -> Iterator[Field]:
        """Its items; none if left out."""
        return (self.at(index) for index in range(len(self.as_list())))

    def text(self, default: str = "") -> str:
        """It as text."""
        return self._of(str, default)

    def flag(self) -> bool:
        """It as true or false; false if left out."""
        return self._of(bool, False)  # noqa: FBT003

    def count(self, default: int = 0) -> int:
        """It as a whole number, 0 or more."""
        number = self.number(default)
        if number < 0 or number >= 2**31:
            self.refuse("is out of range", found=str(number), fix="give a whole number from 0")
            return default
        return number

    def number(self, default: int = 0) -> int:
        """It as a whole number of any size; 2.0 is one too, as the API server has it."""
        if isinstance(self.value, float) and self.value.is_integer():
            return int(self.value)
        return self._of(int, default)

    def texts(self) -> tuple[str, ...]:
        """It as a list of texts."""
        return tuple(item.text() for item in self.items())

    def labels(self) -> dict[str, str]:
        """It as a mapping of texts."""
        return {
            key: Field(value, f"{self.path}[{key!r}]", self._findings).text() for key, value in self.mapping().items()
        }

    def named(self) -> str:
        """It as text that must be there and not empty."""
        if not self:
            self.refuse("is missing", fix="give it")
        elif self.value == "":
            self.refuse("is empty", fix="give a name")
        return self.text()

    def refuse(self, what: str, *, fix: str, found: str = "") -> None:
        """Say that it is not what it has to be (GRV076)."""
        if self._findings is None:
            return  # it follows from what was said above it
        message = f"{self.path or 'the document'} {what}"
        self._findings.append(finding(catalog.NOT_A_SET, message, path=self.path, found=found, fix=fix))

    def _of(self, kind: type[T], default: T) -> T:
        if self.value is None:
            return default
        if isinstance(self.value, kind) and not (kind is int and isinstance(self.value, bool)):
            return self.value
        wanted, found = _NAMES[kind], _NAMES.get(type(cast("object", self.value)), "a fraction")
        self.refuse(f"is not {wanted}", found=found, fix=f"give {wanted}")
        self.value = self._findings = None  # said once, and of nothing below
        return default
