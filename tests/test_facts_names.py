import pytest

from cdk8s_grove.core.facts import names


def test_the_suffix_seen_on_the_real_operator() -> None:
    """Cliques `l` and `decode-l` of one set: every decode leader ran the template of `l`."""
    assert names.suffix_victim("l", "base", "decode", "decode-l") == "base-0-decode-0-decode-l"
    assert names.suffix_victim("decode-l", "base", "prefill", "l") is None


@pytest.mark.parametrize(
    ("clique", "group", "other", "victim"),
    [
        ("p-leader", "decode", "d-leader", None),
        ("leader", "decode", "d-leader", "set-0-decode-0-d-leader"),
        ("0-w", "g", "w", "set-0-g-0-w"),
        ("7-w", "g", "w", "set-0-g-7-w"),
        ("g-12-w", "g", "w", "set-0-g-12-w"),
        ("3-g-12-w", "g", "w", "set-3-g-12-w"),
        ("05-w", "g", "w", "set-0-g-105-w"),
        ("x-12-w", "g", "w", None),
        ("-w", "g", "w", "set-0-g-0-w"),
    ],
)
def test_suffixes_over_any_unit_and_copy(clique: str, group: str, other: str, victim: str | None) -> None:
    assert names.suffix_victim(clique, "set", group, other) == victim
