"""Starts the command line and turns whatever happens into an exit code and a message."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Final

CLEAN, FINDINGS, COULD_NOT_RUN, INTERRUPTED = 0, 1, 2, 130
_TRACEBACK: Final = "--traceback"
_OUTPUT_FAILED: Final = frozenset({errno.EBADF, errno.ENOSPC, errno.EDQUOT, errno.EIO})


def main(arguments: list[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: What follows the program's name; None for the process's own.

    Returns:
        0 clean, 1 something to report, 2 could not run, 130 interrupted.
    """
    arguments = _as_written(sys.argv[1:] if arguments is None else arguments)
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    settings: dict[str, object] = {}
    try:
        return _run(arguments, settings)
    except BrokenPipeError:
        if settings.get("command") == "run" and not _output_is_broken():
            raise
        # The reader has seen enough. Python would complain again when it flushes at exit.
        _mute()
        return COULD_NOT_RUN
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
    except Exception as error:
        if settings.get("command") == "run":
            raise  # of a program that was run, the traceback is its author's
        if isinstance(error, OSError) and error.errno in _OUTPUT_FAILED:
            _mute()
            sys.stderr.write(f"cdk8s-grove: the output cannot be written: {error.strerror}\n")
            return COULD_NOT_RUN
        if _TRACEBACK in arguments:
            import traceback

            traceback.print_exc()
            return COULD_NOT_RUN
        sys.stderr.write(
            f"cdk8s-grove: unexpected {type(error).__name__}: {error}\n"
            f"This is a mistake in cdk8s-grove; run again with {_TRACEBACK} to see where.\n"
        )
        return COULD_NOT_RUN


def _as_written(arguments: list[str]) -> list[str]:
    """Kubectl puts the folders it has compared before the words of KUBECTL_EXTERNAL_DIFF: `OLD NEW diff`.

    Source: kubernetes/kubectl pkg/cmd/diff/diff.go@v0.35.0; seen with kubectl 1.32.
    """
    old_new, command = arguments[:2], arguments[2:]
    if command[:1] == ["diff"] and all(Path(folder).is_dir() for folder in old_new):
        return [*command, *old_new]
    return arguments


def _open_missing_streams() -> None:
    """A process may be started with its streams closed; Python has None for them then.

    Not standard output: a result that cannot be printed is an error.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115 - lives as long as the process
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115


def _output_is_broken() -> bool:
    try:
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):
        return True
    return False


def _mute() -> None:
    """Let nothing more reach standard output: what cannot be written fails again when Python flushes at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str], settings: dict[str, object]) -> int:
    from cdk8s_grove.cli.app import app
    from cdk8s_grove.cli.commands.completion import VARIABLE
    from cdk8s_grove.cli.console import Color, findings_as_json, make_console, print_findings
    from cdk8s_grove.core.diagnostics import GroveError, InputError, NodeError

    if VARIABLE in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined]  # imported there

        completion_init()
    try:
        code = app(arguments, standalone_mode=False, prog_name="cdk8s-grove", obj=settings)
        then = settings.get("then")
        if callable(then):
            code = then()
    except GroveError as error:
        if settings.get("format") == "json":
            sys.stderr.write(findings_as_json(error.findings) + "\n")
        else:
            color = settings.get("color", Color.AUTO)
            print_findings(make_console(sys.stderr, Color(str(color))), error.findings)
        return COULD_NOT_RUN if isinstance(error, InputError | NodeError) else FINDINGS
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else COULD_NOT_RUN
    except Exception as error:
        # typer's own: a wrong option, a missing argument, --help's exit.
        if hasattr(error, "exit_code") and hasattr(error, "format_message"):
            said = error.format_message()
            is_help = type(error).__name__ == "NoArgsIsHelpError"
            sys.stderr.write(f"{said}\n" if is_help else f"cdk8s-grove: {said}\nTry 'cdk8s-grove --help'.\n")
            return COULD_NOT_RUN
        if type(error).__name__ == "Abort":
            sys.stderr.write("interrupted\n")
            return INTERRUPTED
        raise
    return code if isinstance(code, int) else CLEAN
