"""R5.1, R5.5, R10.4: names, bridge sites and edges of every map, against tables made elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from engine.terra_mystica.export import write_record
from engine.terra_mystica.maps import MAPS, key_of, land_of
from engine.terra_mystica.maps.inspection import inspect_map
from engine.terra_mystica.maps.land import LETTERS, read_land
from engine.terra_mystica.record import FinalResult, replay_record
from engine.terra_mystica.rules import RULES
from games.bots.policy import RandomPolicy
from games.bots.table import play_out

ORACLE = json.loads((Path(__file__).parent / "oracle" / "maps.json").read_text(encoding="utf-8"))
ISLANDS = """
# our islands
# first row B
  y u k ~ g s r b
 ~ U K B ~ S R Y G
  U ~ ~ B ~ S K G
 K B ~ S R Y G U R
  ~ R Y ~ K U B ~
"""


def test_the_tables_cover_all_maps():
    assert set(ORACLE) == set(MAPS)


@pytest.mark.parametrize("key", MAPS)
def test_names_and_terrain(key):
    land, rows = land_of(key), ORACLE[key]["rows"]
    first = ord(ORACLE[key]["first_row"]) - ord("A")
    rivers = 0
    for index, row in enumerate(rows, first):
        number = 0
        for column, letter in enumerate(row):
            if letter == "I":
                name, rivers = f"r{rivers}", rivers + 1
                assert name not in land.terrain
            else:
                number += 1
                name = f"{chr(ord('A') + index)}{number}"
                assert land.terrain[name] == LETTERS[letter]
            assert land.places[name] == (index, column)
    assert len(land.places) == sum(map(len, rows))


@pytest.mark.parametrize("key", MAPS)
def test_identifier_bridges_edges(key):
    land, oracle = land_of(key), ORACLE[key]
    assert land.identifier == oracle["identifier"]
    assert sorted(" ".join(sorted(site)) for site in land.bridge_sites) == oracle["bridge_sites"]
    assert sorted(land.edge) == oracle["edge"]


@pytest.mark.parametrize("key", MAPS)
def test_a_map_written_as_text_is_the_same_map(key):
    land = land_of(key)
    again = read_land(land.text)
    assert (again.identifier, again.text) == (land.identifier, land.text)
    state = RULES.setup({"map": "custom", "map-text": land.text}, 2)
    assert state.options.map == key, "a map of the game is known when it is sent as text"


@pytest.mark.parametrize("key", MAPS)
def test_every_map_is_played_by_option(key):
    state = RULES.setup({"map": key}, 3)
    view = RULES.view(state, None)
    assert view["map"] == key
    assert {hex_["name"] for hex_ in view["hexes"]} == set(land_of(key).places)


def test_a_custom_map_is_played_kept_and_written_down():
    options = {"map": "custom", "map-text": ISLANDS}
    game = play_out(RULES, options, [RandomPolicy()] * 3, Random(4))
    state = game.state
    assert RULES.view(state, None)["map"] == "custom"
    assert RULES.load(RULES.dump(state)) == state
    start = RULES.setup(options, 3)
    record = write_record(start, [(row.seat, row.line) for row in game.rows])
    *_, last = replay_record(record)
    assert isinstance(last, FinalResult)
    assert sorted(last.final.values()) == sorted(s.score for s in game.standings)


def test_two_spellings_of_a_custom_map_are_one_map():
    one = RULES.setup({"map": "custom", "map-text": ISLANDS}, 2)
    other = RULES.setup({"map": "custom", "map-text": ISLANDS.upper().replace("~", "I")}, 2)
    # In upper case the comment is still a comment, and the first row still B.
    assert one == other


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        pytest.param(
            ("y u k", "y u u k"),
            [("row-length", {"row": 1, "hexes": 9, "wanted": 8})],
            id="one row too long",
        ),
        pytest.param(
            ("row B", "row A"),
            [
                ("row-length", {"row": 2, "hexes": 9, "wanted": 7}),
                ("row-length", {"row": 4, "hexes": 9, "wanted": 7}),
            ],
            id="rows shifted the wrong way",
        ),
        pytest.param(("row B", "row Q"), [("first-row", {"allowed": ["A", "B"]})], id="far down"),
        pytest.param(
            ("~ U K B ~", "! U K B ?"),
            [
                ("unknown-terrain", {"row": 2, "column": 1, "letter": "!"}),
                ("unknown-terrain", {"row": 2, "column": 5, "letter": "?"}),
            ],
            id="all unknown letters at once",
        ),
        pytest.param(("k ~ g", "k ~ k"), [], id="an uneven map is only unusual"),
    ],
)
def test_faults_are_named_with_their_place(change, faults):
    report = inspect_map(ISLANDS.replace(*change))
    assert [(message.code, message.facts) for message in report.errors] == faults


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Y U\nK", "rows"),
        ("\n".join(["~" * 30, "~" * 29] * 3), "columns"),
        ("\n".join(["~" * 20, "~" * 19] * 3), "too-much-river"),
        ("Y U K\nB G\nS R Y", "scarce-terrain"),
    ],
)
def test_limits(text, code):
    assert code in [message.code for message in inspect_map(text).errors]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Original", "original"),
        ("orig", "original"),
        ("base", "original"),
        ("map1", "fire-and-ice-1"),
        ("Fire_and_Ice_1", "fire-and-ice-1"),
        ("revised-base", "fire-and-ice-2"),
        ("map2", "fire-and-ice-2"),
        ("Loon Lakes", "loon-lakes"),
        ("loon", "loon-lakes"),
        ("FJORDS", "fjords"),
        ("126fe960806d587c78546b30f1a90853b1ada468", "original"),
        ("", None),
        ("lake", None),
    ],
)
def test_maps_go_by_several_names(name: str, key: str | None) -> None:
    assert key_of(name) == key
