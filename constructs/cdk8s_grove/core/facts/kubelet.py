"""How the kubelet expands `$(NAME)` in command, args and env.

Rules: `$(NAME)` is a reference, `$$` a literal `$`, everything else stands for itself; a reference to a
variable that is not known stays as it was written.

Source: kubernetes/kubernetes third_party/forked/golang/expansion/expand.go@v1.35.0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def references(text: str) -> Iterator[tuple[int, int, str]]:
    """Every reference in `text`, in order, as (start, end, name); `text[start:end]` is the reference."""
    at = text.find("$")
    while 0 <= at < len(text) - 1:
        following = text[at + 1]
        end = at + 2
        if following == "(":
            close = text.find(")", at + 2)
            if close >= 0:
                end = close + 1
                yield at, end, text[at + 2 : close]
        at = text.find("$", end)


def expand(text: str, known: Mapping[str, str]) -> str:
    """`text` as the kubelet hands it to a process, given the variables defined before it."""
    if "$" not in text:
        return text
    out: list[str] = []
    at = 0
    for begin, end, name in references(text):
        out += text[at:begin].replace("$$", "$"), known.get(name, text[begin:end])
        at = end
    return "".join(out) + text[at:].replace("$$", "$")


def refers_to(text: str, name: str) -> bool:
    """Whether the kubelet would put variable `name` somewhere into `text`."""
    return "$(" in text and any(found == name for _, _, found in references(text))


def split_at(text: str, name: str) -> list[str]:
    """The pieces of `text` between its references to `name`; one piece where there is none."""
    pieces: list[str] = []
    start = 0
    for begin, end, found in references(text):
        if found == name:
            pieces.append(text[start:begin])
            start = end
    return [*pieces, text[start:]]
