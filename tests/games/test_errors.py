"""Every refusal of a table has a code of its own and a sentence."""

from __future__ import annotations

import pytest

from games import errors
from games.errors import BadHours, DemandsTooMuch, OutsideLimits, TableError

ALL = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, TableError) and kind is not TableError
]
FACTS = {
    "problem": "it needs a name.",
    "name": "Nobody",
    "limit": 12,
    "length": 3000,
    "waiting": 12,
    "line": "pass BON1",
    "index": 0,
    "seen": 1,
    "now": 2,
    "least": 1,
    "most": 72,
}


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_it_says_what_is_wrong(kind):
    facts = FACTS
    if issubclass(kind, OutsideLimits):
        facts = {"limit": "min_rating", "wanted": 1300, "yours": 1000}
    if kind is BadHours:
        facts = {"problem": "half-a-sleep"}
    sentence = kind(**facts).sentence
    assert sentence.endswith(".")
    assert "%" not in sentence


def test_codes_are_unique():
    assert len({kind.code for kind in ALL}) == len(ALL)


@pytest.mark.parametrize("kind", [OutsideLimits, DemandsTooMuch])
@pytest.mark.parametrize("limit", ["min_rating", "max_rating", "min_reliability"])
def test_a_limit_is_named_with_both_numbers(kind, limit):
    sentence = kind(limit=limit, wanted=95, yours=80).sentence
    assert "95" in sentence
    assert "80" in sentence
