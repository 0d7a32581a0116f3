"""The schema of the lobby's form, and every combination that is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import OptionError
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.options import EXPANSIONS, OPTIONS
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.selection import seats_that_fit
from tests.engine.contract.base import some_options

BY_KEY = {option.key: option for option in OPTIONS}
FLAT = "\n".join(
    ["Y U K B G S R", " Y U K B G S", "Y U K B G S R", " R Y U K B G", "S S R K U Y B"]
)
BASE_ONLY = ["witches", "auren", "giants", "chaosmagicians", "nomads"]


def refusal(options: dict, seats: int = 3) -> tuple[str, dict]:
    with pytest.raises(OptionError) as refused:
        RULES.setup(options, seats)
    return refused.value.message.code, refused.value.message.facts


def test_every_option_is_explained_and_filed_under_a_heading():
    assert len(BY_KEY) == len(OPTIONS)
    for option in OPTIONS:
        assert option.label
        assert option.help.endswith(".")
        assert option.group in ("Board", "Factions", "Tiles and scoring", "Fine print")
        assert option.section.startswith("R")
    groups = [option.group for option in OPTIONS]
    assert groups == sorted(groups, key=groups.index), "options of a heading stand together"


def test_defaults_fit_together_and_may_be_sent_whole():
    defaults = {option.key: option.default for option in OPTIONS}
    for seats in RULES.seats:
        assert RULES.setup(defaults, seats) == RULES.setup({}, seats)


def test_dependencies_are_complete_chains():
    """Whoever evaluates `needs` need not follow them further."""
    for option in OPTIONS:
        for other in option.needs:
            further = BY_KEY[other].needs
            assert further.items() <= option.needs.items() or option.key == "starting-vp"


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32), seats=st.sampled_from(list(RULES.seats)))
def test_whatever_respects_the_dependencies_is_accepted(seed, seats):
    chosen = some_options(RULES, Random(seed), seats)
    if "draft-size" in chosen:
        chosen["draft-size"] = max(seats, min(chosen["draft-size"], 14))
    RULES.setup(chosen, seats)


@pytest.mark.parametrize(
    ("options", "code", "option"),
    [
        ({"no such": 1}, "unknown-option", "no such"),
        ({"setup": "first-game"}, "bad-value", "setup"),
        ({"setup": ["choice"]}, "bad-value", "setup"),
        ({"variable-turn-order": "yes"}, "bad-value", "variable-turn-order"),
        ({"banned-factions": "witches"}, "bad-value", "banned-factions"),
        ({"banned-factions": [["witches"]]}, "bad-value", "banned-factions"),
        ({"banned-factions": ["gnomes"]}, "bad-value", "banned-factions"),
        ({"setup": "draft", "draft-size": True}, "bad-value", "draft-size"),
        ({"setup": "draft", "draft-size": 21}, "out-of-range", "draft-size"),
        ({"setup": "draft", "draft-size": 1}, "out-of-range", "draft-size"),
        ({"setup": "draft", "draft-size": 2}, "draft-size", "draft-size"),
        ({"setup": "draft", "draft-size": 15}, "draft-size", "draft-size"),
        ({"draft-size": 5}, "needs", "draft-size"),
        ({"auction": "open", "starting-vp": "2017"}, "needs", "starting-vp"),
        ({"auction": "sealed", "setup": "draft"}, "needs", "setup"),
        ({"preset": "first-game", "auction": "open"}, "needs", "auction"),
        ({"preset": "first-game", "map": "fjords"}, "needs", "map"),
        ({"preset": "first-game", "shipping-bonus": False}, "needs", "shipping-bonus"),
        ({"preset": "first-game", "banned-factions": ["witches"]}, "needs", "banned-factions"),
        ({"preset": "first-game", EXPANSIONS[0]: True}, "needs", EXPANSIONS[0]),
        ({"map-text": FLAT}, "needs", "map-text"),
        ({"map": "custom", "map-text": ""}, "bad-map", "map-text"),
        ({"map": "custom", "map-text": 7}, "bad-value", "map-text"),
        ({"map": "custom", "map-text": "Y" * 5000}, "too-long", "map-text"),
        (
            {"allowed-factions": ["witches"], "banned-factions": ["witches"]},
            "allowed-and-banned",
            "banned-factions",
        ),
        ({"allowed-factions": ["yetis", *BASE_ONLY]}, "expansion-off", "allowed-factions"),
        (
            {"allowed-factions": ["witches", "auren", "giants"]},
            "too-few-factions",
            "banned-factions",
        ),
        ({"banned-factions": list(FACTIONS)}, "too-few-factions", "banned-factions"),
        (
            {
                "fire-and-ice-final-scoring": True,
                "final-tiles": [key for key, _ in BY_KEY["final-tiles"].choices],
            },
            "no-tile-left",
            "fire-and-ice-final-scoring",
        ),
        (
            {"map": "custom", "map-text": FLAT, "fire-and-ice-factions/variable_v5": True},
            "too-few-shores",
            "map",
        ),
    ],
)
def test_refused_combinations(options, code, option):
    assert refusal(options)[0] == code
    assert refusal(options)[1]["option"] == option


def test_a_refusal_says_what_would_fit():
    _, facts = refusal({"auction": "open", "starting-vp": "2017"})
    assert facts["needs"] == {"auction": "none"}
    _, facts = refusal({"setup": "draft", "draft-size": 2}, seats=4)
    assert (facts["minimum"], facts["maximum"]) == (4, 14)
    _, facts = refusal({"allowed-factions": ["witches", "auren", "giants"]})
    assert (facts["seats"], facts["enough_for"]) == (3, 2)
    _, facts = refusal({"allowed-factions": ["yetis", *BASE_ONLY]})
    assert facts["options"] == {"yetis": "fire-and-ice-factions/ice"}


HOMES = ["nomads", "cultists", "darklings", "mermaids", "witches", "engineers", "giants"]


@pytest.mark.parametrize(
    ("factions", "seats"),
    [
        pytest.param(HOMES, 7, id="a seat for every home"),
        pytest.param([*HOMES, "auren"], 7, id="two of one board are one"),
        pytest.param([*HOMES, "yetis"], 7, id="ice must take the home of another"),
        pytest.param([*HOMES, "acolytes"], 8, id="a volcano blocks nobody"),
        pytest.param([*HOMES[:6], "yetis"], 7, id="ice on the colour that is free"),
        pytest.param([*HOMES[:6], "yetis", "riverwalkers"], 7, id="only one colour is free"),
        pytest.param(["yetis", "icemaidens"], 1, id="one board"),
        pytest.param([], 0, id="nothing"),
    ],
)
def test_r1_6_how_many_seats_a_list_of_factions_serves(factions, seats):
    assert seats_that_fit(factions) == seats


def test_the_first_game_keeps_what_concerns_play():
    options = {"preset": "first-game", "variable-turn-order": False, "starting-vp": "2017"}
    state = RULES.setup(options, 4)
    assert not state.options.variable_order
    assert [player.vp for player in state.players] == [19, 19, 20, 19]


def test_random_text_is_refused_cleanly():
    for value in ("", "\x00", "first row", "# first row\n", "# first row ß", "é\né\né", "~" * 300):
        code, facts = refusal({"map": "custom", "map-text": value})
        assert code == "bad-map"
        assert facts["errors"]
