"""Pages of leagues that anybody may read."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.clocks import hours_per_move
from games.known import rules_named
from games.presenters.options import options_in_words
from games.presenters.paces import pace
from leagues.forms import CLAIM_NAMES
from leagues.models import Season
from leagues.permissions import heads, may_create, may_judge, organises
from leagues.presenters.acts import act_line
from leagues.presenters.grounds import grounds_shown
from leagues.presenters.group_page import group_page, has_begun
from leagues.presenters.numbers import points_words
from leagues.presenters.ties import TIE_BREAK_NAMES
from leagues.season_rules import SeasonRules
from leagues.selectors.pages import (
    acts_of,
    entry_for,
    group_details,
    leagues_listed,
    my_seat_at,
    seasons_of,
    standings_of_season,
    table_details,
)
from leagues.views.doors import league_or_404, season_or_404

LOG_PAGE = 50


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    context = {"leagues": leagues_listed(), "may_create": may_create(request.user)}
    return render(request, "leagues/list.html", context)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """What a league is, its seasons, who runs it, who helps out."""
    found = league_or_404(slug)
    substitutes = list(found.substitutes.select_related("user"))
    context = {
        "league": found,
        "seasons": list(seasons_of(found)),
        "organisers": list(found.organisers.select_related("user")),
        "substitutes": substitutes,
        "stands_by": any(row.user_id == request.user.pk for row in substitutes),
        "organises": organises(request.user, found),
        "heads": heads(request.user, found),
        **agreed_in_words(found.agreed),
    }
    return render(request, "leagues/league.html", context)


def agreed_in_words(rules: SeasonRules) -> dict[str, Any]:
    """For pages that tell what has been agreed."""
    hours = hours_per_move(rules.clock)
    return {
        "rules": rules,
        "points": "–".join(map(str, rules.points)),
        "tie_breaks": [TIE_BREAK_NAMES[key] for key in rules.tie_breaks],
        "claims": [CLAIM_NAMES[key] for key in rules.order],
        "pace": pace(hours) if hours else "",
        "options": options_in_words(rules_named(rules.game), rules.options),
    }


def season_context(request: HttpRequest, season: Season, tab: str) -> dict[str, Any]:
    """What the head of every page of a season needs."""
    return {
        "season": season,
        "league": season.league,
        "tab": tab,
        "organises": organises(request.user, season.league),
        "entry": entry_for(season, request.user),
    }


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All divisions and groups, or before the draw who has signed up."""
    found = season_or_404(slug, number)
    context = season_context(request, found, "standings")
    if found.is_drawn:
        divisions = standings_of_season(found)
        for division in divisions:
            for group in division.groups:
                begun = has_begun(row for row, _entry in group.rows)
                for row, _entry in group.rows:
                    row["shown"] = points_words(row["points"])
                    row["zone"] = row["zone"] if begun else ""
        context["divisions"] = divisions
        context["small"] = all(len(division.groups) == 1 for division in divisions)
    else:
        context["entries"] = list(
            found.entries.exclude(state="out").select_related("user").order_by("signed_at", "pk")
        )
        context |= agreed_in_words(found.agreed)
    return render(request, "leagues/season.html", context)


@require_safe
def group(request: HttpRequest, slug: str, number: int, division: int, group: int) -> HttpResponse:
    found = season_or_404(slug, number)
    details = group_details(found, division, group)
    if details is None:
        raise Http404
    user = request.user if isinstance(request.user, User) else None
    context = {
        **season_context(request, found, "standings"),
        **agreed_in_words(details.rules),
        "group": details.group,
        "sizes": details.sizes,
        "page": group_page(details, viewer_id=user.pk if user else None),
    }
    context["may_judge"] = context["organises"] and may_judge(request.user, group=details.group)
    return render(request, "leagues/group.html", context)


@require_safe
def log(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What organisers have done and why, for everybody."""
    found = season_or_404(slug, number)
    page = Paginator(acts_of(found), LOG_PAGE).get_page(request.GET.get("page"))
    context = {
        **season_context(request, found, "log"),
        "page": page,
        "lines": [act_line(act) for act in page],
    }
    return render(request, "leagues/log.html", context)


@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """One table: its result, what was said about it, who has sat there."""
    found = table_details(table_id)
    if found is None:
        raise Http404
    return table_page(request, table_id)


def table_page(request: HttpRequest, table_id: int, status: int = 200) -> HttpResponse:
    found = table_details(table_id)
    assert found is not None
    season = found.group.division.season
    mine = my_seat_at(found, request.user)
    seats = {seat.number: seat for seat in (found.game.seats.all() if found.game else ())}
    grounds = grounds_shown(found.grounds)
    ruling = next(iter(found.rulings.all()), None)
    rows: list[dict[str, Any]] = []
    for seat in found.seats.all():
        held = seats.get(seat.number)
        rows.append(
            {
                "seat": seat,
                "entry": seat.entry,
                "holder": held.user if held and held.user_id != seat.entry.user_id else None,
                "tenures": list(held.tenures.all()) if held else [],
                "score": (found.scores or {}).get(str(seat.entry_id)),
                "grounds": grounds.get(str(seat.number)),
                "dropped": held is not None and held.dropped_at is not None,
            }
        )
    if found.scores is not None:
        rows.sort(key=lambda row: -row["score"])
    signed = mine is not None and any(
        seat.number == mine.number and seat.signed_at for seat in found.seats.all()
    )
    by_game = found.source == "game"
    context = {
        **season_context(request, season, "standings"),
        "table": found,
        "rows": rows,
        "ruling": ruling,
        "mine": mine,
        "may_sign": mine is not None and by_game and found.final_at is None and not signed,
        "may_dispute": mine is not None
        and by_game
        and found.final_at is None
        and found.disputed_at is None,
        "may_appeal": mine is not None
        and ruling is not None
        and found.final_at is None
        and ruling.settled_at is None
        and ruling.appealed_at is None,
        "has_grounds": bool(grounds),
        "may_judge": may_judge(request.user, table=found),
        "lines": [act_line(act) for act in found.acts.all()],
    }
    for act in found.acts.all():
        act.table = found
    return render(request, "leagues/table.html", context, status=status)
