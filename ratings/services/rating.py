"""Writing what a game did to ratings, each change with its cause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Max

from ratings.formula import NEWCOMER, Entrant, Part, Strength, expected_wins, rated
from ratings.models import Played, PlayedSeat, Rating, RatingChange
from ratings.offsets import factors_of, offset_of
from ratings.selectors.ratings import newest_offsets

BAND = 200
LOWEST_BAND, HIGHEST_BAND = 600, 1600


def factors_in(played: Played, part: PlayedSeat) -> tuple[str, ...]:
    return factors_of(
        faction=part.faction,
        board=played.board,
        seat_count=played.seat_count,
        position=part.position,
    )


def strengths_note(*, played: Played, parts: Sequence[PlayedSeat]) -> None:
    """What was known before the game, of people and of seats."""
    played.offsets = newest_offsets(rules_key=played.rules_key)
    offsets = played.offsets.offsets if played.offsets is not None else {}
    people = [part.user_id for part in parts if part.user_id is not None]
    known = {
        row.user_id: row.strength
        for row in Rating.objects.filter(rules_key=played.rules_key, user_id__in=people)
    }
    for part in parts:
        part.offset = offset_of(factors_in(played, part), offsets)
        if part.user_id is not None:
            strength = known.get(part.user_id, NEWCOMER)
            part.mu, part.sigma = strength.mu, strength.sigma
    if played.is_rated:
        began = [entrant_of(part) for part in parts if part.part != Part.RESCUED]
        chances = expected_wins([one for one in began if one is not None])
        for part in parts:
            if part.user_id is not None and part.part == Part.PLAYED:
                part.chance = chances[part.user_id]


def band_of(parts: Sequence[PlayedSeat]) -> int | None:
    """Lower end of the band of the mean rating at a table; the ends are open."""
    shown = [
        Strength(part.mu, part.sigma).shown
        for part in parts
        if part.mu is not None and part.sigma is not None
    ]
    if not shown:
        return None
    mean = sum(shown) / len(shown)
    return min(max(int(mean // BAND) * BAND, LOWEST_BAND), HIGHEST_BAND)


def entrant_of(part: PlayedSeat) -> Entrant | None:
    """Somebody as the formula sees him; None for a bot."""
    if part.user_id is None or part.mu is None or part.sigma is None:
        return None
    return Entrant(
        player=part.user_id,
        seat=part.number,
        place=part.place,
        strength=Strength(part.mu, part.sigma),
        offset=part.offset,
        part=Part(part.part),
    )


def ratings_apply(*, played: Played, parts: Sequence[PlayedSeat]) -> list[RatingChange]:
    """New ratings of everybody concerned, and a row of history for each. The kind is locked."""
    entrants = [one for part in parts if (one := entrant_of(part)) is not None]
    after = rated(entrants)
    numbers = last_numbers(played.rules_key, list(after))
    rows = {
        row.user_id: row
        for row in Rating.objects.filter(rules_key=played.rules_key, user_id__in=list(after))
    }
    changes = []
    for one in entrants:
        if one.player not in after:
            continue
        strength = after[one.player]
        changes.append(
            RatingChange(
                user_id=one.player,
                rules_key=played.rules_key,
                number=numbers.get(one.player, 0) + 1,
                cause=RatingChange.Cause.GAME,
                game=played.game,
                part=one.part.value,
                place=one.place,
                offsets_version=None if played.offsets is None else played.offsets.version,
                at=played.ended_at,
                **before_and_after(one.strength, strength),
            )
        )
        row = rows.setdefault(one.player, Rating(user_id=one.player, rules_key=played.rules_key))
        rating_set(row, strength)
        row.games += 1
        row.last_game_at = played.ended_at
    ratings_save(rows.values())
    return RatingChange.objects.bulk_create(changes)


def before_and_after(before: Strength, after: Strength) -> dict[str, float]:
    """The figures of a row of the history."""
    return {
        "mu_before": before.mu,
        "sigma_before": before.sigma,
        "mu_after": after.mu,
        "sigma_after": after.sigma,
        "shown_before": before.shown,
        "shown_after": after.shown,
    }


def last_numbers(rules_key: str, users: Sequence[int]) -> dict[int, int]:
    """How long everybody's history is."""
    rows = RatingChange.objects.filter(rules_key=rules_key, user_id__in=users)
    counted = rows.order_by().values("user_id").annotate(last=Max("number"))
    return {row["user_id"]: row["last"] for row in counted}


def rating_set(row: Rating, strength: Strength) -> None:
    row.mu, row.sigma = strength.mu, strength.sigma
    row.shown, row.placed = strength.shown, not strength.is_provisional


def ratings_save(rows: Iterable[Rating]) -> None:
    """New rows and changed ones."""
    new: list[Rating] = []
    known: list[Rating] = []
    for row in rows:
        (new if row.pk is None else known).append(row)
    Rating.objects.bulk_create(new)
    Rating.objects.bulk_update(known, ["mu", "sigma", "shown", "placed", "games", "last_game_at"])
