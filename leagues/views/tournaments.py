"""Pages of tournaments that anybody may read, and the buttons of those who take part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import SignedInRequest
from games.clocks import hours_per_move
from games.known import rules_named
from games.presenters.options import options_in_words
from games.presenters.paces import pace
from leagues.models import Tournament, TournamentTable
from leagues.permissions import may_create
from leagues.presenters.numbers import points_words
from leagues.selectors.tournaments import Course, course_of, groups_of, tournaments_listed
from leagues.services.rounds import final_order, group_totals, is_over, table_title
from leagues.services.tournaments import (
    runs_tournament,
    tournament_enter,
    tournament_withdraw,
)
from leagues.views.doors import member

A_FEED = 30


def tournament_or_404(slug: str) -> Tournament:
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404
    return tournament


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    context = {"tournaments": tournaments_listed(), "may_create": may_create(request.user)}
    return render(request, "leagues/tournaments/list.html", context)


def tournament_context(request: HttpRequest, tournament: Tournament, tab: str) -> dict[str, Any]:
    rules = tournament.agreed
    hours = hours_per_move(rules.clock)
    return {
        "tournament": tournament,
        "rules": rules,
        "pace": pace(hours) if hours else "",
        "points": "–".join(map(str, rules.points)),
        "tab": tab,
        "runs": runs_tournament(request.user, tournament),
    }


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays, how it stands, every round with its tables."""
    found = tournament_or_404(slug)
    course = course_of(found)
    me = request.user.pk
    mine = next((one for one in course.contenders.values() if one.user_id == me), None)
    my_tables = [
        table
        for table in (course.open_round.tables.all() if course.open_round else ())
        if any(seat.contender.user_id == me for seat in table.seats.all())
    ]
    rules = found.agreed
    context = {
        **tournament_context(request, found, "tournament"),
        "course": course,
        "mine": mine,
        "my_tables": my_tables,
        "takes_part": mine is not None and mine.withdrawn_at is None,
        "takes_entries": found.is_open or found.takes_late_entries,
        "standing": standing_rows(course) if course.rounds else [],
        "rounds": [round_shown(course, index) for index in range(len(course.rounds))],
        "stages": stages(course),
        "options": options_in_words(rules_named(rules.game), rules.options),
        "by_points": found.format != Tournament.Format.KNOCKOUT,
    }
    return render(request, "leagues/tournaments/tournament.html", context)


def standing_rows(course: Course) -> list[dict[str, Any]]:
    """Best first, with what decides the order in words."""
    by_player = {row.player: row for row in course.standings()}
    return [
        {
            "place": place,
            "contender": course.contenders[pk],
            "played": by_player[pk].played,
            "points": points_words(str(by_player[pk].points)),
            "wins": by_player[pk].values.get("wins", Fraction(0)),
        }
        for place, pk in final_order(course)
    ]


def round_shown(course: Course, index: int) -> dict[str, Any]:
    """A round with its tables, results best first, seats first before there are any."""
    one = course.rounds[index]
    later = {
        pk
        for following in course.rounds[index + 1 :]
        for table in following.tables.all()
        for pk in (seat.contender_id for seat in table.seats.all())
    }
    tables = []
    together = {group[0].group: len(group) for group in groups_of(one)}
    for table in one.tables.all():
        scores = table.scores or {}
        seats: list[dict[str, Any]] = [
            {
                "contender": seat.contender,
                "seat": seat.number + 1,
                "score": scores.get(str(seat.contender_id)),
                "goes_on": seat.contender_id in later
                and course.tournament.format == Tournament.Format.KNOCKOUT,
            }
            for seat in table.seats.all()
        ]
        if table.scores is not None:
            seats.sort(key=lambda row: -scores[str(row["contender"].pk)])
        title = table_title(table.number, table.group, together[table.group])
        shown = {"table": table, "number": table.number + 1, "title": title, "seats": seats}
        tables.append(shown)
    return {
        "round": one,
        "tables": tables,
        "groups": [group_shown(course, group, later) for group in groups_of(one) if len(group) > 1],
        "several": len(together) > 1,
        "byes": list(one.byes.all()),
    }


def group_shown(course: Course, group: list[TournamentTable], later: set[int]) -> dict[str, Any]:
    """How a group of several tables stands."""
    won = group_totals(group, course.tournament)
    seated = {seat.contender_id for table in group for seat in table.seats.all()}
    nothing = (Fraction(0), 0)
    order = sorted(seated, key=lambda pk: won.get(pk, nothing), reverse=True)
    return {
        "number": group[0].group + 1,
        "rows": [
            {
                "contender": course.contenders[pk],
                "points": points_words(str(won.get(pk, nothing)[0])),
                "total": won.get(pk, nothing)[1],
                "goes_on": pk in later,
            }
            for pk in order
        ],
    }


