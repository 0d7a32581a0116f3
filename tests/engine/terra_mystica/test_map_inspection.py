"""Maps that people draw: everything wrong with them is said, with its place."""

import pytest

from engine.terra_mystica.maps import MAPS, land_of
from engine.terra_mystica.maps.inspection import inspect_map

FAIR = """
 Y U K B G S R
  U ~ ~ B ~ S
 K B ~ S R Y G
  ~ R Y ~ K U
 G S ~ U Y B R
"""


def codes(messages):
    return [message.code for message in messages]


@pytest.mark.parametrize("key", MAPS)
def test_the_maps_of_the_game_are_without_fault(key):
    from pathlib import Path

    import engine.terra_mystica.maps as folder

    path = Path(folder.__file__).with_name(key.replace("-", "_") + ".txt")
    report = inspect_map(path.read_text(encoding="utf-8"))
    assert (report.errors, report.warnings) == ((), ())
    assert report.identifier == land_of(key).identifier
    assert report.bridge_sites > 20


def test_a_small_map_can_be_played_but_is_short_of_hexes():
    report = inspect_map(FAIR)
    assert report.errors == ()
    assert "few-hexes" in codes(report.warnings)
    assert report.land_hexes + report.river_hexes == 7 + 6 + 7 + 6 + 7


def test_every_unknown_letter_is_named_with_its_place():
    report = inspect_map(FAIR.replace("Y U K", "Y X K").replace("U ~ ~ B", "U ~ ? B"))
    assert [m.facts for m in report.errors] == [
        {"row": 1, "column": 2, "letter": "X"},
        {"row": 2, "column": 3, "letter": "?"},
    ]


def test_a_row_of_the_wrong_length():
    (error,) = inspect_map(FAIR.replace("~ R Y ~ K U", "~ R Y ~ K")).errors
    assert error.code == "row-length"
    assert error.facts == {"row": 4, "hexes": 5, "wanted": 6}


def test_land_that_nobody_can_reach():
    # Two halves with seven rows of water between them: farther than any ship goes.
    water = "\n".join(["~ ~ ~ ~ ~ ~", "~ ~ ~ ~ ~ ~ ~"] * 3 + ["~ ~ ~ ~ ~ ~"])
    text = f"Y U K B G S R\n{water}\nR S G B K U Y"
    error, scarce = inspect_map(text).errors
    assert (error.code, scarce.code) == ("unreachable-land", "scarce-terrain")
    assert error.facts["hexes"] == ["I1", "I2", "I3", "I4", "I5", "I6", "I7"]


def test_a_type_that_is_missing_cannot_be_anybodys_home():
    report = inspect_map(FAIR.replace("G", "Y"))
    assert ("missing-terrain", {"colours": ["green"]}) in [(m.code, m.facts) for m in report.errors]
    assert "terrain-balance" in codes(report.warnings)
    assert report.identifier == ""


def test_a_map_without_a_river_is_worth_a_warning():
    report = inspect_map(FAIR.replace("~", "Y"))
    assert "no-river" in codes(report.warnings)


@pytest.mark.parametrize("text", ["", "Y", "\n\n", "# first row Z\nY U K", "Y U\nK\nB G"])
def test_what_is_no_map_at_all_is_refused_without_a_traceback(text):
    assert inspect_map(text).errors
