import random
import re

import pytest

from cdk8s_grove.core.facts.versions import version_key

GROVE_TAGS = [
    *(f"v0.1.0-alpha.{n}" for n in range(1, 10)),
    "v0.1.0-alpha.10-rc1",
    "v0.1.0-alpha.10",
    "v0.1.0-alpha.11",
    "v0.1.0-alpha.12-rc1",
    "v0.1.0-alpha.12-rc2",
    "v0.1.0-alpha.12",
    "v0.1.0-alpha.13",
    "v0.1.0-alpha.14-rc1",
]
LATER_GROVE_TAGS = [
    *GROVE_TAGS,
    "v0.1.0-alpha.14",
    "v0.1.0-beta.1",
    "v0.1.0-rc.1",
    "v0.1.0",
    "v0.1.1",
    "v0.2.0",
    "v0.10.0",
]
KAI_TAGS = [
    "v0.13.0-rc0",
    "v0.13.0-rc1",
    "v0.13.0",
    "v0.13.4",
    "v0.14.0",
    "v0.14.9",
    "v0.15.0",
    "v0.16.8",
    "v0.17.0",
    "v0.20.1",
]


@pytest.mark.parametrize("tags", [GROVE_TAGS, LATER_GROVE_TAGS, KAI_TAGS], ids=["grove", "later", "kai"])
def test_every_published_tag_sorts_in_the_order_of_its_release(tags: list[str]) -> None:
    shuffled = list(tags)
    random.Random(7).shuffle(shuffled)
    assert sorted(shuffled, key=version_key) == tags
    assert len({version_key(tag) for tag in tags}) == len(tags)


def test_the_v_and_a_go_modules_path_make_no_difference() -> None:
    same = ["v0.1.0-alpha.12-rc1", "0.1.0-alpha.12-rc1", "operator/api/v0.1.0-alpha.12-rc1"]
    assert len({version_key(tag) for tag in same}) == 1


@pytest.mark.parametrize(
    "text", ["", "latest", "alpha.13", "v0.1", "v0.1.0-", "v0.1.0-alpha", "v0.1.0-alpha.1.2", "v\u0660.1.0"]
)
def test_what_is_no_tag_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text) or "^$"):
        version_key(text)