def stages(course: Course) -> list[tuple[str, str, str]]:
    """(state, title, detail) of the steps along the top."""
    tournament = course.tournament
    entered = sum(one.withdrawn_at is None for one in course.contenders.values())
    players = gettext("Players: %(count)s") % {"count": entered}
    if tournament.capacity and tournament.is_open:
        players = gettext("%(count)s of %(most)s") % {
            "count": entered,
            "most": tournament.capacity,
        }
    found = [("on" if tournament.is_open else "dn", gettext("Sign-up"), players)]
    for one in course.rounds[-3:]:
        tables = list(one.tables.all())
        done = sum(table.scores is not None for table in tables)
        found.append(
            (
                "dn" if one.closed_at else "on",
                gettext("Round %(round)s") % {"round": one.number},
                gettext("%(count)s of %(all)s over") % {"count": done, "all": len(tables)},
            )
        )
    ended = tournament.state == Tournament.State.ENDED
    soon = tournament.is_running and course.open_round is None and is_over(course)
    found.append(("dn" if ended else "on" if soon else "", gettext("End"), ""))
    return found


Button = Callable[[SignedInRequest, Tournament], str]


def _button(act: Button) -> Callable[[HttpRequest, str], HttpResponse]:
    @require_POST
    @member
    def pressed(request: SignedInRequest, slug: str) -> HttpResponse:
        tournament = tournament_or_404(slug)
        messages.success(request, act(request, tournament))
        return redirect(tournament)

    return pressed


@_button
def enter(request: SignedInRequest, tournament: Tournament) -> str:
    tournament_enter(pk=tournament.pk, user=request.user)
    return gettext("You take part.")


@_button
def withdraw(request: SignedInRequest, tournament: Tournament) -> str:
    tournament_withdraw(pk=tournament.pk, user=request.user, by=request.user)
    return gettext("You take part no longer. What you have played stays.")


@require_safe
def standings_json(request: HttpRequest, slug: str) -> JsonResponse:
    """Standings and all results, for programs."""
    found = tournament_or_404(slug)
    course = course_of(found)
    return JsonResponse(
        {
            "tournament": found.name,
            "format": found.format,
            "state": found.state,
            "url": request.build_absolute_uri(found.get_absolute_url()),
            "standings": [
                {
                    "place": row["place"],
                    "player": row["contender"].user.username,
                    "points": row["points"],
                    "played": row["played"],
                    "withdrawn": row["contender"].withdrawn_at is not None,
                }
                for row in standing_rows(course)
            ],
            "rounds": [
                {
                    "round": shown["round"].number,
                    "closed": shown["round"].closed_at,
                    "byes": [contender.user.username for contender in shown["byes"]],
                    "tables": [_table_json(table) for table in shown["tables"]],
                }
                for shown in (round_shown(course, index) for index in range(len(course.rounds)))
            ],
        }
    )


def _table_json(shown: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "table": shown["number"],
        "game": shown["table"].game_id,
        "ruled": shown["table"].ruled,
        "seats": [
            {
                "seat": row["seat"],
                "player": row["contender"].user.username,
                "score": row["score"],
            }
            for row in shown["seats"]
        ],
    }


class TournamentFeed(Feed):
    """The newest results of a tournament."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Tournament:
        return tournament_or_404(slug)

    def title(self, obj: Tournament) -> str:
        return f"{obj.name} · {settings.SITE_NAME}"

    def link(self, obj: Tournament) -> str:
        return obj.get_absolute_url()

    def items(self, obj: Tournament) -> list[TournamentTable]:
        tables = TournamentTable.objects.filter(round__tournament=obj, scores__isnull=False)
        tables = tables.select_related("round__tournament").order_by("-ended_at")
        return list(tables.prefetch_related("seats__contender__user")[:A_FEED])

    def item_title(self, item: TournamentTable) -> str:
        return gettext("Round %(round)s, table %(table)s") % {
            "round": item.round.number,
            "table": item.number + 1,
        }

    def item_description(self, item: TournamentTable) -> str:
        seats = sorted(
            ((item.scores or {})[str(seat.contender_id)], seat.contender.user.username)
            for seat in item.seats.all()
        )
        return ", ".join(f"{name} {score}" for score, name in reversed(seats))

    def item_link(self, item: TournamentTable) -> str:
        return f"{item.round.tournament.get_absolute_url()}#t{item.pk}"

    def item_pubdate(self, item: TournamentTable) -> datetime | None:
        return item.ended_at

    def item_updateddate(self, item: TournamentTable) -> datetime | None:
        return item.ended_at
