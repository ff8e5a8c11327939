"""`cdk8s-grove run`: a cdk8s program, with a node found for it and its errors without a traceback."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from cdk8s_grove._node import ensure_node
from cdk8s_grove.core.serial import unreadable


def run_script(script: Path, arguments: list[str]) -> int:
    """Run a Python program as `python SCRIPT` would, whatever the order of its imports.

    Args:
        script: The program.
        arguments: What it gets as `sys.argv[1:]`.

    Returns:
        What `python SCRIPT` would, and 1 where cdk8s found the program's constructs invalid; what is wrong is on
        standard error then.

    Raises:
        InputError: There is no such file (GRV070).
        NodeError: No node that can run cdk8s (GRV090).
        GroveError: A construct refused its options.
    """
    if not _is_file(script):
        unreadable(str(script)[:80], "it is no file")
    ensure_node()
    sys.argv = [str(script), *arguments]
    sys.path[0] = str(script.resolve().parent)
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as stop:
        if stop.code is None or isinstance(stop.code, int):
            return stop.code or 0
        sys.stderr.write(f"{stop.code}\n")
        return 1
    except RuntimeError as error:
        # How jsii hands on what a construct's validation said; anything else is the program's own.
        marker = "Validation failed with the following errors:"
        if marker not in str(error):
            raise
        sys.stderr.write(str(error).partition(marker)[2].lstrip("\n") + "\n")
        return 1
    return 0


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name too long for any file
        return False
