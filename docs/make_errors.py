"""Writes docs/errors.md from the catalog: `.venv/bin/python docs/make_errors.py`; a test compares the two."""

from __future__ import annotations

from pathlib import Path

from cdk8s_grove.core.catalog import CODES

PAGE = Path(__file__).with_name("errors.md")


def page() -> str:
    """The whole page; a heading is the code alone, so that `errors.md#grv007` leads to it."""
    intro = (
        "# Errors\n\n"
        "Every problem has a code and a name; both stay what they are. A message says what is wrong, why it matters,\n"
        "what was found, and how to fix it. This page is made from `cdk8s_grove/core/catalog.py`.\n"
    )
    return intro + "".join(f"\n## {code.code}\n\n`{code.name}`: {code.meaning}\n" for code in CODES)


if __name__ == "__main__":
    PAGE.write_text(page())
