"""Everything about one's own tables, in a fixed number of queries however many they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from engine.api import Decision, Standing
from engine.api import Seat as SeatNumber
from games.models import (
    ChatLine,
    Game,
    Invitation,
    Move,
    Mute,
    OpenDecision,
    Plan,
    ReadMark,
    Seat,
    Snapshot,
    UndoConsent,
)
from games.positions import position_at
from games.selectors.dashboard import (
    games_finished,
    games_finished_unseen,
    games_running_for,
    invitations_for,
    undo_wanted_from,
)
from games.selectors.log import LogEntry, entries_for
from games.turns import is_turn

NEWS = 12
"""So many of the last rows of a table are looked at for what happened since one's last move."""
MOST_RESULTS = 5
OLD = timedelta(days=60)
"""A game that ended so long ago is no news, even if its end was never looked at."""


@dataclass(frozen=True, kw_only=True)
class MyTable:
    """A running game at which the user sits."""

    game: Game
    seats: list[Seat]
    my_seat: Seat
    mine: list[OpenDecision]
    """What the user owes, most urgent first."""
    others: list[OpenDecision]
    view: Any
    """As the user's own seat sees it."""
    since: list[LogEntry]
    """What the others did after the user's last turn, oldest first, as far as is kept here."""
    state: Any
    """For the rules; never shown."""
    owed_out_of_turn: list[Decision]
    """Questions that can be answered at once; none if a whole turn is owed besides."""
    unread: int
    has_plan: bool

    @property
    def due_at(self) -> datetime | None:
        times = [row.due_at for row in self.mine if row.due_at is not None]
        return min(times) if times else None


@dataclass(frozen=True, kw_only=True)
class MyResult:
    """A finished game and how the user did."""

    game: Game
    seat: Seat
    standing: Standing | None


@dataclass(frozen=True, kw_only=True)
class MyGames:
    waiting: list[MyTable]
    """Tables that wait for the user, by deadline; those without one come last."""
    running: list[MyTable]
    """Tables where others are to move."""
    opening: list[Game]
    """Tables that have not begun."""
    invitations: list[Invitation]
    finished: list[MyResult]
    """Ended since the user last looked at them."""
    results: list[MyResult]
    undo_wanted: list[UndoConsent]
    """Others ask to take moves back."""


def my_games(*, user: User, now: datetime) -> MyGames:
    tables = _running(user)
    waiting = [table for table in tables if table.mine]
    return MyGames(
        waiting=sorted(waiting, key=_urgency),
        running=[table for table in tables if not table.mine],
        opening=list(
            Game.objects.filter(status=Game.Status.OPEN)
            .filter(Exists(Seat.objects.filter(game=OuterRef("pk"), user=user)))
            .annotate(taken=Count("seats", filter=Q(seats__user__isnull=False)))
            .order_by("-created_at")
        ),
        invitations=list(invitations_for(user=user)),
        finished=_results(user, games_finished_unseen(user=user).filter(ended_at__gt=now - OLD)),
        results=_results(user, games_finished(user=user)),
        undo_wanted=list(undo_wanted_from(user=user)),
    )


def _urgency(table: MyTable) -> tuple[bool, float, int]:
    due = table.due_at
    return (due is None, due.timestamp() if due else 0.0, table.game.pk)


def _running(user: User) -> list[MyTable]:
    plans = Plan.objects.filter(game=OuterRef("pk"), user=user)
    games = list(games_running_for(user=user).annotate(has_plan=Exists(plans)))
    seats = _by_game(Seat.objects.filter(game__in=games).select_related("user"))
    decisions = _by_game(
        OpenDecision.objects.filter(game__in=games, answered=False)
        .select_related("seat__user")
        .order_by(F("due_at").asc(nulls_last=True), "pk")
    )
    moves = _by_game(
        Move.objects.filter(
            game__in=games, live=True, number__gt=F("game__length") - NEWS
        ).order_by("number")
    )
    snapshots = {
        row.game_id: row
        for row in Snapshot.objects.filter(game__in=games, number=F("game__length"))
    }
    unread = unread_lines(games=games, user=user)
    return [
        _my_table(
            game,
            user,
            seats[game.pk],
            decisions[game.pk],
            moves[game.pk],
            snapshots.get(game.pk),
            unread.get(game.pk, 0),
        )
        for game in games
    ]


def _my_table(
    game: Game,
    user: User,
    seats: list[Seat],
    decisions: list[OpenDecision],
    moves: list[Move],
    snapshot: Snapshot | None,
    unread: int,
) -> MyTable:
    rules = game.rules
    my_seat = next(seat for seat in seats if seat.user_id == user.pk)
    number = SeatNumber(my_seat.number)
    if snapshot is None:
        state = position_at(game=game)
    else:
        state = rules.load(msgspec.json.decode(snapshot.data))
    mine = [row for row in decisions if row.seat_id == my_seat.pk]
    out_of_turn = bool(mine) and all(row.mode != "single" for row in mine)
    idents = [row.ident for row in mine] if out_of_turn else []
    pending = {row.id: row for row in rules.pending(state)} if idents else {}
    own = [
        index
        for index, move in enumerate(moves)
        if move.seat == number and is_turn(rules_key=game.rules_key, line=move.line)
    ]
    news = [move for move in moves[own[-1] + 1 if own else 0 :] if move.seat != number]
    secret = any(move.audience is not None for move in news)
    disclosed = rules.disclosed(state) if secret else ()
    return MyTable(
        game=game,
        seats=seats,
        my_seat=my_seat,
        mine=mine,
        others=[row for row in decisions if row.seat_id != my_seat.pk],
        view=rules.view(state, number),
        since=entries_for(moves=news, viewer=number, disclosed=disclosed),
        state=state,
        owed_out_of_turn=[pending[ident] for ident in idents if ident in pending],
        unread=unread,
        has_plan=bool(game.__dict__["has_plan"]),
    )


def _by_game(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.game_id].append(row)
    return found


def unread_lines(*, games: Iterable[Game], user: User) -> dict[int, int]:
    """How many lines of table talk were not read yet, by game."""
    read = ReadMark.objects.filter(game=OuterRef("game"), user=user, table_line__gte=OuterRef("pk"))
    rows = (
        ChatLine.objects.filter(game__in=list(games), room=ChatLine.Room.TABLE, removed_at=None)
        .exclude(author=user)
        .exclude(author__in=Mute.objects.filter(user=user).values("muted"))
        .exclude(Exists(read))
        .order_by()
        .values("game_id")
        .annotate(lines=Count("pk"))
    )
    return {row["game_id"]: row["lines"] for row in rows}


def _results(user: User, games: QuerySet[Game]) -> list[MyResult]:
    return [_result(game, user) for game in games.prefetch_related("seats__user")[:MOST_RESULTS]]


def _result(game: Game, user: User) -> MyResult:
    seat = next(seat for seat in game.seats.all() if seat.user_id == user.pk)
    rows = msgspec.convert(game.result or [], tuple[Standing, ...])
    return MyResult(
        game=game,
        seat=seat,
        standing=next((row for row in rows if row.seat == seat.number), None),
    )
