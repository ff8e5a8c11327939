"""Typed bindings from CustomResourceDefinitions: schemas in, a Python package out; pure, no cdk8s."""

from __future__ import annotations

from cdk8s_grove.bindings.emit import generate

__all__ = ["generate"]
