"""Finds a node before any test module imports cdk8s, so that the order of imports does not matter."""

from __future__ import annotations

from cdk8s_grove._node import ensure_node

ensure_node()
