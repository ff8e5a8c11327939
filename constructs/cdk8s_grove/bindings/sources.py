"""Where CRDs come from: files, folders, URLs, standard input, a cluster."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

from cdk8s_grove.bindings.kinds import crd_name
from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import InputError, finding
from cdk8s_grove.core.serial import Document, load, read_path, read_stdin, unreadable

_KIND: Final = "CustomResourceDefinition"
_TIMEOUT_SECONDS: Final = 30
_MOST_BYTES: Final = 64 * 2**20


def read_crds(sources: Iterable[str], *, cluster: bool = False) -> list[dict[str, Any]]:
    """Every CRD in these sources; objects of other kinds pass by.

    Args:
        sources: Files, folders (read recursively), http(s) URLs, or `-` for standard input.
        cluster: Whether to ask the cluster of the current kubeconfig too.

    Returns:
        In the order they were found; the same CRD found twice counts once, the last one.

    Raises:
        InputError: A source that cannot be read (GRV070-072, 082) or none that holds a CRD (GRV080).
    """
    names = list(sources)
    documents = [document for source in names for document in _read(source)]
    found = [crd for document in documents for crd in _crds_in(document.value)]
    if cluster:
        found += _from_cluster()
        names.append("the cluster")
    if not found:
        raise InputError(
            [
                finding(
                    catalog.NO_CRD,
                    "there is no CustomResourceDefinition in the input",
                    construct=", ".join(names),
                    found=f"{len(documents)} documents of other kinds",
                    fix="give the CRDs themselves: `kubectl get crd podcliquesets.grove.io -o yaml`",
                )
            ]
        )
    return list({crd_name(crd) or str(index): crd for index, crd in enumerate(found)}.values())


def _read(source: str) -> list[Document]:
    if source == "-":
        return read_stdin()
    if "://" in source:
        return load(_download(source), source=source)
    return read_path(Path(source))


def _crds_in(value: object) -> Iterator[dict[str, Any]]:
    if not isinstance(value, Mapping):
        return
    if value.get("kind") == _KIND:
        yield dict(value)
    elif str(value.get("kind", "")).endswith("List"):
        items = value.get("items")
        for item in items if isinstance(items, list) else ():
            # A typed list may leave out its items' kind.
            if isinstance(item, Mapping):
                yield from _crds_in({"kind": str(value["kind"]).removesuffix("List"), **item})


def _download(url: str) -> bytes:
    if not url.startswith(("https://", "http://")):
        unreadable(url, "only http and https URLs are read")
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT_SECONDS) as answer:
            body: bytes = answer.read(_MOST_BYTES + 1)
            promised = answer.headers.get("Content-Length", "")
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        unreadable(url, str(getattr(error, "reason", None) or error) or type(error).__name__)
    if promised.isdecimal() and len(body) < min(int(promised), _MOST_BYTES):
        unreadable(url, f"the answer ends after {len(body)} of {promised} bytes")
    if len(body) > _MOST_BYTES:
        unreadable(url, f"the answer is larger than {_MOST_BYTES // 2**20} MiB")
    return body


def _from_cluster() -> list[dict[str, Any]]:
    """The CRDs of the current kubeconfig's cluster, through the optional client."""
    try:
        from lightkube import Client
        from lightkube.resources.apiextensions_v1 import CustomResourceDefinition
    except ImportError:
        _cluster("the client for clusters is not installed", "pip install 'cdk8s-grove[cluster]'")
    try:
        crds = list(Client().list(CustomResourceDefinition))
    except Exception as error:  # noqa: BLE001 - whatever a kubeconfig, an exec plugin or a proxy can raise
        _cluster(f"{type(error).__name__}: {error}", "check that `kubectl get crd` works with the same kubeconfig")
    return [{"kind": _KIND, **crd.to_dict()} for crd in crds]


def _cluster(why: str, fix: str) -> NoReturn:
    raise InputError(
        [finding(catalog.CLUSTER, "the cluster's CRDs could not be listed", construct="cluster", why=why, fix=fix)]
    )
