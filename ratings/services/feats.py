"""The hall of records: whether a finished game holds one, among the best few of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ratings.formula import Part, Strength
from ratings.models import Feat, Played, PlayedSeat, RatingChange
from ratings.services.tallying import BOTS, label_in_short

Kind = Feat.Kind

KEPT = 10
"""Entries of each kind."""
ONCE_EACH = (Kind.RATING, Kind.SERIES)
"""A player stands there with the best entry only."""
LONGEST_SERIES = 200


class Claim(NamedTuple):
    kind: str
    worth: int
    part: PlayedSeat


def feats_add(
    *, played: Played, parts: Sequence[PlayedSeat], changes: Sequence[RatingChange]
) -> None:
    """Games among people. (Finished games are for everybody to see, private tables included.)"""
    if label_in_short(played) == BOTS:
        return
    stayed = [part for part in parts if part.part != Part.LEFT and part.user_id is not None]
    if len(stayed) < 2:
        return
    kept = list(Feat.objects.filter(rules_key=played.rules_key))
    new = [
        Feat(
            rules_key=played.rules_key,
            kind=claim.kind,
            worth=claim.worth,
            user=claim.part.user,
            game=played.game,
            faction=claim.part.faction,
            at=played.ended_at,
        )
        for claim in (*_of_scores(stayed), *_of_ratings(stayed, changes), *_of_series(stayed))
    ]
    stay: set[int] = set()
    for kind in Kind.values:
        rows = [row for row in (*kept, *new) if row.kind == kind]
        rows.sort(key=lambda row: (-row.worth, row.at))
        if kind in ONCE_EACH:
            rows = list({row.user_id: row for row in reversed(rows)}.values())
            rows.sort(key=lambda row: (-row.worth, row.at))
        stay |= {id(row) for row in rows[:KEPT]}
    Feat.objects.filter(pk__in=[row.pk for row in kept if id(row) not in stay]).delete()
    Feat.objects.bulk_create([row for row in new if id(row) in stay])


def _of_scores(stayed: Sequence[PlayedSeat]) -> list[Claim]:
    best = max(stayed, key=lambda part: part.score)
    rest = [part for part in stayed if part is not best]
    second = max(rest, key=lambda part: part.score)
    claims = [Claim(Kind.SCORE, part.score, part) for part in stayed]
    claims += [
        Claim(Kind.TOWNS, towns, part)
        for part in stayed
        if (towns := sum(n for tile, n in part.tiles.items() if tile.startswith("TW")))
    ]
    claims.append(Claim(Kind.TOGETHER, sum(part.score for part in stayed) // len(stayed), best))
    if best.score > second.score:
        claims.append(Claim(Kind.MARGIN, best.score - second.score, best))
        claims.append(Claim(Kind.BEATEN, second.score, second))
        claims.append(Claim(Kind.LOWEST, -best.score, best))
    return claims


def _of_ratings(stayed: Sequence[PlayedSeat], changes: Sequence[RatingChange]) -> list[Claim]:
    """Only ratings that are certain enough for a place in the list."""
    after = {
        change.user_id: change.shown_after
        for change in changes
        if not Strength(change.mu_after, change.sigma_after).is_provisional
    }
    return [
        Claim(Kind.RATING, after[part.user_id], part) for part in stayed if part.user_id in after
    ]


def _of_series(stayed: Sequence[PlayedSeat]) -> list[Claim]:
    """How many games in a row a winner has won, this one included."""
    claims = []
    for part in stayed:
        if part.place != 1 or part.sharing > 1 or part.user_id is None:
            continue
        earlier = (
            PlayedSeat.objects.filter(user_id=part.user_id, played__settled_at__isnull=False)
            .filter(played__rules_key=part.played.rules_key)
            .filter(played__unrated__in=(Played.Unrated.NO, Played.Unrated.AGREED))
            .exclude(played_id=part.played_id)
            .order_by("-played__ended_at", "-played_id")
            .values_list("place", "sharing")
        )
        series = 1
        for place, sharing in earlier[:LONGEST_SERIES]:
            if place != 1 or sharing > 1:
                break
            series += 1
        if series > 1:
            claims.append(Claim(Kind.SERIES, series, part))
    return claims
