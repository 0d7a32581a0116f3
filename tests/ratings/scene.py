"""Finished games as rows, without playing them: places, factions and tiles as a test wants them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Game, Move, Seat, Tenure
from ratings.services.settling import game_note, results_settle

KEY = "terra_mystica"
FACTIONS = ("witches", "nomads", "giants", "mermaids", "dwarves")
_games = count(1)


def event(kind: str, seat: int | None = None, **facts: Any) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "source": kind, "delta": {}, "facts": facts}


def finished(
    holders: Sequence[User | str],
    scores: Sequence[int],
    *,
    factions: Sequence[str] = FACTIONS,
    dropped: Sequence[int] = (),
    rated: bool = True,
    board: str = "original",
    ended_at: datetime | None = None,
    answered: timedelta = timedelta(hours=2),
) -> Game:
    """A game that ended so, not yet settled; `holders` in seat order, bots by name."""
    ended_at = ended_at or timezone.now() - timedelta(days=30) + timedelta(minutes=next(_games))
    game = Game.objects.create(
        rules_key=KEY,
        rules_version=1,
        name=f"Table {next(_games)}",
        options={"map": board},
        seat_count=len(holders),
        status=Game.Status.FINISHED,
        rated=rated,
        result=[
            {
                "seat": seat,
                "place": 1 + sum(other > score for other in scores),
                "score": score,
                "dropped": seat in dropped,
                "details": {"start": 20, "TW1": score - 20},
            }
            for seat, score in enumerate(scores)
        ],
        length=1,
        revision=1,
        started_at=ended_at - timedelta(days=5),
        ended_at=ended_at,
    )
    for number, holder in enumerate(holders):
        user, bot = (None, holder) if isinstance(holder, str) else (holder, "")
        seat = Seat.objects.create(
            game=game,
            number=number,
            user=user,
            bot=bot,
            dropped_at=ended_at if number in dropped else None,
        )
        Tenure.objects.create(seat=seat, user=user, bot=bot, began_at=game.started_at)
    events = [event("dealt", what="scoring", items=["SCORE1", "SCORE2"])]
    for seat in range(len(holders)):
        events += [
            event("faction-taken", seat, faction=factions[seat], vp=20),
            event("card-taken", seat, card=f"BON{seat + 1}"),
            event("round-began", round=1),
            event("built", seat, place="A1", building="TP", replaced="D"),
            event("round-began", round=2),
            event("favor-taken", seat, tile="FAV11"),
        ]
    first = holders[0]
    Move.objects.create(
        game=game,
        sequence=1,
        number=1,
        seat=0,
        line="pass",
        events=events,
        user=None if isinstance(first, str) else first,
        door=Move.Door.PAGE,
        asked_at=ended_at - answered,
        at=ended_at,
        hash="x",
    )
    game_note(game=game)
    return game


def replaced(game: Game, number: int, rescuer: User) -> None:
    """Somebody took the seat over before the end."""
    seat = game.seats.get(number=number)
    seat.tenures.update(ended_at=game.ended_at, ended_revision=1)
    Tenure.objects.create(seat=seat, user=rescuer, began_at=game.ended_at, began_revision=1)
    seat.user = rescuer
    seat.save()


def settle() -> int:
    return results_settle(timezone.now())
