"""Intervals of shares and means, against values from the literature."""

from __future__ import annotations

import pytest

from ratings.calibration import Forecast, bins_of, hit_rate, log_loss
from ratings.intervals import mean, share


def test_wilson_s_interval():
    found = share(8, 10)
    assert found is not None
    assert (found.value, found.low, found.high) == (
        0.8,
        pytest.approx(0.4902, abs=1e-4),
        pytest.approx(0.9433, abs=1e-4),
    )


def test_a_share_never_leaves_its_bounds():
    none, all_of_them = share(0, 5), share(5, 5)
    assert none is not None
    assert all_of_them is not None
    assert none.low == 0
    assert all_of_them.high == 1
    assert none.high > 0.3
    assert share(0, 0) is None


@pytest.mark.parametrize(
    ("count", "quantile"), [(3, 4.303), (6, 2.571), (7, 2.447), (11, 2.228), (31, 2.042)]
)
def test_student_s_interval(count: int, quantile: float):
    values = [100 + (n % 3) for n in range(count)]
    total, squares = sum(values), sum(value**2 for value in values)
    found = mean(total, squares, count)
    assert found is not None
    deviation = ((squares - total**2 / count) / (count - 1)) ** 0.5
    assert found.high - found.value == pytest.approx(quantile * deviation / count**0.5, rel=2e-3)


def test_a_single_value_has_no_interval():
    found = mean(120, 14400, 1)
    assert found is not None
    assert found.low == found.value == found.high == 120


def test_bins_see_each_pair_from_the_favourite_s_side():
    one, other = Forecast(0.7, 1.0), Forecast(0.3, 0.0)
    (found,) = bins_of([one, other])
    assert (found.count, found.foretold, found.came.value) == (2, 0.7, 1.0)


def test_a_forecast_of_even_chances_costs_the_logarithm_of_two():
    assert log_loss([Forecast(0.5, 1.0), Forecast(0.5, 0.0)]) == pytest.approx(0.6931, abs=1e-4)
    assert log_loss([]) is None
    assert log_loss([Forecast(1.0, 0.0)]) == pytest.approx(13.8, abs=0.1)


def test_hits_count_favourites_only():
    told = [Forecast(0.8, 1.0), Forecast(0.2, 1.0), Forecast(0.5, 1.0)]
    assert hit_rate(told) == 0.5
    assert hit_rate([Forecast(0.5, 1.0)]) is None
