"""The list of ratings, and how they come about."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.presenters.facts import fact_words
from ratings import formula as figures
from ratings.csv_files import csv_response
from ratings.models import RatingSnapshot
from ratings.offsets import WIDTH
from ratings.presenters.learnt import calibration_plot, calibration_rows, offset_rows, variant_rows
from ratings.selectors.ratings import (
    frozen_list,
    newest_back_test,
    newest_offsets,
    rating_list,
    recalculations_of,
    snapshots_of,
    standing_of,
)
from ratings.views.kinds import kind_or_404

PAGE = 100


@require_safe
def rating_list_page(request: HttpRequest, rules_key: str = "") -> HttpResponse:
    """Who is how strong, now or as it was when a season ended."""
    kind = kind_or_404(rules_key)
    frozen = _snapshot(request, kind.key)
    rows: Any = rating_list(rules_key=kind.key) if frozen is None else frozen_list(snapshot=frozen)
    newcomers: Any = (
        rating_list(rules_key=kind.key, placed=False)
        if frozen is None
        else frozen_list(snapshot=frozen, placed=False)
    )
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    context = {
        "kind": kind,
        "tab": "ratings",
        "page": page,
        "newcomers": list(newcomers[:PAGE]) if page.number == 1 else [],
        "frozen": frozen,
        "snapshots": snapshots_of(rules_key=kind.key),
        "mine": standing_of(user=request.user, rules_key=kind.key)
        if request.user.is_authenticated
        else None,
    }
    return render(request, "ratings/list.html", context)


def _snapshot(request: HttpRequest, rules_key: str) -> RatingSnapshot | None:
    wanted = request.GET.get("at", "")
    if not wanted:
        return None
    found = next((one for one in snapshots_of(rules_key=rules_key) if str(one.pk) == wanted), None)
    if found is None:
        raise Http404
    return found


@require_safe
def rating_list_csv(request: HttpRequest, rules_key: str) -> HttpResponse:
    kind = kind_or_404(rules_key)
    frozen = _snapshot(request, kind.key)
    rows: list[Any] = []
    for placed in (True, False):
        found: Any = (
            rating_list(rules_key=kind.key, placed=placed)
            if frozen is None
            else frozen_list(snapshot=frozen, placed=placed)
        )
        rows += [
            (
                row.rank if placed else None,
                row.user.username,
                row.shown,
                row.strength.margin,
                row.mu,
                row.sigma,
                row.games,
            )
            for row in found
        ]
    head = (_("place"), _("player"), _("rating"), _("plus or minus"), "mu", "sigma", _("games"))
    return csv_response(f"ratings-{kind.key}", head, rows)


@require_safe
def formula(request: HttpRequest, rules_key: str) -> HttpResponse:
    """The formula, what was learnt, and how good its forecasts are."""
    kind = kind_or_404(rules_key)
    test, offsets = newest_back_test(rules_key=kind.key), newest_offsets(rules_key=kind.key)
    report = test.report if test is not None else None
    context = {
        "kind": kind,
        "tab": "formula",
        "figures": figures,
        "widths": {name: round(width * figures.POINTS_PER_MU) for name, width in WIDTH.items()},
        "newcomer": figures.NEWCOMER,
        "certain": figures.Strength(figures.MEAN, figures.PROVISIONAL_SIGMA).margin,
        "test": test,
        "calibration": calibration_rows(report),
        "plot": calibration_plot(report),
        "variants": variant_rows(report),
        "offsets": offsets,
        "offset_rows": offset_rows(offsets, fact_words(kind.key)),
        "recalculations": recalculations_of(rules_key=kind.key),
    }
    return render(request, "ratings/formula.html", context)


@require_safe
def formula_csv(request: HttpRequest, rules_key: str, what: str) -> HttpResponse:
    kind = kind_or_404(rules_key)
    if what == "calibration":
        test = newest_back_test(rules_key=kind.key)
        head: tuple[str, ...] = (_("pairs"), _("foretold"), _("came"), _("from"), _("to"))
        rows: list[Any] = [
            (row["count"], row["foretold"], row["came"], row["low"], row["high"])
            for row in calibration_rows(test.report if test is not None else None)
        ]
    elif what == "offsets":
        offsets = newest_offsets(rules_key=kind.key)
        head = (_("offset"), _("points"), "mu")
        known = offsets.offsets if offsets is not None else {}
        rows = [
            (name, round(value * figures.POINTS_PER_MU), value)
            for name, value in sorted(known.items())
        ]
    else:
        raise Http404
    return csv_response(f"{what}-{kind.key}", head, rows)
