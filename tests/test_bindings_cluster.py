"""`import --cluster` against an API server of the test's own."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from cdk8s_grove.bindings import generate, read_crds
from cdk8s_grove.core import GroveError

CRD = {
    "metadata": {"name": "widgets.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"kind": "Widget", "plural": "widgets"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer"}}}},
                    }
                },
            }
        ],
    },
}


class Server(BaseHTTPRequestHandler):
    """Answers the one list that is asked for."""

    def do_GET(self) -> None:
        there = self.path.startswith("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")
        body = json.dumps({"kind": "List", "metadata": {}, "items": [CRD]} if there else {}).encode()
        self.send_response(200 if there else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def kubeconfig(path: Path, port: int) -> None:
    cluster = {"name": "c", "cluster": {"server": f"http://127.0.0.1:{port}"}}
    context = {"name": "x", "context": {"cluster": "c", "user": "u"}}
    path.write_text(
        json.dumps(
            {"current-context": "x", "clusters": [cluster], "contexts": [context], "users": [{"name": "u", "user": {}}]}
        )
    )


def test_the_crds_of_the_current_context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    kubeconfig(tmp_path / "config", port)
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "config"))
    (crd,) = read_crds([], cluster=True)
    assert crd["spec"]["names"]["kind"] == "Widget"
    assert "size: Int64 | None" in generate([crd], package="p")["example_com_v1.py"]


@pytest.mark.parametrize("config", ["missing", "broken", "nobody there"])
def test_a_cluster_that_cannot_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, config: str) -> None:
    path = tmp_path / "config"
    if config == "broken":
        path.write_text("{")
    elif config == "nobody there":
        kubeconfig(path, 1)
    monkeypatch.setenv("KUBECONFIG", str(path))
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(GroveError, match="GRV082"):
        read_crds([], cluster=True)
