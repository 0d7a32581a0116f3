"""Why somebody stands before somebody else with as many points, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.presenters.numbers import measure_words
from leagues.standings import Row
from leagues.words import Words

TIE_BREAK_NAMES: dict[str, Words] = {
    "wins": gettext_lazy("wins"),
    "seconds": gettext_lazy("second places"),
    "share": gettext_lazy("share of the winner's points"),
    "margin": gettext_lazy("margin to the best of the others"),
    "head-to-head": gettext_lazy("head to head"),
    "total": gettext_lazy("victory points in all"),
    "lot": gettext_lazy("lots"),
}

_SENTENCES: dict[str, Words] = {
    "wins": gettext_lazy("Level on points with %(other)s; more wins: %(mine)s to %(theirs)s."),
    "seconds": gettext_lazy(
        "Level on points with %(other)s; more second places: %(mine)s to %(theirs)s."
    ),
    "share": gettext_lazy(
        "Level on points with %(other)s; larger share of the winner's points: %(mine)s to "
        "%(theirs)s."
    ),
    "margin": gettext_lazy(
        "Level on points with %(other)s; better margin to the best of the others: %(mine)s to "
        "%(theirs)s."
    ),
    "head-to-head": gettext_lazy(
        "Level on points with %(other)s; better where both sat, without the others: %(mine)s to "
        "%(theirs)s."
    ),
    "total": gettext_lazy(
        "Level on points with %(other)s; more victory points in all: %(mine)s to %(theirs)s."
    ),
    "lot": gettext_lazy("Level on points with %(other)s; an organiser has drawn lots."),
}


def tie_data(row: Row) -> dict[str, Any]:
    """What a stored row of standings keeps of its ties."""
    broken = row.broken
    return {
        "broken": None
        if broken is None
        else [broken.over, broken.key, str(broken.mine), str(broken.theirs)],
        "tied": list(row.tied_with),
    }


def tie_sentence(row: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """For a stored row of standings; empty where nothing was tied."""
    if row["broken"] is not None:
        over, key, mine, theirs = row["broken"]
        return str(_SENTENCES[key]) % {
            "other": names.get(over, ""),
            "mine": measure_words(mine),
            "theirs": measure_words(theirs),
        }
    if row["tied"]:
        return _("Nothing decides between this place and %(others)s.") % {
            "others": ", ".join(names.get(pk, "") for pk in row["tied"])
        }
    return ""
