"""Files as those who read a report in another place know them."""

from __future__ import annotations

import os.path
from pathlib import PurePath
from typing import Final

STDIN: Final = "standard input"


def relative(file: str | None, here: PurePath, root: PurePath) -> str | None:
    """A file's path below a folder, with `/`, or the whole where it is not below; None for standard input.

    Args:
        file: As it was named.
        here: The folder it was named from.
        root: The folder to name it from.
    """
    if file is None or file == STDIN:
        return None
    # Links are left alone: the name below the root is the one that was given.
    whole = PurePath(os.path.normpath(here / file))
    return (whole.relative_to(root) if whole.is_relative_to(root) else whole).as_posix()
