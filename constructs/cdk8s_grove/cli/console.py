"""One console for findings and messages; what a command prints as its result is written raw."""

from __future__ import annotations

import enum
import errno
import io
import json
import os
import sys
import unicodedata
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from cdk8s_grove.core.diagnostics import Finding, Severity

FORMAT_VERSION = "1.0"
"""Of the JSON that commands print: readers ignore keys they do not know, and refuse another major."""


Line = list[tuple[str, str]]
"""Pieces of text, each with the name of a style."""

_STYLES: Final = {
    "head": "bold",
    "name": "cyan",
    "bad": "bold red",
    "warn": "bold yellow",
    "good": "green",
    "dim": "dim",
}


class Color(enum.StrEnum):
    """When to colour."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def make_console(file: TextIO, color: Color) -> Console:
    """A console that never wraps or shortens, and colours as asked, else as NO_COLOR, FORCE_COLOR and TERM say."""
    forced: bool | None = {Color.ALWAYS: True, Color.NEVER: False, Color.AUTO: None}[color]
    if forced is None and os.environ.get("NO_COLOR"):
        forced = False
    elif forced is None and os.environ.get("FORCE_COLOR"):
        forced = True
    plain = forced is False or (forced is None and (not file.isatty() or os.environ.get("TERM") == "dumb"))
    return Console(
        file=file,
        force_terminal=not plain,
        color_system=None if plain else "standard",
        no_color=plain,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=True,
    )


@contextmanager
def progress(color: Color, what: str, *, quiet: bool) -> Generator[None]:
    """A sign of life on a terminal's standard error, for as long as something takes."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    with make_console(sys.stderr, color).status(what):
        yield


def print_findings(console: Console, findings: Iterable[Finding]) -> None:
    """Findings for a person, and how many there are."""
    shown = list(findings)
    for finding in shown:
        head, _, rest = finding.text().partition("\n")
        line = Text(visible(head))
        line.stylize("bold red" if finding.severity is Severity.ERROR else "bold yellow", 0, len(finding.code))
        console.print(line)
        console.print(Text(visible(rest)), end="\n\n")
    errors = sum(finding.severity is Severity.ERROR for finding in shown)
    warnings = len(shown) - errors
    console.print(f"Found {errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}.")


def visible(text: str) -> str:
    """Control characters as escapes: a name in the input must not steer the terminal."""
    return "".join(
        letter if letter == "\n" or unicodedata.category(letter) != "Cc" else ascii(letter)[1:-1] for letter in text
    )


def findings_as_json(findings: Iterable[Finding]) -> str:
    """The same for a program."""
    return json.dumps(
        {"format_version": FORMAT_VERSION, "findings": [asdict(finding) for finding in findings]}, indent=2
    )


def write_result(text: str) -> None:
    """A command's result on standard output, in UTF-8 whatever the terminal's encoding."""
    write_pieces([text])


def write_pieces(pieces: Iterable[str]) -> None:
    """A long result, as it is made."""
    if sys.stdout is None:  # started with its standard output closed
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    sys.stdout.flush()
    for piece in pieces:
        sys.stdout.buffer.write(encoded(piece))
    sys.stdout.buffer.flush()


def encoded(text: str) -> bytes:
    """Text in UTF-8; a byte of a file's name that is none stands as an escape that JSON knows too."""
    return text.encode(errors="backslashreplace")


def write_lines(lines: Iterable[Line], color: Color) -> None:
    """A result for a person on standard output."""
    write_pieces(coloured(lines, color))


def coloured(lines: Iterable[Line], color: Color) -> Iterator[str]:
    """Lines as they are written to standard output."""
    console = make_console(sys.stdout or io.StringIO(), color)
    for line in lines:
        if console.no_color:
            yield "".join(visible(piece) for piece, _ in line) + "\n"
            continue
        with console.capture() as captured:
            console.print(Text.assemble(*((visible(piece), _STYLES.get(style, "")) for piece, style in line)))
        yield captured.get()


def color_for(output: Path | None, color: Color) -> Color:
    """When to colour what goes to an output: never in a file; `-` is standard output."""
    return color if output is None or str(output) == "-" else Color.NEVER


def write_output(pieces: Iterable[str], output: Path | None, *, force: bool) -> None:
    """A result, on standard output where there is no file or it is `-`.

    Raises:
        InputError: The file is there already and `force` is not given (GRV074), or cannot be written (GRV075).
    """
    from cdk8s_grove.cli.files import write_file

    if output is None or str(output) == "-":
        write_pieces(pieces)
    else:
        write_file(output, "".join(pieces), force=force)
