"""What a line would do, in numbers, also where several things change at once."""

from __future__ import annotations

import pytest

from engine.api import Event, Forecast, Seat
from games.presenters.terra_mystica.preview import effect_of_power, preview_of

NUMBERS = {"c": 15, "w": 6, "p": 0, "vp": 20, "p1": 3, "p2": 6, "p3": 0}
ME = Seat(0)


def income(**delta: int) -> Forecast:
    return Forecast(income=(Event(kind="changed", seat=ME, delta=delta),), at_pass=())


def forecast_cell(before: Forecast, after: Forecast):
    seat = {"seat": 0, "numbers": NUMBERS}
    shown = preview_of(
        seat=seat,
        after=seat,
        events=(),
        forecasts=(before, after),
        warnings=(),
        names={},
        chips={},
    )
    return shown, next(cell for cell in shown.cells if cell.key == "income")


@pytest.mark.parametrize(
    ("before", "after", "signed", "parts"),
    [
        pytest.param({"w": 3}, {"w": 4}, "+1", [], id="one thing: from what to what"),
        pytest.param({"w": 4}, {"w": 4}, "0", [], id="nothing"),
        pytest.param({"w": 4}, {"c": 2, "w": 3, "pw": 1}, "", ["+2", "−1", "+1"], id="each alone"),
        pytest.param({"w": 4}, {"c": 1, "w": 3}, "", ["+1", "−1"], id="not nothing in sum"),
    ],
)
def test_changes_of_income_are_not_added_up(before, after, signed, parts):
    preview, cell = forecast_cell(income(**before), income(**after))
    assert cell.signed == signed
    assert [part.text for part in cell.parts] == parts
    assert cell.is_changed == (before != after) == ("ncome" in preview.spoken)


def test_taking_power_says_what_becomes_of_bowls_and_points():
    free = Event(kind="changed", seat=ME, delta={"p1": -1, "p2": 1})
    assert effect_of_power(NUMBERS, [free], 0) == "Bowls 3/6/0 become 2/7/0."
    dear = Event(kind="changed", seat=ME, delta={"p1": -3, "p2": 3, "vp": -2})
    assert effect_of_power(NUMBERS, [dear], 0) == "Bowls 3/6/0 become 0/9/0, points 20 become 18."
