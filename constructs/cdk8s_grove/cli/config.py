"""The project's configuration: `[tool.cdk8s-grove]` in pyproject.toml, or `.cdk8s-grove.yaml`, found upwards."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import Field, StringConstraints

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import InputError, SpecError, finding
from cdk8s_grove.core.serial import read_path, unreadable
from cdk8s_grove.core.spec.base import Spec

_TOML: Final = "pyproject.toml"
_YAML: Final = ".cdk8s-grove.yaml"
_TABLE: Final = "[tool.cdk8s-grove]"

Words = Annotated[tuple[str, ...], Field(strict=False)]
Reason = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class Config(Spec):
    """What a project says once for every call; what is None or empty is left to the command.

    Attributes:
        grove: Grove release, for `check` and `plan`.
        kai: KAI release likewise.
        schedulers: What Grove's operator is configured for.
        topology_aware: Whether its topology-aware scheduling is on.
        mnnvl: Whether its MNNVL is on.
        complete: The input is all there is.
        paths: What `check` looks at, from the configuration's own folder.
        select: Rules to run: codes, beginnings of codes, names.
        ignore: Findings to leave out likewise, each with its reason.
        severities: How bad findings are, likewise.
        fail_on: The least severity that makes `check` exit with 1.
    """

    grove: str | None = None
    kai: str | None = None
    schedulers: Words | None = None
    topology_aware: bool | None = None
    mnnvl: bool | None = None
    complete: bool = False
    paths: Words = ()
    select: Words = ()
    ignore: dict[str, Reason] = Field(default_factory=dict)
    severities: dict[str, Literal["error", "warning"]] = Field(default_factory=dict)
    fail_on: Literal["error", "warning"] | None = None


def find_config(file: Path | None = None) -> tuple[Config, str]:
    """The configuration that holds here, and its file's name; an empty one where there is none.

    Args:
        file: The one to take; None to look for it in the current folder and those above.

    Raises:
        InputError: It cannot be read, or is not what it has to be.
    """
    if file is not None:
        return _of_file(file, wanted=True) or (Config(), "")
    for folder in (Path.cwd(), *Path.cwd().parents):
        found = _of_folder(folder)
        if found is not None:
            return found
    return Config(), ""


def _of_folder(folder: Path) -> tuple[Config, str] | None:
    toml, yaml = folder / _TOML, folder / _YAML
    in_toml = _of_file(toml, wanted=False) if _mentions_us(toml) else None
    if not yaml.is_file():
        return in_toml
    if in_toml is not None:
        _refuse(
            str(folder),
            f"both {_TOML} and {_YAML} hold a configuration",
            why="nobody could tell which one counts",
            fix=f"remove {_YAML}, or {_TABLE} from {_TOML}",
        )
    return _of_file(yaml, wanted=True)


def _mentions_us(toml: Path) -> bool:
    """Whether it may hold our table: of a broken pyproject.toml without it nothing is to be said."""
    try:
        return b"cdk8s-grove" in toml.read_bytes()
    except OSError:
        return False


def _of_file(file: Path, *, wanted: bool) -> tuple[Config, str] | None:
    """The file's configuration; None where it is TOML without our table and need not have it."""
    name = os.path.relpath(file) if file.is_absolute() else str(file)
    data = _toml(file, name) if file.suffix == ".toml" else _yaml(file, name)
    if data is None:
        if wanted:
            _refuse(name, f"the file has no {_TABLE}", fix=f"add {_TABLE}, or name another file")
        return None
    try:
        config = Config.model_validate(data)
    except SpecError as error:
        raise InputError(error.about(name).findings) from None
    paths = tuple(path if path == "-" else os.path.relpath(file.parent / path) for path in config.paths)
    return config.model_copy(update={"paths": paths}), name


def _toml(file: Path, name: str) -> dict[str, Any] | None:
    try:
        whole = tomllib.loads(file.read_bytes().decode())
    except OSError as error:
        unreadable(name, error.strerror or str(error))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        _refuse(name, "the file is not TOML", why=str(error), fix="correct it there")
    tool = whole.get("tool")
    return tool.get("cdk8s-grove") if isinstance(tool, dict) else None


def _yaml(file: Path, name: str) -> Mapping[str, Any]:
    if not file.is_file():
        unreadable(name, "it is no file")
    documents = read_path(file)
    value = documents[0].value if documents else {}
    if len(documents) > 1 or not isinstance(value, Mapping):
        _refuse(name, "the configuration is not one mapping", fix="write `grove`, `paths`, `ignore` and the like")
    return value


def _refuse(construct: str, message: str, *, fix: str, why: str = "") -> NoReturn:
    raise InputError([finding(catalog.INVALID_OPTION, message, construct=construct, why=why, fix=fix)])
