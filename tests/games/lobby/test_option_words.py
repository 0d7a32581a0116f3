"""Every option of every game has its words, and every refusal its sentence."""

from __future__ import annotations

import pytest

from engine.api import OptionError
from engine.registry import all_games, latest
from games.presenters.options import (
    board_choice,
    game_words,
    option_sentence,
    option_words,
    options_in_words,
    table_tags,
)
from games.presets import presets_for
from tests.engine.toy import ToyRules

TERRA = latest("terra_mystica")
TOY = ToyRules()
TOO_MANY = [
    "alchemists",
    "darklings",
    "cultists",
    "halflings",
    "engineers",
    "dwarves",
    "mermaids",
    "swarmlings",
    "auren",
    "witches",
]
OPTIONS = [
    pytest.param(rules, option, id=f"{rules.key}-{option.key}")
    for rules in all_games()
    for option in rules.options()
]


@pytest.mark.parametrize(("rules", "option"), OPTIONS)
def test_every_option_has_words(rules, option):
    words = game_words(rules).options[option.key]
    assert str(words.label)
    assert str(words.help)
    assert set(words.choices) == {key for key, _label in option.choices}


@pytest.mark.parametrize("rules", all_games(), ids=lambda rules: rules.key)
def test_every_option_stands_under_one_heading(rules):
    named = [key for group in game_words(rules).groups for key in group.options]
    assert sorted(named) == sorted(option.key for option in rules.options())


@pytest.mark.parametrize("rules", all_games(), ids=lambda rules: rules.key)
def test_every_preset_has_words_and_can_be_played_by_any_number(rules):
    assert [preset.key for preset in presets_for(rules.key)] == list(game_words(rules).presets)
    for preset in presets_for(rules.key):
        assert game_words(rules).presets[preset.key].seats in rules.seats
        for seats in rules.seats:
            rules.setup(preset.options, seats)


def refusal(options, seats):
    with pytest.raises(OptionError) as caught:
        TERRA.setup(options, seats)
    return option_sentence(TERRA, caught.value)


@pytest.mark.parametrize(
    ("options", "seats", "sentence"),
    [
        pytest.param({}, 9, "This game cannot be played by 9.", id="too many players"),
        pytest.param({"map": "moon"}, 4, "“Map” cannot have this value.", id="no such map"),
        pytest.param(
            {"dice": 1}, 4, "This game does not know the option “dice”.", id="no such option"
        ),
        pytest.param(
            {"banned-factions": TOO_MANY},
            4,
            "Too many factions are left out: with those that remain, 4 players cannot all have a "
            "colour of their own.",
            id="too few factions left",
        ),
    ],
)
def test_refusals_are_sentences(options, seats, sentence):
    assert refusal(options, seats) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param(
            {"map": "custom", "map-text": "U Q\n"},
            "Row 1, hex 2: there is no terrain “Q”.",
            id="a map with a strange letter",
        ),
        pytest.param(
            {"allowed-factions": ["auren", "witches"], "banned-factions": ["auren"]},
            "Both allowed and left out: Auren.",
            id="allowed and left out",
        ),
        pytest.param(
            {"allowed-factions": ["yetis", "witches", "auren"]},
            "The expansion of these factions is not chosen: Yetis.",
            id="of an expansion that is not used",
        ),
        pytest.param(
            {"setup": "draft", "draft-size": 2},
            "factions can be drawn here.",
            id="too few are drawn",
        ),
        pytest.param(
            {"setup": "draft", "draft-size": 99}, "lies outside its limits", id="out of range"
        ),
        pytest.param(
            {"auction": "open", "setup": "draft"}, "has no meaning beside", id="without meaning"
        ),
    ],
)
def test_refusals_name_things_as_players_do(options, sentence):
    assert sentence in refusal(options, 4)


def test_a_game_without_words_speaks_the_engine_s_english():
    rounds = TOY.options()[0]
    assert option_words(TOY, rounds).label == "Rounds"
    assert next(line.label for line in options_in_words(TOY, {})) == "Rounds"
    assert board_choice(TOY, {}) == ""


@pytest.mark.parametrize(
    ("options", "tags"),
    [
        pytest.param({}, ["Factions in turn", "Base factions"], id="nothing special"),
        pytest.param({"preset": "first-game"}, ["First game, all prepared"], id="first game"),
        pytest.param(
            {
                "setup": "random-colours",
                "fire-and-ice-factions/ice": True,
                "starting-vp": "2017",
                "final-tiles": ["building-on-edge"],
                "variable-turn-order": False,
                "banned-factions": ["auren"],
            },
            [
                "Colours dealt",
                "Fire & Ice",
                "Extra final scoring",
                "Points by faction",
                "Fixed turn order",
                "Some factions left out",
            ],
            id="everything special",
        ),
    ],
)
def test_tags_say_what_is_special(options, tags):
    assert table_tags(TERRA, options) == tags


def test_options_are_listed_in_words():
    lines = {str(line.label): line for line in options_in_words(TERRA, {"map": "fjords"})}
    assert lines["Map"].value == "Fjords"
    assert lines["Map"].special
    assert lines["Variable turn order"].value == "yes"
    assert not lines["Variable turn order"].special
    assert lines["Factions left out"].value == "–"
