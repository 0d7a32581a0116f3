"""One player's rating over time, and what is counted of his games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import may_see_profile, user_named
from games.player_facts import reliability_of, tells_reliability
from games.presenters.facts import GameKind, fact_words, players_in_words
from ratings.csv_files import csv_response
from ratings.presenters.history import history_plot
from ratings.presenters.plots import intervals_plot
from ratings.presenters.tempo import tempo_name
from ratings.selectors.players import finished_games_of, player_statistics
from ratings.selectors.ratings import history_of, standing_of
from ratings.views.kinds import kind_or_404
from ratings.views.statistics import FEWEST_IN_PLOT

PAGE = 50


Page = Callable[[HttpRequest, User, GameKind], HttpResponse]


def of_player(page: Page) -> Callable[[HttpRequest, str, str], HttpResponse]:
    """A page about a player, for those who may see his profile."""

    @require_safe
    def found(request: HttpRequest, username: str, rules_key: str) -> HttpResponse:
        player = user_named(username=username)
        if player is None or not player.is_active:
            raise Http404
        if not may_see_profile(profile=player, viewer=request.user):
            return redirect_to_login(request.get_full_path())
        return page(request, player, kind_or_404(rules_key))

    return found


@of_player
def rating_history(request: HttpRequest, player: User, kind: GameKind) -> HttpResponse:
    """The rating over time: a plot, and a table of every change with its cause."""
    changes = history_of(user=player, rules_key=kind.key)
    page = Paginator(changes, PAGE).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "kind": kind,
        "standing": standing_of(user=player, rules_key=kind.key),
        "page": page,
        "plot": history_plot(user=player, rules_key=kind.key),
    }
    return render(request, "ratings/history.html", context)


@of_player
def rating_history_csv(request: HttpRequest, player: User, kind: GameKind) -> HttpResponse:
    head = (
        _("number"),
        _("date"),
        _("cause"),
        _("game"),
        _("place"),
        _("before"),
        _("after"),
        "mu",
        "sigma",
        _("offsets"),
    )
    return csv_response(
        f"rating-{player.username}-{kind.key}",
        head,
        (
            (
                row.number,
                f"{row.at:%Y-%m-%d}",
                str(row.get_cause_display()),
                row.game_id,
                row.place,
                row.shown_before,
                row.shown_after,
                row.mu_after,
                row.sigma_after,
                row.offsets_version,
            )
            for row in history_of(user=player, rules_key=kind.key)
        ),
    )


@of_player
def statistics(request: HttpRequest, player: User, kind: GameKind) -> HttpResponse:
    """Games, factions, opponents and tempo of a player."""
    found = player_statistics(user=player, rules_key=kind.key)
    words = fact_words(kind.key)
    shown = [
        (words.name("faction", line.subject), line.points)
        for line in found.factions
        if line.games >= FEWEST_IN_PLOT
    ]
    context: dict[str, Any] = {
        "player": player,
        "kind": kind,
        "found": found,
        "standing": standing_of(user=player, rules_key=kind.key),
        "plot": intervals_plot(shown if len(shown) > 1 else (), series=_("mean points")),
        "boards": [(words.name("board", line.subject), line) for line in found.boards],
        "seats": [(players_in_words(int(line.subject)), line) for line in found.seats],
        "reliability": reliability_of(user=player) if tells_reliability() else None,
        "sources": [(words.name("source", key), value) for key, value in found.sources],
        "tempo": [(tempo_name(key), count, part) for key, count, part in found.tempo],
        "half_within": tempo_name(found.half_within) if found.half_within else "",
        "games": Paginator(finished_games_of(user=player, rules_key=kind.key), PAGE).get_page(
            request.GET.get("page")
        ),
    }
    return render(request, "ratings/player.html", context)


@of_player
def statistics_csv(request: HttpRequest, player: User, kind: GameKind) -> HttpResponse:
    """All finished games of a player."""
    words = fact_words(kind.key)
    head = (
        _("game"),
        _("date"),
        _("map"),
        _("players"),
        _("part"),
        _("faction"),
        _("seat"),
        _("points"),
        _("place"),
        _("chance to win"),
    )
    return csv_response(
        f"games-{player.username}-{kind.key}",
        head,
        (
            (
                part.played_id,
                f"{part.played.ended_at:%Y-%m-%d}",
                words.name("board", part.played.board),
                part.played.seat_count,
                str(part.get_part_display()),
                words.name("faction", part.faction),
                part.position,
                part.score,
                part.place,
                part.chance,
            )
            for part in finished_games_of(user=player, rules_key=kind.key)
        ),
    )
