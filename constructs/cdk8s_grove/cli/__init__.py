"""The command line: parse, call, exit code. Nothing here computes, and nothing here starts node."""

from __future__ import annotations

from cdk8s_grove.cli.run import main

__all__ = ["main"]
