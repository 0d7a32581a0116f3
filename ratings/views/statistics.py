"""Factions, openings, tiles and seats; the hall of records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.presenters.facts import GameKind, fact_words
from ratings.csv_files import csv_response
from ratings.forms import SliceForm
from ratings.models import Feat, Tally
from ratings.presenters.plots import intervals_plot, percents
from ratings.selectors.statistics import (
    Row,
    choices_of,
    hall_of,
    most_of,
    rows_of,
)
from ratings.views.kinds import kind_or_404

SHOWN_IN_PLOT = 24
FEWEST_IN_PLOT = 3
"""One or two games say nothing that a plot should show."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table of a page: subjects of one kind, perhaps of one pile only."""

    key: str
    title: Promise
    kind: str
    named: str
    """How `fact_words` calls the kind."""
    family: str = ""


Kind = Tally.Kind
PAGES: dict[str, tuple[Section, ...]] = {
    "factions": (Section("factions", gettext_lazy("Factions"), Kind.FACTION, "faction"),),
    "openings": (
        Section("first", gettext_lazy("First bonus card"), Kind.FIRST_TILE, "tile"),
        Section("openings", gettext_lazy("Built in the first round"), Kind.OPENING, "opening"),
    ),
    "tiles": (
        Section("bonus", gettext_lazy("Bonus cards"), Kind.TILE, "tile", "bonus"),
        Section("favor", gettext_lazy("Favor tiles"), Kind.TILE, "tile", "favor"),
        Section("town", gettext_lazy("Town tiles"), Kind.TILE, "tile", "town"),
        Section("scoring", gettext_lazy("Scoring tiles"), Kind.TILE, "tile", "scoring"),
    ),
    "seats": (Section("seats", gettext_lazy("Place in the turn order"), Kind.SEAT, "seat"),),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A section as the page shows it."""

    section: Section
    rows: list[tuple[str, Row]]
    wins: dict[str, Any]
    points: dict[str, Any]


def _sections(request: HttpRequest, kind: GameKind, what: str) -> tuple[SliceForm, list[Shown]]:
    if what not in PAGES:
        raise Http404
    form = SliceForm(
        request.GET or None, rules_key=kind.key, choices=choices_of(rules_key=kind.key)
    )
    words = fact_words(kind.key)
    by_kind: dict[str, list[Row]] = {}
    shown = []
    for section in PAGES[what]:
        if section.kind not in by_kind:
            by_kind[section.kind] = rows_of(
                rules_key=kind.key, kind=section.kind, wanted=form.wanted
            )
        rows = [
            (_name(words.name(section.named, row.subject), section), row)
            for row in by_kind[section.kind]
            if not section.family or words.family(row.subject) == section.family
        ]
        drawn = [pair for pair in rows if pair[1].games >= FEWEST_IN_PLOT][:SHOWN_IN_PLOT]
        fair = sum(row.fair * row.games for _name, row in drawn) / max(
            1, sum(row.games for _name, row in drawn)
        )
        shown.append(
            Shown(
                section=section,
                rows=rows,
                wins=intervals_plot(
                    ((name, percents(row.wins)) for name, row in drawn),
                    series=_("games won"),
                    unit="%",
                    even=100 * fair,
                ),
                points=intervals_plot(
                    ((name, row.points) for name, row in drawn), series=_("mean points")
                ),
            )
        )
    return form, shown


def _name(name: str, section: Section) -> str:
    if section.kind == Kind.SEAT:
        return _("place %(position)s") % {"position": name}
    return name


@require_safe
def statistics(request: HttpRequest, rules_key: str, what: str) -> HttpResponse:
    kind = kind_or_404(rules_key)
    form, sections = _sections(request, kind, what)
    context = {"kind": kind, "tab": what, "what": what, "form": form, "sections": sections}
    return render(request, "ratings/statistics.html", context)


@require_safe
def statistics_csv(request: HttpRequest, rules_key: str, what: str) -> HttpResponse:
    """The tables of a page as they are filtered."""
    kind = kind_or_404(rules_key)
    _form, sections = _sections(request, kind, what)
    head = (
        _("kind"),
        _("key"),
        _("name"),
        _("games"),
        _("won"),
        _("won, from"),
        _("won, to"),
        _("fair share"),
        _("mean points"),
        _("points, from"),
        _("points, to"),
        _("mean place"),
    )
    return csv_response(
        f"{what}-{kind.key}",
        head,
        (
            (
                str(shown.section.title),
                row.subject,
                name,
                row.games,
                row.wins.value,
                row.wins.low,
                row.wins.high,
                row.fair,
                row.points.value,
                row.points.low,
                row.points.high,
                row.place,
            )
            for shown in sections
            for name, row in shown.rows
        ),
    )


@require_safe
def records(request: HttpRequest, rules_key: str) -> HttpResponse:
    """The hall of records."""
    kind = kind_or_404(rules_key)
    hall = hall_of(rules_key=kind.key)
    context = {
        "kind": kind,
        "tab": "records",
        "hall": [(Feat.Kind(key), rows) for key, rows in hall.items()],
        "most_games": most_of(rules_key=kind.key, what="games"),
        "most_wins": most_of(rules_key=kind.key, what="wins"),
    }
    return render(request, "ratings/records.html", context)


@require_safe
def records_csv(request: HttpRequest, rules_key: str) -> HttpResponse:
    kind = kind_or_404(rules_key)
    head = (_("record"), _("value"), _("player"), _("faction"), _("game"), _("date"))
    hall = hall_of(rules_key=kind.key)
    return csv_response(
        f"records-{kind.key}",
        head,
        (
            (
                str(Feat.Kind(key).label),
                feat.value,
                feat.user.username,
                feat.faction,
                feat.game_id,
                f"{feat.at:%Y-%m-%d}",
            )
            for key, rows in hall.items()
            for feat in rows
        ),
    )
