import re
from datetime import timedelta
from fractions import Fraction

import pytest

from cdk8s_grove.core.facts.durations import as_go_writes, format_duration, parse_duration
from cdk8s_grove.core.facts.labels import is_dns_subdomain, is_label_value, is_qualified_name
from cdk8s_grove.core.facts.quantities import parse_quantity


@pytest.mark.parametrize(
    ("text", "seconds", "written"),
    [
        ("15m", 900, "15m"),
        ("1h30m", 5400, "1h30m"),
        ("90s", 90, "1m30s"),
        ("1.5h", 5400, "1h30m"),
        ("250ms", 0.25, "250ms"),
    ],
)
def test_durations(text: str, seconds: float, written: str) -> None:
    assert parse_duration(text) == timedelta(seconds=seconds)
    assert format_duration(parse_duration(text)) == written


@pytest.mark.parametrize("text", ["", "15", "m", "15 m", "-5m", "1h30", "1d", "0.3us", "9" * 30 + "h"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text) or "^$"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("512Gi", 512 * 2**30),
        ("1.5", Fraction(3, 2)),
        ("250m", Fraction(1, 4)),
        ("1e3", 1000),
        ("2E2", 200),
        ("1E", 10**18),
        (".5Ki", 512),
    ],
)
def test_quantities(text: str, amount: Fraction) -> None:
    assert parse_quantity(text) == amount


@pytest.mark.parametrize("text", ["", "Gi", "1 Gi", "1gi", "1e", "0x10", "1KiB", "\uff11"])
def test_what_is_no_quantity(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text) or "^$"):
        parse_quantity(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1h", "1h0m0s"),
        ("90s", "1m30s"),
        ("25m", "25m0s"),
        ("1h0.5s", "1h0m0.5s"),
        ("500ms", "500ms"),
        ("1.5ms", "1.5ms"),
        ("7us", "7µs"),
        ("100h1s", "100h0m1s"),
    ],
)
def test_durations_as_go_prints_them(text: str, written: str) -> None:
    assert as_go_writes(parse_duration(text)) == written


def test_labels() -> None:
    assert is_qualified_name("kai.scheduler/queue")
    assert is_qualified_name("a" * 63)
    assert not is_qualified_name("a" * 64)
    assert not is_qualified_name("/a")
    assert not is_qualified_name("UPPER.example/a")
    assert is_label_value("")
    assert is_label_value("A.b_c-d")
    assert not is_label_value("-a")
    assert not is_label_value("a b")
    assert is_dns_subdomain("a.b-c")
    assert not is_dns_subdomain("a..b")
