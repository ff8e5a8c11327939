"""Builds every recipe into dist/: `make synth`, or `cdk8s synth` from the repository's root."""

from __future__ import annotations

import os
import sys

from cdk8s import App, YamlOutputType

from recipes import RECIPES


def main() -> None:
    """Write one file a recipe; with FILE_PER=resource one file a resource, in a folder a recipe."""
    layouts = {
        "chart": YamlOutputType.FILE_PER_CHART,
        "resource": YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
    }
    layout = os.environ.get("FILE_PER", "chart")
    if layout not in layouts:
        sys.exit(f"FILE_PER is {layout!r}: set it to chart or resource, or leave it out")
    app = App(yaml_output_type=layouts[layout])
    for recipe_id, recipe in RECIPES.items():
        recipe(app, recipe_id)
    app.synth()


if __name__ == "__main__":
    main()
