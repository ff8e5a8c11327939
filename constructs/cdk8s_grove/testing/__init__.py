"""For the tests of your own charts: documents, plans, and assertions about gangs, ranks and addresses.

Plain functions; nothing happens by itself::

    from cdk8s_grove.testing import assert_one_gang_a_unit, synth

    def test_my_chart():
        chart = MyChart(App(), "serving")
        assert_one_gang_a_unit(chart)

`YamlSnapshot` needs syrupy, and is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cdk8s_grove.testing.assertions import assert_leaders, assert_no_findings, assert_one_gang_a_unit, assert_ranks
from cdk8s_grove.testing.documents import plan_of, synth, yaml_of

if TYPE_CHECKING:
    from cdk8s_grove.testing.snapshots import YamlSnapshot

__all__ = [
    "YamlSnapshot",
    "assert_leaders",
    "assert_no_findings",
    "assert_one_gang_a_unit",
    "assert_ranks",
    "plan_of",
    "synth",
    "yaml_of",
]


def __getattr__(name: str) -> object:
    if name != "YamlSnapshot":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from cdk8s_grove.testing.snapshots import YamlSnapshot

    return YamlSnapshot
