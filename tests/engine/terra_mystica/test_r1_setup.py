"""R1: what is drawn, how factions are chosen, the first dwellings and cards."""

from __future__ import annotations

from random import Random

import pytest

from engine.api import CHANCE
from engine.terra_mystica.factions import FACTIONS
from engine.terra_mystica.rules import RULES
from engine.terra_mystica.terms import WHEEL
from tests.engine.contract.base import draw
from tests.engine.terra_mystica.setup_table import EXPANDED, SetupTable


def draws(options: dict, seats: int) -> dict[str, tuple[int, int]]:
    """What chance is asked for: verb -> (how many, of how many)."""
    state = RULES.setup(options, seats)
    return {
        d.draw.verb: (d.draw.count, len(d.draw.items))
        for d in RULES.pending(state)
        if d.draw is not None
    }


# ---- R1.2 to R1.4: tiles --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats", "expected"),
    [
        ({}, 2, {"deal-scoring": (6, 9), "deal-bonus": (5, 10)}),
        ({}, 5, {"deal-scoring": (6, 9), "deal-bonus": (8, 10)}),
        (
            {"temple-scoring-tile": False, "shipping-bonus": False},
            3,
            {"deal-scoring": (6, 8), "deal-bonus": (6, 9)},
        ),
        (
            {"fire-and-ice-final-scoring": True},
            4,
            {"deal-scoring": (6, 9), "deal-bonus": (7, 10), "deal-final": (1, 4)},
        ),
        (
            {
                "fire-and-ice-final-scoring": True,
                "final-tiles": ["building-on-edge", "connected-clusters"],
            },
            4,
            {"deal-scoring": (6, 9), "deal-bonus": (7, 10), "deal-final": (1, 2)},
        ),
        (
            {"setup": "random-colours"},
            4,
            {"deal-scoring": (6, 9), "deal-bonus": (7, 10), "deal-colours": (4, 7)},
        ),
        (
            {"setup": "draft", "draft-size": 6},
            4,
            {"deal-scoring": (6, 9), "deal-bonus": (7, 10), "deal-draft": (6, 14)},
        ),
        (
            {"setup": "random", **EXPANDED},
            5,
            {"deal-scoring": (6, 9), "deal-bonus": (8, 10), "deal-factions": (5, 20)},
        ),
    ],
)
def test_what_chance_is_asked_for(options, seats, expected):
    assert draws(options, seats) == expected


@pytest.mark.parametrize("number", [5, 6])
def test_r1_2_spades_may_not_score_in_the_last_two_rounds(number):
    tiles = ["SCORE2", "SCORE3", "SCORE4", "SCORE5", "SCORE6", "SCORE7"]
    tiles[number - 1] = "SCORE1"
    state = RULES.setup({}, 2)
    with pytest.raises(ValueError, match="redraw"):
        RULES.play(state, CHANCE, "deal-scoring " + " ".join(tiles))


def test_r10_4_several_final_tiles_are_each_scored_for_itself():
    table = SetupTable(2, final_tiles=["connected-clusters", "building-on-edge"])
    assert table.state.final == ("building-on-edge", "connected-clusters")
    table.play(1, "setup witches").play(2, "setup giants")
    while RULES.pending(table.state):
        table.time_out()
    for player in table.state.players:
        # Two dwellings each: one cluster or two, some on the edge or none.
        assert "final:connected-clusters" in player.points


# ---- R1.6: choosing -------------------------------------------------------------------------


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_faction_can_be_chosen_and_placed(faction):
    table = SetupTable(2).play(1, f"setup {faction}")
    while (1, "terrain") in table.asked:
        table.time_out()
    table.play(2, table.offered(2)[0])
    while table.state.phase in ("factions", "terrain", "dwellings"):
        table.time_out()
    player = table.state.players[0]
    assert player.vp == 20
    assert player.counts["D"] == FACTIONS[faction].start.dwellings
    assert {table.state.terrain[place] for place in player.buildings} == {player.home} or (
        FACTIONS[faction].river_bound
    )


@pytest.mark.parametrize("faction", FACTIONS)
def test_r1_11_starting_points_of_2017(faction):
    table = SetupTable(2, starting_vp="2017").play(1, f"setup {faction}")
    assert table.points()[0] == FACTIONS[faction].vp_2017
    assert 15 <= table.points()[0] <= 33


