"""Questions about one player's finished games."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from ratings.intervals import Interval, mean, share
from ratings.models import PlayedSeat, PlayerTally
from ratings.tempo import CLASSES, half_within

Kind = PlayerTally.Kind


@dataclass(frozen=True, kw_only=True)
class Record:
    """All games of a player in a few figures."""

    games: int
    wins: Interval
    expected: float | None
    """The share of wins that ratings foretold; None: no game had a forecast."""
    points: Interval
    place: float
    left: int
    rescued: int


@dataclass(frozen=True, kw_only=True)
class Line:
    """How a player fares with a faction, on a map, against somebody."""

    subject: str
    games: int
    wins: Interval
    points: Interval
    place: float


@dataclass(frozen=True, kw_only=True)
class Opponent:
    user: User
    line: Line


@dataclass(frozen=True, kw_only=True)
class PlayerStatistics:
    record: Record | None
    factions: list[Line]
    boards: list[Line]
    seats: list[Line]
    places: list[tuple[int, int, float]]
    """(place, how often, share)."""
    opponents: list[Opponent]
    sources: list[tuple[str, float]]
    """(kind of source, mean points a game)."""
    tempo: list[tuple[str, int, float]]
    """(class, how many answers, share)."""
    half_within: str


def record_of(*, user: User, rules_key: str) -> Record | None:
    rows = PlayerTally.objects.filter(
        user=user, rules_key=rules_key, kind__in=(Kind.ALL, Kind.LEFT, Kind.RESCUED)
    )
    return _record({row.kind: row for row in rows})


def _record(rows: dict[str, PlayerTally]) -> Record | None:
    everything = rows.get(Kind.ALL)
    if everything is None:
        return None
    line = _line(everything)
    if line is None:
        return None
    return Record(
        games=line.games,
        wins=line.wins,
        expected=everything.expected / everything.foretold if everything.foretold else None,
        points=line.points,
        place=line.place,
        left=rows[Kind.LEFT].games if Kind.LEFT in rows else 0,
        rescued=rows[Kind.RESCUED].games if Kind.RESCUED in rows else 0,
    )


def _line(row: PlayerTally) -> Line | None:
    wins = share(row.wins, row.games)
    points = mean(row.points, row.squares, row.games)
    if wins is None or points is None:
        return None
    return Line(
        subject=row.subject,
        games=row.games,
        wins=wins,
        points=points,
        place=row.places / row.games,
    )


def player_statistics(*, user: User, rules_key: str) -> PlayerStatistics:
    """Two queries, however many games there were."""
    by_kind: dict[str, list[PlayerTally]] = {}
    for row in PlayerTally.objects.filter(user=user, rules_key=rules_key):
        by_kind.setdefault(row.kind, []).append(row)

    def lines(kind: str) -> list[Line]:
        found = [line for row in by_kind.get(kind, ()) if row.subject and (line := _line(row))]
        return sorted(found, key=lambda line: (-line.games, line.subject))

    against = lines(Kind.OPPONENT)
    users = User.objects.in_bulk([int(line.subject) for line in against])
    single = {kind: rows[0] for kind, rows in by_kind.items()}
    tempo = {row.subject: row.games for row in by_kind.get(Kind.TEMPO, ())}
    places = {int(row.subject): row.games for row in by_kind.get(Kind.PLACE, ())}
    games, answers = sum(places.values()), sum(tempo.values())
    return PlayerStatistics(
        record=_record(single),
        factions=lines(Kind.FACTION),
        boards=lines(Kind.BOARD),
        seats=sorted(lines(Kind.SEATS), key=lambda line: line.subject),
        places=[(place, n, n / games) for place, n in sorted(places.items())],
        opponents=[
            Opponent(user=users[int(line.subject)], line=line)
            for line in against
            if int(line.subject) in users
        ],
        sources=sorted(
            ((row.subject, row.points / row.games) for row in by_kind.get(Kind.SOURCE, ())),
            key=lambda found: -found[1],
        ),
        tempo=[(key, tempo[key], tempo[key] / answers) for key in CLASSES if key in tempo],
        half_within=half_within(tempo),
    )


def finished_games_of(*, user: User, rules_key: str) -> QuerySet[PlayedSeat]:
    """Parts in finished games, the latest first."""
    rows = PlayedSeat.objects.filter(
        user=user, played__rules_key=rules_key, played__settled_at__isnull=False
    )
    return rows.select_related("played__game").order_by("-played__ended_at", "-played_id")
