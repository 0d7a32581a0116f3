"""The view says all that a page draws, so that no page needs to know a rule."""

from __future__ import annotations

import pytest

from engine.api import Seat
from engine.terra_mystica.catalogue import PRINTED
from engine.terra_mystica.rules import RULES

FACTIONS = ("witches", "nomads")


@pytest.fixture(scope="module")
def view():
    state = RULES.setup({}, 2)
    deals = (
        "deal-scoring SCORE5 SCORE7 SCORE3 SCORE4 SCORE2 SCORE8",
        "deal-bonus BON1 BON2 BON3 BON4 BON5",
    )
    for line in deals:
        state = RULES.play(state, Seat(-1), line).state
    for seat, faction in enumerate(FACTIONS):
        state = RULES.play(state, Seat(seat), f"setup {faction}").state
    for seat, place in ((0, "C3"), (1, "B4"), (1, "F3"), (0, "F4"), (1, "E8")):
        state = RULES.play(state, Seat(seat), f"build {place}").state
    for seat, card in ((1, "BON4"), (0, "BON1")):
        state = RULES.play(state, Seat(seat), f"pass {card}").state
    return RULES.view(state, None)


@pytest.mark.parametrize(
    ("tile", "says"),
    [
        ("BON1", {"kind": "bonus", "income": {"c": 2}, "action": {"spades": 1, "steps": 0}}),
        ("BON7", {"kind": "bonus", "income": {"w": 1}, "pass_vp": [["TP", 2]]}),
        ("FAV5", {"kind": "favor", "cult": "fire", "steps": 2, "town_power": 6}),
        ("FAV11", {"kind": "favor", "cult": "earth", "steps": 1, "built_vp": {"D": 2}}),
        ("TW6", {"kind": "town", "gain": {"vp": 2}, "keys": 2, "steps": 2}),
        (
            "SCORE9",
            {
                "kind": "scoring",
                "scores": ["TE"],
                "vp": 4,
                "cult": "priests",
                "every": 1,
                "reward": {"c": 2},
            },
        ),
    ],
)
def test_what_is_printed_on_a_tile(view, tile: str, says: dict):
    assert view["tiles"][tile] == says


def test_every_tile_of_the_table_is_printed(view):
    shown = {row["card"] for row in view["cards"]} | set(view["favors"]) | set(view["towns"])
    shown |= {row["tile"] for row in view["scoring"]}
    assert shown <= set(PRINTED)


def test_a_seat_shows_pieces_tracks_and_how_far_a_town_has_grown(view):
    witches, nomads = view["seats"]
    assert witches["pieces"][0] == ["D", 2, 8]
    assert witches["digging"] == {"level": 0, "most": 2, "spade": {"w": 3}}
    assert witches["growth"] == [
        {"places": ["C3"], "buildings": 1, "power": 1, "town": False},
        {"places": ["F4"], "buildings": 1, "power": 1, "town": False},
    ]
    assert witches["town_needs"] == {"buildings": 4, "power": 7}
    # The shipping card carries further only while it is held in the action phase (R5.4).
    assert (nomads["shipping"]["level"], nomads["shipping"]["reach"]) == (0, 1)


def test_a_hex_knows_its_neighbours(view):
    by_name = {row["name"]: row for row in view["hexes"]}
    for name, row in by_name.items():
        if row["terrain"] != "river":
            assert all(name in by_name[other]["beside"] for other in row["beside"])
    assert by_name["A2"]["beside"] == ["A1", "A3", "B1"]
    assert by_name["r6"]["beside"] == ["B1", "D1"]
