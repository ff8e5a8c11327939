"""Starts the command line and turns whatever happens into an exit code and a message."""

from __future__ import annotations

import os
import sys
from typing import Final

CLEAN, FINDINGS, COULD_NOT_RUN, INTERRUPTED = 0, 1, 2, 130
_TRACEBACK: Final = "--traceback"


def main(arguments: list[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: What follows the program's name; None for the process's own.

    Returns:
        0 clean, 1 something to report, 2 could not run, 130 interrupted.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(arguments)
    except BrokenPipeError:
        # The reader has seen enough. Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT_RUN
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
    except Exception as error:
        if _TRACEBACK in arguments or "run" in arguments:
            raise  # of a program that was run, the traceback is its author's
        sys.stderr.write(
            f"cdk8s-grove: unexpected {type(error).__name__}: {error}\n"
            f"This is a mistake in cdk8s-grove; run again with {_TRACEBACK} to see where.\n"
        )
        return COULD_NOT_RUN


def _run(arguments: list[str]) -> int:
    from cdk8s_grove.cli.app import app
    from cdk8s_grove.cli.console import Color, findings_as_json, make_console, print_findings
    from cdk8s_grove.core.diagnostics import GroveError, InputError, NodeError

    settings: dict[str, object] = {}
    try:
        code = app(arguments, standalone_mode=False, prog_name="cdk8s-grove", obj=settings)
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
            sys.stderr.write(f"cdk8s-grove: {error.format_message()}\nTry 'cdk8s-grove --help'.\n")
            return COULD_NOT_RUN
        if type(error).__name__ == "Abort":
            sys.stderr.write("interrupted\n")
            return INTERRUPTED
        raise
    return code if isinstance(code, int) else CLEAN
