import pytest

from cdk8s_grove.core.facts.kubelet import expand, references, refers_to, split_at


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("$(A)-$(B)", ["A", "B"]),
        ("$$(A)", []),
        ("$$$(A)", ["A"]),
        ("$$$$(A)", []),
        ("$(A", []),
        ("$A ${A}", []),
        ("$($(A)", ["$(A"]),
        ("$x$(A)", ["A"]),
        ("$", []),
        ("a$(A)$", ["A"]),
        ("$((1 + 2))", ["(1 + 2"]),
        ("$()", [""]),
    ],
)
def test_references_are_those_the_kubelet_sees(text: str, names: list[str]) -> None:
    found = list(references(text))
    assert [name for _, _, name in found] == names
    assert all(text[start:end] == f"$({name})" for start, end, name in found)


def test_splitting_keeps_every_other_character() -> None:
    assert split_at("--rank=$(RANK) $$(RANK) $(OTHER)$(RANK)", "RANK") == ["--rank=", " $$(RANK) $(OTHER)", ""]
    assert split_at("plain", "RANK") == ["plain"]
    assert not refers_to("$$(RANK) $RANK", "RANK")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$(A)-$(B)", "1-x$(A)"),
        ("$$(A)", "$(A)"),
        ("$$$(A)", "$1"),
        ("$$$$(A)", "$$(A)"),
        ("$(C)", "$(C)"),
        ("$(A", "$(A"),
        ("a$", "a$"),
        ("$", "$"),
        ("$$$", "$$"),
        ("$()", "$()"),
        ("$x$(A)$y", "$x1$y"),
        ("$(A$(B))", "$(A$(B))"),
    ],
)
def test_what_a_process_is_given(text: str, expected: str) -> None:
    assert expand(text, {"A": "1", "B": "x$(A)"}) == expected
