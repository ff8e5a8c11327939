"""Writes docs/checks/ from the rules: `.venv/bin/python docs/make_checks.py`; a test compares the two."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from cdk8s_grove.core.checks import Rule, all_rules

FOLDER = Path(__file__).with_name("checks")


def page(rule: Rule) -> str:
    """A rule's page: its docstring, with a heading for each labelled part, and how to live with what it finds."""
    summary, *paragraphs = (" ".join(paragraph.split()) for paragraph in rule.doc.split("\n\n"))
    parts = [f"# {rule.code} {rule.name}", f"{summary} ({rule.severity})"]
    for paragraph in paragraphs:
        label, colon, text = paragraph.partition(": ")
        if colon and label in ("Example", "Fix", "Source"):
            parts += [f"## {label}", _linked(text) if label == "Source" else _sentence(text)]
        else:
            parts.append(paragraph)
    parts += [
        "## To live with it",
        "On the object it is about, with a reason; without one it does not count "
        "([more ways](../checking.md#which-findings)):",
    ]
    annotation = f'metadata:\n  annotations:\n    ignore-check.cdk8s-grove.io/{rule.code}: "why it is fine here"'
    return "\n\n".join(map(_wrapped, parts)) + f"\n\n```yaml\n{annotation}\n```\n"


def _sentence(text: str) -> str:
    """With a capital, unless it begins with the name of a field."""
    return text[0].upper() + text[1:] if re.match(r"[a-z]+\b", text) else text


def _linked(source: str) -> str:
    """Issues and files on GitHub as links."""
    source = re.sub(r"([\w.-]+/[\w.-]+)#(\d+)", r"[\1#\2](https://github.com/\1/issues/\2)", source)
    return re.sub(
        r"(?<!\S)([\w.-]+/[\w.-]+) ([\w./-]+/[\w.-]+\.\w+)@([\w.-]*\w)",
        r"[\1 \2](https://github.com/\1/blob/\3/\2)",
        source,
    )


def _wrapped(paragraph: str) -> str:
    return "\n".join(textwrap.wrap(paragraph, 120, break_long_words=False, break_on_hyphens=False))


def index() -> str:
    """The list of all rules."""
    rows = "".join(
        f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity} | {rule.summary} |\n" for rule in all_rules()
    )
    return (
        "# The rules of `check`\n\n"
        "An error is refused by the cluster, or never runs; a warning may be meant. How to select, suppress and\n"
        "configure them is in [checking.md](../checking.md). This folder is made from the rules' docstrings.\n\n"
        "| code | name | severity | says |\n|---|---|---|---|\n" + rows
    )


def pages() -> dict[str, str]:
    """Every file of the folder, by name."""
    return {"README.md": index(), **{f"{rule.code}.md": page(rule) for rule in all_rules()}}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for stale in set(FOLDER.glob("*.md")) - {FOLDER / name for name in pages()}:
        stale.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text)
