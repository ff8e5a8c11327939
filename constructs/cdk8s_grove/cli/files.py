"""What commands read and write: files, folders and standard input; a file is written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from cdk8s_grove.cli.console import encoded
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, InputError, finding
from cdk8s_grove.core.serial import Document, read_path, read_stdin, unreadable


def read_inputs(paths: Iterable[str]) -> list[Document]:
    """The documents of files, folders and `-`, in that order."""
    return [document for path in paths for document in _read(path)]


def _read(path: str) -> list[Document]:
    if not path:
        unreadable("''", "the path is empty")  # Path("") would be the current folder
    return read_stdin() if path == "-" else read_path(Path(path))


def once(documents: Iterable[Document]) -> Iterator[Document]:
    """The documents without those that were read before, as those of a file that is named and stands in a folder."""
    seen: set[tuple[str, int, int]] = set()
    for document in documents:
        source = str(Path(document.source).resolve()) if Path(document.source).exists() else document.source
        place = (source, document.line, document.column)
        if place not in seen:
            seen.add(place)
            yield document


def require_free(path: Path, *, force: bool) -> None:
    """Refuse an output that would overwrite a file, or that is a folder.

    Raises:
        InputError: It is there already and `force` is not given (GRV074), or no file can be called so (GRV075).
    """
    try:
        taken = path.is_dir() or (path.is_file() and not force)
    except OSError as error:  # a name too long for any file
        raise InputError([_unwritable(path, error)]) from None
    if taken:
        raise InputError(
            [
                finding(
                    catalog.OUTPUT_EXISTS,
                    f"{path} is there already",
                    path="--output",
                    found="a folder" if path.is_dir() else "a file",
                    fix="give another path" if path.is_dir() else "give another path, or --force",
                )
            ]
        )


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file whole or not at all; a pipe or a device is written to, never replaced.

    Raises:
        InputError: It is there already and `force` is not given (GRV074), or cannot be written (GRV075).
    """
    require_free(path, force=force)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(encoded(text))
        else:
            # What a link leads to, so that the link stays one; it may lead to a file that is not there yet.
            try:
                real = path.resolve(strict=True)
            except FileNotFoundError:
                real = path.resolve()
            _replace(real, encoded(text))
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle, before Python 3.13
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError([_unwritable(path, error)]) from None


def _unwritable(path: Path, error: Exception) -> Finding:
    return finding(
        catalog.UNWRITABLE,
        f"{str(path)[:80]} cannot be written",
        path="--output",
        why=getattr(error, "strerror", None) or str(error),
        fix="give a path in a folder you may write to",
    )


def _replace(path: Path, data: bytes) -> None:
    """Put a new file in the place of `path`, with the old one's permissions, or those any new file gets."""
    if path.exists():
        mode = stat.S_IMODE(path.stat().st_mode)
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}-", delete=False) as file:
        scratch = Path(file.name)
        try:
            file.write(data)
            file.flush()
            scratch.chmod(mode)
            scratch.replace(path)
        except BaseException:
            scratch.unlink(missing_ok=True)
            raise