@pytest.mark.parametrize(
    ("played", "attempt", "refusal"),
    [
        ([(1, "setup witches")], (2, "setup auren"), "faction-taken"),
        ([(1, "setup yetis. pick-color red")], (2, "setup giants"), "faction-taken"),
        ([(1, "setup yetis. pick-color red")], (2, "setup icemaidens"), "faction-taken"),
        ([(1, "setup riverwalkers. pick-color red")], (2, "setup shapeshifters"), "faction-taken"),
        ([(1, "setup yetis")], (2, "setup giants"), "owed"),
        ([(1, "setup icemaidens. pick-color red")], (2, "setup witches"), "owed"),
        ([(1, "setup yetis")], (1, "pick-color ice"), "terrain"),
        ([(1, "setup acolytes")], (1, "pick-color red"), "phase"),
        ([], (2, "setup witches"), "not-your-turn"),
        ([], (1, "setup witches. setup giants"), "not-your-turn"),
        ([(1, "setup witches")], (1, "setup giants"), "not-your-turn"),
    ],
)
def test_r1_6_blocked_choices(played, attempt, refusal):
    table = SetupTable(3)
    for seat, line in played:
        table.play(seat, line)
    assert table.refused(*attempt)[0] == refusal


def test_r1_6_volcano_factions_choose_when_all_others_have():
    table = SetupTable(3).play(1, "setup dragonlords").play(2, "setup yetis. pick-color black")
    table.play(3, "setup giants")
    assert table.asked == [(1, "terrain")]
    assert [table.refused(1, f"pick-color {c}")[0] for c in ("black", "red", "volcano")] == [
        "terrain-taken",
        "terrain-taken",
        "terrain",
    ]
    table.play(1, "pick-color yellow")
    assert table.asked == [(1, "dwelling")]


def test_r1_6e_only_factions_whose_expansion_is_on():
    table = SetupTable(2, expanded=False)
    assert table.refused(1, "setup yetis") == ("option", "R1.6e")


def test_banned_and_allowed_factions():
    table = SetupTable(2, banned_factions=["witches", "yetis"])
    assert table.refused(1, "setup witches") == ("faction-banned", "R1.6e")
    assert table.refused(1, "setup yetis") == ("faction-banned", "R1.6e")
    table = SetupTable(2, allowed_factions=["witches", "yetis", "nomads"])
    assert table.refused(1, "setup giants") == ("faction-banned", "R1.6e")
    assert table.offered(1) == ["setup witches", "setup nomads", "setup yetis"]


def test_nobody_is_left_without_a_faction_by_a_short_list():
    # Yetis on red would leave nothing for the third seat.
    table = SetupTable(3, allowed_factions=["yetis", "giants", "witches"])
    table.play(1, "setup yetis")
    assert table.refused(1, "pick-color red") == ("leaves-too-few", "R1.6")
    assert table.refused(1, "pick-color green") == ("leaves-too-few", "R1.6")
    table.play(1, "pick-color blue").play(2, "setup witches").play(3, "setup giants")
    assert table.asked[0][1] == "dwelling"


@pytest.mark.parametrize(
    ("drawn", "code"),
    [
        ("nomads cultists darklings mermaids auren", ""),
        ("nomads cultists darklings witches auren", "redraw"),
        ("nomads cultists yetis riverwalkers acolytes", ""),
        ("nomads cultists yetis icemaidens acolytes", "redraw"),
    ],
)
def test_a_draft_holds_a_faction_for_everybody_or_is_drawn_again(drawn, code):
    table = SetupTable(5, setup="draft", draft_size=5)
    assert table.refused(CHANCE, f"deal-draft {drawn}")[0] == code


# ---- draft, deal, colours -------------------------------------------------------------------


def test_a_draft_is_chosen_from_in_seat_order():
    table = SetupTable(2, setup="draft", draft_size=4)
    table.deal("deal-draft witches auren giants acolytes")
    assert RULES.view(table.state, None)["drawn"] == ["witches", "auren", "giants", "acolytes"]
    assert table.refused(1, "setup nomads") == ("not-drawn", "R1.6")
    assert table.offered(1) == ["setup auren", "setup witches", "setup giants", "setup acolytes"]
    table.play(1, "setup auren")
    assert table.offered(2) == ["setup giants", "setup acolytes"]


def test_factions_dealt_at_random_need_no_choice_but_terrain():
    table = SetupTable(4, setup="random")
    assert table.refused(CHANCE, "deal-factions witches auren giants yetis")[0] == "redraw"
    table.deal("deal-factions witches riverwalkers acolytes yetis")
    assert table.factions() == ["witches", "riverwalkers", "acolytes", "yetis"]
    assert table.asked == [(2, "terrain")]
    assert table.refused(4, "pick-color red") == ("not-your-turn", "R1.6d")
    assert table.refused(2, "pick-color green") == ("terrain-taken", "R1.6")
    table.play(2, "pick-color red").play(4, "pick-color black")
    assert table.asked == [(3, "terrain")]
    table.play(3, "pick-color yellow")
    assert table.asked == [(1, "dwelling")]


