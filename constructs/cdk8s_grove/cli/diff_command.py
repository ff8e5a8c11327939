"""`diff`: what applying new manifests over old ones does."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from cdk8s_grove.cli.commands.diff import DiffFormat
from cdk8s_grove.cli.config import find_config
from cdk8s_grove.cli.console import Color, coloured
from cdk8s_grove.cli.files import read_inputs
from cdk8s_grove.cli.targets import make_target
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import InputError, finding
from cdk8s_grove.core.diff import Difference, diff_documents
from cdk8s_grove.core.plan.documents import objects_in
from cdk8s_grove.core.report.diff_data import diff_as_json
from cdk8s_grove.core.report.diff_text import diff_as_text
from cdk8s_grove.core.serial import Document, load, read_path

_KUBECTLS: Final = re.compile(r"(?:[\w.-]+\.)?v\d+(?:(?:alpha|beta)\d+)?\.[A-Z]\w*\.[^.]*\..+")
"""How kubectl names the files it has compared: group, version, kind, namespace and name, and no extension.

Source: kubernetes/kubectl pkg/cmd/diff/diff.go@v0.35.0.
"""
_TIMEOUT_SECONDS: Final = 60


def make_difference(
    paths: Sequence[str], *, live: bool, grove: str | None, kai: str | None, suppress: Iterable[str]
) -> Difference:
    """The difference between two inputs, or between the cluster and one.

    Args:
        paths: The old and the new one: files, folders, or `-` for one of them; with `live` the new ones only.
        live: The old ones are what the current kubeconfig's cluster holds of the new ones.
        grove: Grove release to model; by default the configuration's, or the release `Target` has.
        kai: KAI release likewise.
        suppress: Kinds to leave out.

    Raises:
        GroveError: An input or an option is not what it has to be, or the cluster cannot be asked.
    """
    config, _ = find_config()
    target = make_target(grove=grove or config.grove, kai=kai or config.kai)
    if live:
        new = read_inputs(paths)
        old = live_objects(new)
    elif len(paths) == 2:
        old, new = (_side(path) for path in paths)
    else:
        message = f"diff takes two inputs, not {len(paths)}"
        fix = "give OLD and NEW, or --live and what is new"
        raise InputError([finding(catalog.INVALID_OPTION, message, path="OLD NEW", fix=fix)])
    hidden = {kind.lower() for kind in suppress}
    sides = [[document for side in documents for document in _kept(side, hidden)] for documents in (old, new)]
    return diff_documents(sides[0], sides[1], target)


def show(difference: Difference, format: DiffFormat, *, full: bool, color: Color) -> Iterable[str]:  # noqa: A002
    """The difference in pieces.

    Args:
        difference: What to show.
        format: How.
        full: In text, the name of every pod.
        color: In text, when to colour.
    """
    if format is DiffFormat.JSON:
        return [diff_as_json(difference)]
    lines = diff_as_text(difference, full=full)
    if format is DiffFormat.TEXT:
        return coloured(lines, color)
    return ["```diff\n", *coloured(lines, Color.NEVER), "```\n"]


def _side(path: str) -> list[Document]:
    """One side; a folder's files may be named as kubectl names them."""
    folder = Path(path)
    found = read_inputs([path])
    if path == "-" or not folder.is_dir():
        return found
    named = sorted(file for file in folder.iterdir() if _KUBECTLS.fullmatch(file.name) and file.is_file())
    read = {document.source for document in found}
    return [*found, *(document for file in named if str(file) not in read for document in read_path(file))]


def _kept(document: Document, hidden: set[str]) -> Iterable[Document]:
    for value, _ in objects_in(document.value, document.place):
        if str(value.get("kind", "")).lower() not in hidden:
            yield Document(value, document.source, document.line)


def live_objects(wanted: Sequence[Document]) -> list[Document]:
    """What the cluster holds of some objects, asked with kubectl: it knows contexts, plugins and proxies.

    Raises:
        InputError: kubectl is not there, or the cluster could not be asked (GRV082).
    """
    kubectl = shutil.which("kubectl")
    if kubectl is None:
        _cluster("there is no kubectl on PATH", "install kubectl, or give the old manifests in place of --live")
    items = [value for document in wanted for value, _ in objects_in(document.value, document.place)]
    if not items:
        return []
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    command = [kubectl, "get", "--filename", "-", "--ignore-not-found", "--output", "json"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_TIMEOUT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        _cluster(str(error), "check that `kubectl get` works")
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        _cluster(said[-1] if said else f"kubectl ended with {done.returncode}", "check that `kubectl get` works")
    return load(done.stdout, source="the cluster")


def _cluster(why: str, fix: str) -> NoReturn:
    raise InputError(
        [finding(catalog.CLUSTER, "the live objects could not be read", construct="--live", why=why, fix=fix)]
    )
