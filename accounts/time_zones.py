"""Time zones people can choose: places, grouped by region."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext_lazy as _

DEFAULT = "UTC"
REGIONS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}


@cache
def time_zone_names() -> frozenset[str]:
    places = {name for name in available_timezones() if name.split("/")[0] in REGIONS}
    return frozenset(places | {DEFAULT})


def time_zone_choices() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Choices for a select: UTC, then one group for each region."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(time_zone_names() - {DEFAULT}):
        region, _slash, place = name.partition("/")
        groups.setdefault(region, []).append((name, place.replace("_", " ").replace("/", ", ")))
    return [(DEFAULT, DEFAULT), *((str(REGIONS[key]), places) for key, places in groups.items())]


def zone_of(name: str) -> ZoneInfo:
    """The zone, or UTC where a stored name has since been dropped from the tables."""
    return ZoneInfo(name if name in time_zone_names() else DEFAULT)