@pytest.mark.parametrize("seed", range(20))
def test_all_factions_come_up_when_dealt(seed):
    """Twenty deals of five: each plays through its set-up by time-outs."""
    rng = Random(seed)
    table = SetupTable(5, setup="random")
    (decision,) = RULES.pending(table.state)
    table.deal(draw(RULES, table.state, decision, rng))
    while table.state.phase != "play":
        table.time_out()
    assert len({FACTIONS[key].colour for key in table.factions()}) == 5
    assert all(player.card for player in table.state.players)


def test_colours_dealt_leave_a_choice_of_two():
    table = SetupTable(2, setup="random-colours")
    table.deal("deal-colours red green")
    assert table.offered(1) == ["setup chaosmagicians", "setup giants"]
    assert table.refused(1, "setup witches") == ("colour", "R1.6")


def test_a_colour_without_factions_is_not_dealt():
    options = {"setup": "random-colours", "banned-factions": ["witches", "auren"]}
    assert draws(options, 3)["deal-colours"] == (3, len(WHEEL) - 1)


# ---- R1.8 and R1.9 --------------------------------------------------------------------------


def test_r1_8_there_and_back_then_third_dwellings_then_who_places_last():
    table = SetupTable(4)
    for seat, faction in enumerate(["nomads", "chaosmagicians", "witches", "mermaids"], 1):
        table.play(seat, f"setup {faction}")
    order = []
    while table.state.phase == "dwellings":
        order.append(table.asked[0][0])
        table.time_out()
    assert order == [1, 3, 4, 4, 3, 1, 1, 2]
    cards = []
    while table.state.phase == "cards":
        cards.append(table.asked[0][0])
        table.time_out()
    assert cards == [4, 3, 2, 1]
    assert set(table.state.cards.values()) == {1}


def test_r1_8_ice_grows_where_it_is_placed_and_riverwalkers_stay_at_rivers():
    table = SetupTable(3).play(1, "setup yetis. pick-color brown")
    table.play(2, "setup riverwalkers. pick-color red").play(3, "setup witches")
    assert table.refused(1, "build E5")[0] == "wrong-terrain"
    table.play(1, "build E6")
    assert table.state.terrain["E6"] == "ice"
    waters = table.state.land.waters
    assert all(waters[line.split()[1]] for line in table.offered(2))
    assert table.refused(1, "convert 1W to 1C")[0] == "phase"


# ---- R1.10: the first game ------------------------------------------------------------------

FIRST = {
    2: (["witches", "nomads"], "C3 F4", 5),
    3: (["witches", "nomads", "alchemists"], "E9 F4", 6),
    4: (["witches", "nomads", "halflings", "mermaids"], "E9 F4", 7),
    5: (["witches", "nomads", "halflings", "mermaids", "giants"], "C3 E9", 8),
}


@pytest.mark.parametrize("seats", FIRST)
def test_r1_10_the_first_game_begins_with_the_cards(seats):
    factions, witches, cards = FIRST[seats]
    table = SetupTable(seats, expanded=False, preset="first-game")
    assert table.factions() == factions
    assert " ".join(table.state.players[0].buildings) == witches
    assert len(table.state.cards) == cards
    assert table.state.scoring == ("SCORE5", "SCORE7", "SCORE1", "SCORE6", "SCORE4", "SCORE8")
    assert not {"TW6", "TW7", "TW8"} & set(table.state.towns)
    assert table.state.final == ()
    assert table.asked == [(seats, "bonus-card")]
    for player in table.state.players:
        homes = {table.state.land.terrain[place] for place in player.buildings}
        assert homes == {player.board.colour}


# ---- R14 in set-up --------------------------------------------------------------------------


def test_r14_who_leaves_before_choosing_leaves_an_empty_seat():
    table = SetupTable(3).play(2, "resign").play(1, "setup witches").play(3, "setup nomads")
    assert table.factions() == ["witches", "", "nomads"]
    assert len(table.state.cards) == 6


def test_r14_who_leaves_after_choosing_frees_his_colour():
    table = SetupTable(3).play(1, "setup witches").play(1, "resign")
    table.play(2, "setup auren").play(3, "setup nomads")
    assert table.asked == [(2, "dwelling")]


def test_r14_who_leaves_before_factions_are_dealt_gets_none():
    table = SetupTable(3, setup="random").play(2, "resign")
    table.deal("deal-factions witches giants nomads")
    assert table.factions() == ["witches", "", "nomads"]
