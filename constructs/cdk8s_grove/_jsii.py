"""The one door to cdk8s: importing this module starts node, so the rest of the package imports it late."""

from __future__ import annotations

from cdk8s_grove._node import ensure_node

ensure_node()

from cdk8s import ApiObject, ApiObjectMetadata, Chart, JsonPatch, Yaml  # noqa: E402 - node has to be there first
from constructs import Construct, IConstruct, IValidation  # noqa: E402 - likewise

__all__ = ["ApiObject", "ApiObjectMetadata", "Chart", "Construct", "IConstruct", "IValidation", "JsonPatch", "Yaml"]
