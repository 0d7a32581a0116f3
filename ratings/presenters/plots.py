"""Plots as data: what `static/ratings/js/plots.js` draws, beside a table that says the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from ratings.intervals import Interval

Plot = dict[str, Any]


def intervals_plot(
    points: Iterable[tuple[str, Interval]],
    *,
    series: str,
    unit: str = "",
    even: float | None = None,
) -> Plot:
    """One dot with whiskers for each name; `even` is a level to compare with."""
    rows = list(points)
    return {
        "kind": "intervals",
        "names": [name for name, _interval in rows],
        "values": [interval.value for _name, interval in rows],
        "low": [interval.low for _name, interval in rows],
        "high": [interval.high for _name, interval in rows],
        "x": _("Name"),
        "series": series,
        "unit": unit,
        "even": even,
    }


def percents(interval: Interval) -> Interval:
    return Interval(100 * interval.value, 100 * interval.low, 100 * interval.high)
