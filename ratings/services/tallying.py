"""Counting a finished game: sums by faction, opening, tile and seat, and sums of each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ratings.formula import Part
from ratings.models import Played, PlayedSeat, PlayerTally, Tally
from ratings.models.tallies import NO_BAND, SUMS

Kind = Tally.Kind
Mine = PlayerTally.Kind

RATED, UNRATED, BOTS = "rated", "unrated", "bots"


@dataclass(slots=True)
class Sums:
    """What one game adds to one tally."""

    games: int = 0
    wins: float = 0.0
    expected: float = 0.0
    foretold: int = 0
    places: float = 0.0
    points: int = 0
    squares: int = 0

    def add(self, part: PlayedSeat) -> None:
        self.games += 1
        self.wins += won(part)
        self.places += part.place + (part.sharing - 1) / 2
        self.points += part.score
        self.squares += part.score**2
        if part.chance is not None:
            self.expected += part.chance
            self.foretold += 1


def won(part: PlayedSeat) -> float:
    """1 for a win, a part of it for a shared one."""
    return 1 / part.sharing if part.place == 1 else 0.0


def label_in_short(played: Played) -> str:
    if played.is_rated:
        return RATED
    return UNRATED if played.unrated == Played.Unrated.AGREED else BOTS


def tallies_add(*, played: Played, parts: Sequence[PlayedSeat]) -> None:
    """Count a game. The kind is locked, and the caller marks the game as counted."""
    stayed = [part for part in parts if part.part != Part.LEFT]
    _add_to_slice(played, stayed)
    if label_in_short(played) != BOTS:
        _add_to_players(played, parts, stayed)


def _add_to_slice(played: Played, stayed: Iterable[PlayedSeat]) -> None:
    sums: dict[tuple[str, str], Sums] = {}
    for part in stayed:
        for place in subjects_of(played, part):
            sums.setdefault(place, Sums()).add(part)
    common = {
        "rules_key": played.rules_key,
        "label": label_in_short(played),
        "event": played.event,
        "tier": played.tier,
        "band": NO_BAND if played.band is None else played.band,
        "board": played.board,
        "seat_count": played.seat_count,
    }
    rows = {
        (row.kind, row.subject): row
        for row in Tally.objects.filter(**common, subject__in={key for _kind, key in sums})
    }
    new = []
    for (kind, subject), added in sums.items():
        row = rows.get((kind, subject))
        if row is None:
            row = Tally(kind=kind, subject=subject, **common)
            new.append(row)
        _add(row, added)
    known = [rows[place] for place in sums if place in rows]
    Tally.objects.bulk_create(new)
    Tally.objects.bulk_update(known, SUMS)


def subjects_of(played: Played, part: PlayedSeat) -> set[tuple[str, str]]:
    """Under what a seat is counted."""
    found: set[tuple[str, str]] = {(Kind.SEAT, str(part.position))}
    if part.faction:
        found.add((Kind.FACTION, part.faction))
    if part.opening:
        found.add((Kind.OPENING, part.opening))
    if part.first_tile:
        found.add((Kind.FIRST_TILE, part.first_tile))
    return found | {(Kind.TILE, tile) for tile in (*part.tiles, *played.tiles)}


def _add_to_players(
    played: Played, parts: Sequence[PlayedSeat], stayed: Sequence[PlayedSeat]
) -> None:
    sums: dict[tuple[int, str, str], Sums] = {}
    for part in parts:
        if part.user_id is None:
            continue
        for key, count in part.answers.items():
            sums.setdefault((part.user_id, Mine.TEMPO, key), Sums()).games += count
        if part.part != Part.PLAYED:
            kind = Mine.LEFT if part.part == Part.LEFT else Mine.RESCUED
            sums.setdefault((part.user_id, kind, ""), Sums()).games += 1
    for part in stayed:
        if part.user_id is None:
            continue
        for kind, subject in (
            (Mine.ALL, ""),
            (Mine.FACTION, part.faction),
            (Mine.BOARD, played.board),
            (Mine.SEATS, str(played.seat_count)),
            (Mine.PLACE, str(part.place)),
        ):
            sums.setdefault((part.user_id, kind, subject), Sums()).add(part)
        for source, points in part.sources.items():
            of_source = sums.setdefault((part.user_id, Mine.SOURCE, source), Sums())
            of_source.games += 1
            of_source.points += points
        for other in stayed:
            if other.user_id is not None and other is not part:
                met = sums.setdefault((part.user_id, Mine.OPPONENT, str(other.user_id)), Sums())
                met.add(part)
                met.wins += _ahead(part, other) - won(part)
    _save_players(played.rules_key, sums)


def _ahead(part: PlayedSeat, other: PlayedSeat) -> float:
    """Against an opponent it counts who of the two was ahead."""
    return 0.5 if part.place == other.place else float(part.place < other.place)


def _save_players(rules_key: str, sums: Mapping[tuple[int, str, str], Sums]) -> None:
    users = {user for user, _kind, _subject in sums}
    subjects = {subject for _user, _kind, subject in sums}
    rows = {
        (row.user_id, row.kind, row.subject): row
        for row in PlayerTally.objects.filter(
            rules_key=rules_key, user_id__in=users, subject__in=subjects
        )
    }
    new = []
    for (user, kind, subject), added in sums.items():
        row = rows.get((user, kind, subject))
        if row is None:
            row = PlayerTally(user_id=user, rules_key=rules_key, kind=kind, subject=subject)
            new.append(row)
        _add(row, added)
    known = [rows[place] for place in sums if place in rows]
    PlayerTally.objects.bulk_create(new)
    PlayerTally.objects.bulk_update(known, SUMS)


def _add(row: Tally | PlayerTally, added: Sums) -> None:
    for name in SUMS:
        setattr(row, name, getattr(row, name) + getattr(added, name))


def tallies_rebuild(*, rules_key: str) -> int:
    """Count all settled games anew; the caller has locked the kind."""
    Tally.objects.filter(rules_key=rules_key).delete()
    PlayerTally.objects.filter(rules_key=rules_key).delete()
    games = Played.objects.filter(rules_key=rules_key, settled_at__isnull=False)
    count = 0
    for played in games.order_by("ended_at", "pk").prefetch_related("seats").iterator(200):
        tallies_add(played=played, parts=list(played.seats.all()))
        count += 1
    return count
