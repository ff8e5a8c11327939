"""YAML and JSON, read and written by Kubernetes' rules."""

from __future__ import annotations

from cdk8s_grove.core.serial.fidelity import json_findings, transport_findings
from cdk8s_grove.core.serial.positions import locate
from cdk8s_grove.core.serial.reader import Document, load, read_path, read_stdin, unreadable
from cdk8s_grove.core.serial.writer import dump

__all__ = [
    "Document",
    "dump",
    "json_findings",
    "load",
    "locate",
    "read_path",
    "read_stdin",
    "transport_findings",
    "unreadable",
]
