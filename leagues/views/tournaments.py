"""Pages of tournaments that anybody may read, and the buttons of those who take part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
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
from games.models import OpenDecision
from games.presenters.options import options_in_words
from games.presenters.paces import pace
from leagues.models import Tournament, TournamentTable
from leagues.permissions import may_create, runs_tournament
from leagues.presenters.tournament_page import (
    round_shown,
    rounds_to_come,
    stages,
    standing_rows,
)
from leagues.selectors.tournaments import course_of, tournaments_listed
from leagues.services.tournaments import tournament_enter, tournament_withdraw
from leagues.views.doors import member

A_FEED = 30
SHOWN_ACTS = 50


def tournament_or_404(slug: str) -> Tournament:
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404
    return tournament


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    context = {"tournaments": tournaments_listed(), "may_create": may_create(request.user)}
    return render(request, "leagues/tournaments/list.html", context)


def owed_at(table: TournamentTable, user_id: int | None) -> OpenDecision | None:
    """What a table waits for from one of its players."""
    owed = OpenDecision.objects.filter(game=table.game_id, seat__user=user_id, answered=False)
    return owed.order_by("due_at").first() if table.game_id else None


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
        if table.scores is None and any(seat.contender.user_id == me for seat in table.seats.all())
    ]
    rules = found.agreed
    context = {
        **tournament_context(request, found, "tournament"),
        "course": course,
        "mine": mine,
        "my_tables": [(table, owed_at(table, me)) for table in my_tables],
        "mine_at": my_tables,
        "takes_part": mine is not None and mine.withdrawn_at is None,
        "takes_entries": found.is_open or found.takes_late_entries,
        "standing": standing_rows(course) if course.rounds else [],
        "rounds": [round_shown(course, index) for index in range(len(course.rounds))],
        "to_come": rounds_to_come(course),
        "stages": stages(course),
        "acts": found.acts.select_related("by")[:SHOWN_ACTS],
        "options": options_in_words(rules_named(rules.game), rules.options),
        "by_points": found.format != Tournament.Format.KNOCKOUT,
    }
    return render(request, "leagues/tournaments/tournament.html", context)


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
    tournament_withdraw(pk=tournament.pk, user=request.user)
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
