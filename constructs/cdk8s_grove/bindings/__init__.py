"""Typed bindings from CustomResourceDefinitions: schemas in, a Python package out; pure, no cdk8s."""

from __future__ import annotations

from cdk8s_grove.bindings.emit import generate
from cdk8s_grove.bindings.package import differences, write_package
from cdk8s_grove.bindings.sources import read_crds

__all__ = ["differences", "generate", "read_crds", "write_package"]
