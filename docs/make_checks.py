"""Writes docs/checks/ from the rules: `.venv/bin/python docs/make_checks.py`; a test compares the two."""

from __future__ import annotations

from pathlib import Path

from cdk8s_grove.core.checks import Rule, all_rules

FOLDER = Path(__file__).with_name("checks")


def page(rule: Rule) -> str:
    """A rule's page."""
    what, _, rest = rule.doc.partition("\n\n")
    paragraphs = [_labelled(paragraph) for paragraph in rest.split("\n\n")]
    return (
        f"# {rule.code} {rule.name}\n\n"
        f"{' '.join(what.split())} ({rule.severity})\n\n"
        + "\n\n".join(paragraphs)
        + "\n\nTo leave it out for one object, say why in an annotation of the object:\n\n"
        f'```yaml\nignore-check.cdk8s-grove.io/{rule.code}: "why it is fine here"\n```\n'
    )


def _labelled(paragraph: str) -> str:
    label, colon, text = paragraph.partition(":")
    if colon and label in ("Example", "Fix", "Source"):
        return f"**{label}.** {text.strip()}"
    return paragraph


def index() -> str:
    """The list of all rules."""
    rows = "".join(
        f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.severity} | {rule.summary} |\n" for rule in all_rules()
    )
    return (
        "# The rules of `check`\n\n"
        "An error is refused by the cluster, or never runs; a warning may be meant. How to select, suppress and\n"
        "configure them is in [checking.md](../checking.md).\n\n"
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
