"""PyYAML's loaders without YAML's own ideas of what a plain scalar is: Go's are applied to their nodes."""

from __future__ import annotations

import re
from typing import Any, Final, cast

import yaml

MERGE: Final = "<<"
"""The key that merges another mapping into its own."""
PLAIN: Final = "!plain"
"""The tag of a scalar without one, and without quotes."""


class Loader(yaml.CSafeLoader):
    """libyaml's parser without YAML's own ideas of what a plain scalar is: Go's are applied later."""

    # PyYAML's own way to say that any text is one.
    yaml_implicit_resolvers: dict[Any, Any] = {None: [(PLAIN, re.compile(""))]}  # noqa: RUF012


class SlowLoader(yaml.SafeLoader):
    """The same in Python: libyaml's refuses an anchor that is defined anew, which YAML and Go allow."""

    yaml_implicit_resolvers = Loader.yaml_implicit_resolvers

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """The next node, having forgotten an anchor it defines anew."""
        event = cast("Any", super()).peek_event()  # it has no types
        if isinstance(event, yaml.NodeEvent) and not isinstance(event, yaml.AliasEvent):
            self.anchors.pop(event.anchor, None)
        return super().compose_node(parent, index)
