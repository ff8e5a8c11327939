"""How a construct takes its options: into a frozen spec at once, with errors that name the construct."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import SpecError, finding
from cdk8s_grove.core.spec.base import Spec
from cdk8s_grove.core.spec.errors import closest, shown

if TYPE_CHECKING:
    from constructs import Construct

S = TypeVar("S", bound=Spec)


def no_unknown_options(unknown: Mapping[str, object], known: Iterable[str], scope: Construct, id: str) -> None:
    """Refuse keyword arguments a construct does not have, in our words instead of a TypeError.

    Raises:
        SpecError: One finding (GRV002) an option.
    """
    if not unknown:
        return
    names = sorted(known)
    raise SpecError(
        finding(
            catalog.UNKNOWN_OPTION,
            f"there is no option {name!r}{closest(name, names)}",
            path=name,
            found=f"{name}={shown(value)}",
            fix=f"known: {', '.join(names)}" if names else "leave it out",
        )
        for name, value in unknown.items()
    ).about(path_below(scope, id))


def take_options(
    spec: type[S], scope: Construct, id: str, options: Mapping[str, object], unknown: Mapping[str, object]
) -> S:
    """Build a construct's spec from its keyword arguments.

    Args:
        spec: The model of the options.
        scope: The construct's parent.
        id: The construct's id.
        options: The options as given.
        unknown: Keyword arguments the construct does not have.

    Raises:
        SpecError: What is wrong, naming the construct's path.
    """
    no_unknown_options(unknown, (name for name in spec.model_fields if name != "id"), scope, id)
    try:
        return spec.model_validate(options)
    except SpecError as error:
        raise error.about(path_below(scope, id)) from None


def plain(mapping: Mapping[str, str] | None) -> object:
    """A mapping as the dict a strict model takes; anything else as it is, for the model to refuse."""
    if mapping is None:
        return {}
    return dict(mapping) if isinstance(mapping, Mapping) else mapping


def path_below(scope: Construct, id: str) -> str:
    """The path a construct will have under `scope`."""
    above = getattr(getattr(scope, "node", None), "path", "")  # whatever was given as the scope
    return f"{above}/{id}" if above else str(id)
