"""Tournaments of the demo content: a cup in its semi-finals, a Swiss one, a cup about to begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from accounts.models import User
from leagues.demo_games import KEY, Shelf, game_put, options
from leagues.models import Tournament, TournamentTable
from leagues.services.live import live_refresh
from leagues.services.rounds import next_step, tournament_step
from leagues.services.tournaments import (
    tournament_create,
    tournament_enter,
    tournament_result_record,
)
from leagues.tournament_rules import TournamentRules

Format = Tournament.Format
CUP_PLAYERS, SWISS_PLAYERS, DOOR_PLAYERS = 12, 8, 3


def tournaments_make(*, by: User, people: Sequence[User], games: Shelf, now: datetime) -> None:
    _cup(by, people[:CUP_PLAYERS], games, now)
    _swiss(by, people[-SWISS_PLAYERS:], games, now)
    tournament = tournament_create(
        by=by,
        slug="four-at-the-door",
        name="Four at the door",
        summary="A small cup: one table, and it begins when the fourth comes in.",
        format=Format.KNOCKOUT,
        rules=TournamentRules(game=KEY, options=options(), advance=1),
        capacity=DOOR_PLAYERS + 1,
        self_starting=True,
        now=now - timedelta(days=2),
    )
    for user in people[-DOOR_PLAYERS:]:
        tournament_enter(pk=tournament.pk, user=user, now=now - timedelta(days=1))


def _cup(by: User, people: Sequence[User], games: Shelf, now: datetime) -> None:
    """Three groups, two semi-finals of which one is still played, the final to come."""
    tournament = _entered(
        by,
        people,
        slug="autumn-cup",
        name="Autumn Cup",
        summary="Groups of four, two of each go on.",
        format=Format.KNOCKOUT,
        rules=TournamentRules(game=KEY, options=options()),
        opened=now - timedelta(days=60),
    )
    began = now - timedelta(days=52)
    for number, table in enumerate(_round(tournament, by, began)):
        ended = began + timedelta(days=24 + 3 * number)
        _played(table, games, began=began, moved=ended)
    began = now - timedelta(days=16)
    _step(tournament, by, began)
    first, second = _round(tournament, by, began)
    _played(first, games, began=began, moved=now - timedelta(days=2))
    _played(second, games, began=began, moved=now - timedelta(hours=11), part=0.7)


def _swiss(by: User, people: Sequence[User], games: Shelf, now: datetime) -> None:
    """The first round is over, the second is played."""
    tournament = _entered(
        by,
        people,
        slug="lighthouse-swiss",
        name="Lighthouse Swiss",
        summary="Three rounds, everybody plays all of them.",
        format=Format.SWISS,
        rules=TournamentRules(game=KEY, options=options(), rounds=3),
        opened=now - timedelta(days=50),
    )
    began = now - timedelta(days=44)
    for number, table in enumerate(_round(tournament, by, began)):
        _played(table, games, began=began, moved=began + timedelta(days=26 + 4 * number))
    began = now - timedelta(days=12)
    _step(tournament, by, began)
    for number, table in enumerate(_round(tournament, by, began)):
        moved = now - timedelta(hours=7 + 30 * number)
        _played(table, games, began=began, moved=moved, part=0.4 + 0.2 * number)


def _entered(
    by: User,
    people: Sequence[User],
    *,
    slug: str,
    name: str,
    summary: str,
    format: str,
    rules: TournamentRules,
    opened: datetime,
) -> Tournament:
    tournament = tournament_create(
        by=by, slug=slug, name=name, summary=summary, format=format, rules=rules, now=opened
    )
    for user in people:
        tournament_enter(pk=tournament.pk, user=user, now=opened)
    return tournament


def _step(tournament: Tournament, by: User, at: datetime) -> None:
    """Nobody is told of what is long past."""
    tournament.refresh_from_db()
    seen = next_step(tournament, by=by).fingerprint
    tournament_step(pk=tournament.pk, by=by, seen=seen, now=at, tell=False)


def _round(tournament: Tournament, by: User, at: datetime) -> list[TournamentTable]:
    """The tables of the next round."""
    _step(tournament, by, at)
    tables = TournamentTable.objects.filter(round__tournament=tournament, game=None)
    return list(
        tables.select_related("round__tournament")
        .prefetch_related("seats__contender__user")
        .order_by("number")
    )


def _played(
    table: TournamentTable, games: Shelf, *, began: datetime, moved: datetime, part: float = 1
) -> None:
    tournament = table.round.tournament
    players = [seat.player for seat in table.seats.all()]
    clock: Mapping[str, object] = tournament.agreed.clock
    game = game_put(
        name=f"{tournament.name} R{table.round.number} T{table.number + 1}",
        players=players,
        rows=games.rows(seats=len(players), part=part),
        began=began,
        moved=moved,
        clock=dict(clock),
    )
    table.game = game
    table.save(update_fields=["game"])
    if game.is_finished:
        tournament_result_record(game=game, now=moved)
        table.refresh_from_db()
    live_refresh(table=table)
