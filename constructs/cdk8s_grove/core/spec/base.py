"""The base of every spec model: frozen, strict, and with errors that speak the user's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError
from cdk8s_grove.core.facts.labels import is_label_value, is_qualified_name
from cdk8s_grove.core.spec.errors import findings_of

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass
else:
    ModelMetaclass = type(BaseModel)


def refuse(code: catalog.Code, message: str, *, fix: str, why: str = "", field: str = "") -> NoReturn:
    """Refuse a value from inside a validator, with one of our codes.

    Args:
        code: What kind of mistake it is.
        message: What is wrong, put after the path of the field.
        fix: What to do about it.
        why: What would happen.
        field: The field below the validated model that is to blame, where the model is validated whole.
    """
    context = {"message": message, "fix": fix, "why": why, "field": field}
    raise PydanticCustomError(code.code, "{message}", context)  # pyright: ignore[reportArgumentType]


class _SpecMeta(ModelMetaclass):
    """Turns the ValidationError of `Model(...)` into our SpecError, and takes the fields in their order too.

    In the metaclass, because an overridden `__init__` would also be called for nested models, where an
    exception of ours would hide the other problems and the path.
    """

    if not TYPE_CHECKING:

        def __call__(self, *args: object, **options: object) -> Spec:
            named = dict(zip(self.model_fields, args, strict=False))
            try:
                return super().__call__(*args[len(named) :], **named, **options)
            except ValidationError as error:
                raise SpecError(findings_of(error, self)) from None


class Spec(BaseModel, metaclass=_SpecMeta):
    """Base of the input models.

    Raises:
        SpecError: On construction and on `model_validate`: every wrong option, each with its code.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, revalidate_instances="never")

    @classmethod
    def model_validate(cls, obj: object, **options: Any) -> Self:
        """Build the model from plain data (read from YAML or JSON, say).

        Raises:
            SpecError: Every field that is wrong, missing or unknown, each with its path.
        """
        # A pod's fields are spelled as Kubernetes spells them, not as the bindings' attributes are.
        options.setdefault("by_alias", True)
        options.setdefault("by_name", False)
        try:
            return super().model_validate(obj, **options)
        except ValidationError as error:
            raise SpecError(findings_of(error, cls)) from None

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Build the model from JSON text; errors as from `model_validate`."""
        try:
            return super().model_validate_json(json_data, **options)
        except ValidationError as error:
            raise SpecError(findings_of(error, cls)) from None


def _label_value(value: str) -> str:
    if not value or not is_label_value(value):
        refuse(
            catalog.INVALID_NAME,
            "is not what Kubernetes takes as a label's value",
            why="it becomes a label's value",
            fix="use 1 to 63 letters, digits, '-', '_' or '.', with a letter or digit first and last",
        )
    return value


def _labels(labels: dict[str, str]) -> dict[str, str]:
    for key, value in labels.items():
        if not is_qualified_name(key) or not is_label_value(value):
            refuse(
                catalog.INVALID_OPTION,
                f"holds {key!r}: {value!r}, which Kubernetes does not take as a label",
                why="the API server refuses the object",
                fix="keys are `name` or `prefix/name`, values at most 63 letters, digits, '-', '_', '.'",
            )
    return labels


def _annotations(annotations: dict[str, str]) -> dict[str, str]:
    for key in annotations:
        if not is_qualified_name(key.lower()):
            refuse(
                catalog.INVALID_OPTION,
                f"holds the key {key!r}, which Kubernetes does not take for an annotation",
                why="the API server refuses the object",
                fix="keys are `name` or `prefix/name`",
            )
    return annotations


LabelValue = Annotated[str, AfterValidator(_label_value)]
Labels = Annotated[dict[str, str], AfterValidator(_labels)]
Annotations = Annotated[dict[str, str], AfterValidator(_annotations)]
Count = Annotated[int, Field(ge=1, le=2**31 - 1)]
