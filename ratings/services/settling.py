"""A finished game comes into ratings and statistics: once, in the order in which games ended.

The row that waits is written in the transaction of the last move; a worker settles it. Whoever
settles holds the lock of the game kind, and everything that follows from the game is written in
one transaction with the mark that it is done.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from games.models import Game
from games.selectors.finished_facts import FinishedFacts, SeatFacts, finished_facts
from operations.due import due_work
from ratings.formula import Part
from ratings.labels import label_of
from ratings.models import Played, PlayedSeat, Scale
from ratings.services.feats import feats_add
from ratings.services.rating import band_of, ratings_apply, strengths_note
from ratings.services.tallying import tallies_add
from ratings.tempo import counted

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
Unrated = Played.Unrated


def game_note(*, game: Game) -> None:
    """Remember that a game is over; called in the transaction of its last row."""
    if game.ended_at is None:
        raise ValueError(f"game {game.pk} is not over")
    Played.objects.get_or_create(
        game=game,
        defaults={
            "rules_key": game.rules_key,
            "ended_at": game.ended_at,
            "seat_count": game.seat_count,
        },
    )


def scale_lock(*, rules_key: str) -> Scale:
    """Only one at a time changes ratings and counts of a game kind."""
    Scale.objects.get_or_create(pk=rules_key)
    return Scale.objects.select_for_update().get(pk=rules_key)


@transaction.atomic
def game_settle(*, game_id: int, now: datetime) -> bool:
    """Rate and count one finished game; False if that is done already."""
    rules_key = Played.objects.filter(pk=game_id).values_list("rules_key", flat=True).first()
    if rules_key is None:
        return False
    scale_lock(rules_key=rules_key)
    played = Played.objects.select_related("game").filter(pk=game_id, settled_at=None).first()
    if played is None:
        return False
    facts = finished_facts(game=played.game)
    parts = parts_of(played, facts)
    label = label_of(played.game)
    played.event, played.tier = label.event, label.tier
    played.board, played.tiles = facts.table.board, list(facts.table.tiles)
    played.unrated = _why_unrated(played.game, facts)
    strengths_note(played=played, parts=parts)
    played.band = band_of(parts)
    changes = ratings_apply(played=played, parts=parts) if played.is_rated else []
    PlayedSeat.objects.bulk_create(parts)
    played.settled_at = now
    played.save()
    tallies_add(played=played, parts=parts)
    feats_add(played=played, parts=parts, changes=changes)
    return True


def _why_unrated(game: Game, facts: FinishedFacts) -> str:
    holders = [holder for seat in facts.seats for holder in seat.holders]
    if any(holder.bot and not holder.late for holder in holders):
        return Unrated.BOTS
    if len({holder.user for holder in holders if holder.user is not None}) < 2:
        return Unrated.ALONE
    return Unrated.NO if game.rated else Unrated.AGREED


def parts_of(played: Played, facts: FinishedFacts) -> list[PlayedSeat]:
    """Everybody's part; places are counted among the seats that were held to the end."""
    parts: dict[int | str, PlayedSeat] = {}
    for seat in facts.seats:
        for part in _parts_in(played, seat):
            key: int | str = part.user_id if part.user_id is not None else f"bot in {part.number}"
            known = parts.get(key)
            # Who left one seat and took over another one has left all the same.
            if known is None or known.part != Part.LEFT:
                parts[key] = part
    stayed = [part for part in parts.values() if part.part != Part.LEFT]
    better = {id(part): sum(one.place < part.place for one in stayed) for part in stayed}
    for part in stayed:
        part.sharing = sum(one.place == part.place for one in stayed)
    for part in parts.values():
        part.place = 1 + better.get(id(part), len(stayed))
    return list(parts.values())


def _parts_in(played: Played, seat: SeatFacts) -> list[PlayedSeat]:
    people: dict[int | None, PlayedSeat] = {}
    for holder in seat.holders:
        if holder.bot and holder.gone:
            continue
        part = Part.RESCUED if holder.late and holder.user is not None else Part.PLAYED
        earlier = people.get(holder.user)
        if earlier is not None and holder.user is not None:
            part = Part.PLAYED  # went and came back
        if holder.gone or (seat.dropped and holder.user is not None):
            part = Part.LEFT
        people[holder.user] = PlayedSeat(
            played=played,
            number=seat.number,
            user_id=holder.user,
            bot=holder.bot,
            part=part.value,
            position=seat.play.position,
            faction=seat.play.faction,
            score=seat.score,
            place=seat.place,
            opening=seat.play.opening,
            first_tile=seat.play.first_tile,
            tiles=dict(seat.play.tiles),
            sources=dict(seat.play.sources),
            answers=counted(holder.answers),
        )
    return list(people.values())


@due_work("ratings.results")
def results_settle(now: datetime) -> int:
    """All finished games that wait, the earliest first; one that fails does not stop the others."""
    waiting = Played.objects.filter(settled_at=None).order_by("ended_at", "pk")
    done = 0
    failures: list[Exception] = []
    for pk in list(waiting.values_list("pk", flat=True)[:MOST_AT_ONCE]):
        try:
            done += game_settle(game_id=pk, now=now)
        except Exception as failure:
            logger.exception("game %s cannot be settled", pk)
            failure.add_note(f"game {pk}")
            failures.append(failure)
    if failures:
        raise ExceptionGroup("games cannot be settled", failures)
    return done
