"""A generated package on disk: written whole or not at all, and never over somebody's own files."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from cdk8s_grove.bindings.emit import MARKER
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, InputError, finding


def differences(texts: Mapping[str, str], folder: Path) -> list[str]:
    """The files of `folder` that are not what the package would be: changed, missing or too many; sorted."""
    there = {str(path.relative_to(folder)) for path in _files(folder)}
    return sorted(
        name
        for name in there | set(texts)
        if name not in there or name not in texts or (folder / name).read_bytes() != texts[name].encode()
    )


def write_package(texts: Mapping[str, str], folder: Path) -> None:
    """Put the package at `folder`, in place of one this command made before.

    Raises:
        InputError: The folder holds something else (GRV074), or cannot be written (GRV075).
    """
    try:
        folder = folder.resolve()  # what a link leads to, so that the link stays one
        foreign = [folder] if folder.exists() and not folder.is_dir() else _foreign(folder)
    except (OSError, RuntimeError) as error:  # a name too long for any folder; links in a circle
        raise InputError([_unwritable(folder, error)]) from None
    if foreign:
        raise InputError(
            [
                finding(
                    catalog.OUTPUT_EXISTS,
                    f"{folder} holds something that was not made by this command",
                    path=str(folder),
                    found=", ".join(sorted(map(str, foreign))[:3]),
                    fix="choose another folder, or move these files away",
                )
            ]
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as scratch:
            made = Path(scratch) / "new"
            made.mkdir()
            for name, text in texts.items():
                (made / name).write_bytes(text.encode())
            old = Path(scratch) / "old"
            if folder.exists():
                folder.rename(old)
            try:
                made.rename(folder)
            except OSError:
                if old.exists():
                    old.rename(folder)
                raise
    except OSError as error:
        raise InputError([_unwritable(folder, error)]) from None


def _unwritable(folder: Path, error: Exception) -> Finding:
    return finding(
        catalog.UNWRITABLE,
        f"{str(folder)[:80]} cannot be written",
        path=str(folder)[:80],
        why=getattr(error, "strerror", None) or str(error),
        fix="choose another folder, one that you may write to and rename",
    )


def _foreign(folder: Path) -> list[Path]:
    """Everything in the folder that neither this command nor Python's own cache made: files, folders, links."""
    there = folder.rglob("*") if folder.is_dir() else ()
    return [path for path in there if not _is_ours(path)]


def _files(folder: Path) -> list[Path]:
    """The folder's files, without what Python leaves there."""
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def _is_ours(path: Path) -> bool:
    if path.is_symlink() or not (path.is_file() or path.is_dir()):
        return False
    if "__pycache__" in (path.name, path.parent.name):
        return path.is_dir() if path.name == "__pycache__" else path.suffix == ".pyc"
    if path.is_dir():
        return False
    if path.name == "py.typed":
        return path.stat().st_size == 0
    with path.open("rb") as file:
        return file.readline().rstrip() == MARKER.encode()
