"""Standings, results and dates for other programs; what everybody may read."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from leagues.models import LeagueTable, Season
from leagues.selectors.pages import (
    season_of,
    standings_of_season,
    tables_with_results,
)
from leagues.standings import places_of, points_of
from leagues.views.doors import season_or_404

A_FEED = 50


@require_safe
def standings_json(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """Points are fractions as text, because shared places cannot be written as decimals."""
    season = season_or_404(slug, number)
    return JsonResponse(
        {
            **_head(season),
            "divisions": [
                {
                    "division": division.number,
                    "groups": [
                        {
                            "group": found.group.number,
                            "url": _absolute(request, found.group.get_absolute_url()),
                            "standings": [
                                {
                                    "player": entry.user.username,
                                    "place": row["place"],
                                    "points": row["points"],
                                    "played": row["played"],
                                    "tie_breaks": row["values"],
                                    "zone": row["zone"],
                                    "left": row["left"],
                                }
                                for row, entry in found.rows
                            ],
                        }
                        for found in _with_league(season, division.groups)
                    ],
                }
                for division in standings_of_season(season)
            ],
        }
    )


def _with_league(season: Season, groups: list[Any]) -> list[Any]:
    for found in groups:
        found.group.division.season = season
    return groups


@require_safe
def results_json(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    season = season_or_404(slug, number)
    scale = season.agreed.points
    return JsonResponse(
        {
            **_head(season),
            "results": [
                {
                    "division": table.group.division.number,
                    "group": table.group.number,
                    "table": table.letter,
                    "game": table.game_id,
                    "url": _absolute(request, table.get_absolute_url()),
                    "ended": table.ended_at,
                    "final": table.final_at is not None,
                    "source": table.source,
                    "seats": _seats(table, scale),
                }
                for table in tables_with_results(season)
            ],
        }
    )


def _head(season: Season) -> dict[str, Any]:
    return {
        "league": season.league.name,
        "season": season.number,
        "state": season.state,
        "starts": season.starts_at,
        "ends": season.ends_at,
    }


def _seats(table: LeagueTable, scale: tuple[int, ...]) -> list[dict[str, Any]]:
    scores = {int(pk): score for pk, score in (table.scores or {}).items()}
    places, points = places_of(scores), points_of(scores, scale)
    return [
        {
            "seat": seat.number + 1,
            "player": seat.entry.user.username,
            "score": scores[seat.entry_id],
            "place": places[seat.entry_id][0],
            "points": str(points[seat.entry_id]),
        }
        for seat in table.seats.all()
    ]


def _absolute(request: HttpRequest, path: str) -> str:
    return request.build_absolute_uri(path)


@require_safe
def dates_ics(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The dates of a season for a calendar."""
    season = season_or_404(slug, number)
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//leagues//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", str(season))
    moments = (
        ("check-in", gettext("%(season)s: check-in begins"), season.check_in_at),
        ("start", gettext("%(season)s: games begin"), season.starts_at),
        ("end", gettext("%(season)s: games end"), season.ends_at),
    )
    for key, title, at in moments:
        event = Event()
        event.add("uid", f"season-{season.pk}-{key}@{request.get_host()}")
        event.add("dtstamp", season.created_at)
        event.add("dtstart", at)
        event.add("dtend", at + timedelta(hours=1))
        event.add("summary", title % {"season": season})
        event.add("url", _absolute(request, season.get_absolute_url()))
        calendar.add_component(event)
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")


class ResultsFeed(Feed):
    """The newest results of a season."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str, number: int) -> Season:
        season = season_of(slug, number)
        if season is None:
            raise Http404
        return season

    def title(self, obj: Season) -> str:
        return f"{obj} · {settings.SITE_NAME}"

    def link(self, obj: Season) -> str:
        return obj.get_absolute_url()

    def items(self, obj: Season) -> list[LeagueTable]:
        return list(tables_with_results(obj)[:A_FEED])

    def item_title(self, item: LeagueTable) -> str:
        return gettext("Division %(division)s, group %(group)s, table %(letter)s") % {
            "division": item.group.division.number,
            "group": item.group.number,
            "letter": item.letter,
        }

    def item_description(self, item: LeagueTable) -> str:
        seats = sorted(
            ((item.scores or {})[str(seat.entry_id)], seat.entry.user.username)
            for seat in item.seats.all()
        )
        return ", ".join(f"{name} {score}" for score, name in reversed(seats))

    def item_link(self, item: LeagueTable) -> str:
        return item.get_absolute_url()

    def item_pubdate(self, item: LeagueTable) -> datetime | None:
        return item.ended_at

    def item_updateddate(self, item: LeagueTable) -> datetime | None:
        return item.final_at or item.ended_at
