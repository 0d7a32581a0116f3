"""Standings of a group: points, ordered tie-breaks, and which of them decided.

Pure functions over finished tables. Points may be shared, so they are fractions, never floats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Player = int
"""Whatever identifies a participant: the key of its row."""

LEAGUE_POINTS = (10, 6, 3, 1)


@dataclass(frozen=True)
class Finished:
    """A finished table: the final score of everybody who sat there."""

    scores: Mapping[Player, int]


@dataclass(frozen=True)
class Broken:
    """A tie on everything before `key` that `key` decided, seen from the better one."""

    over: Player
    key: str
    mine: Fraction
    theirs: Fraction


@dataclass(frozen=True)
class Row:
    """One line of the standings."""

    player: Player
    place: int
    """Shared where nothing breaks the tie."""
    played: int
    points: Fraction
    values: Mapping[str, Fraction]
    """Tie-break values that are the same whoever is compared; head-to-head is not."""
    broken: Broken | None = None
    """How the tie with the next in line was broken, if there was one."""
    tied_with: tuple[Player, ...] = field(default=())
    """Who shares the place."""


def places_of(scores: Mapping[Player, int]) -> dict[Player, tuple[int, int]]:
    """(place, how many share it) of everybody at a table."""
    return {
        player: (
            1 + sum(other > score for other in scores.values()),
            sum(other == score for other in scores.values()),
        )
        for player, score in scores.items()
    }


def points_of(scores: Mapping[Player, int], scale: Sequence[int]) -> dict[Player, Fraction]:
    """League points of a table; who ties shares the points of the places taken together."""

    def of_place(place: int) -> int:
        return scale[place - 1] if place <= len(scale) else 0

    return {
        player: Fraction(sum(of_place(place + n) for n in range(sharing)), sharing)
        for player, (place, sharing) in places_of(scores).items()
    }


def points_won(
    players: Iterable[Player], tables: Iterable[Finished], scale: Sequence[int]
) -> dict[Player, Fraction]:
    """League points of everybody over all tables."""
    won = dict.fromkeys(players, Fraction(0))
    for table in tables:
        for player, points in points_of(table.scores, scale).items():
            won[player] += points
    return won


Measure = Callable[[Player, Sequence[Finished], Sequence[int]], Fraction]


def _sum_over(
    measure: Callable[[Player, Mapping[Player, int]], Fraction | int],
) -> Measure:
    def summed(player: Player, tables: Sequence[Finished], scale: Sequence[int]) -> Fraction:
        own = [table.scores for table in tables if player in table.scores]
        return sum((Fraction(measure(player, scores)) for scores in own), Fraction(0))

    return summed


def _margin(player: Player, scores: Mapping[Player, int]) -> int:
    """Points ahead of the best of the others; negative behind the winner."""
    others = [score for other, score in scores.items() if other != player]
    return scores[player] - max(others, default=0)


def _share(player: Player, scores: Mapping[Player, int]) -> Fraction:
    best = max(scores.values())
    return Fraction(scores[player], best) if best > 0 else Fraction(0)


MEASURES: Mapping[str, Measure] = {
    "wins": _sum_over(lambda player, scores: places_of(scores)[player][0] == 1),
    "seconds": _sum_over(lambda player, scores: places_of(scores)[player][0] == 2),
    "share": _sum_over(_share),
    "margin": _sum_over(_margin),
    "total": _sum_over(lambda player, scores: scores[player]),
}
HEAD_TO_HEAD = "head-to-head"
TIE_BREAKS = (*MEASURES, HEAD_TO_HEAD)
LOT = "lot"
"""After all others, where an organiser has drawn lots."""
STAYS = "stays"
"""Before all others: whoever left stands behind everybody, whatever he has won."""
USUAL_TIE_BREAKS = ("wins", "seconds", "share", HEAD_TO_HEAD, "total")


def standings(
    players: Iterable[Player],
    tables: Sequence[Finished],
    *,
    scale: Sequence[int] = LEAGUE_POINTS,
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS,
    awarded: Mapping[Player, Fraction] | None = None,
    lots: Mapping[Player, int] | None = None,
    last: Collection[Player] = (),
) -> tuple[Row, ...]:
    """Best first. Tie-breaks are applied in their order; who is still equal shares the place.

    `awarded` are points given or taken by a ruling; `lots` decide what nothing else decides; who
    is in `last` stands behind all others.
    """
    unknown = set(tie_breaks) - set(TIE_BREAKS)
    if unknown:
        raise ValueError(f"unknown tie-breaks: {', '.join(sorted(unknown))}")
    everybody = list(players)
    points = points_won(everybody, tables, scale)
    for player, extra in (awarded or {}).items():
        points[player] += extra
    ranking = _Ranking(tables, scale, points, lots or {}, last)
    order = ranking.split(everybody, (STAYS, "points", *tie_breaks, LOT))
    rows: list[Row] = []
    for number, tied in enumerate(order):
        following = order[number + 1][0] if number + 1 < len(order) else None
        for player in tied:
            broken = None
            if following is not None and points[following] == points[player]:
                decided = ranking.decided[player, following]
                broken = None if decided.key == STAYS else decided
            rows.append(
                Row(
                    player=player,
                    place=1 + sum(len(group) for group in order[:number]),
                    played=sum(player in table.scores for table in tables),
                    points=points[player],
                    values={
                        key: MEASURES[key](player, tables, scale)
                        for key in tie_breaks
                        if key in MEASURES
                    },
                    broken=broken,
                    tied_with=tuple(other for other in tied if other != player),
                )
            )
    return tuple(rows)


class _Ranking:
    """Splits players by one key after the other and remembers what decided between two."""

    def __init__(
        self,
        tables: Sequence[Finished],
        scale: Sequence[int],
        points: Mapping[Player, Fraction],
        lots: Mapping[Player, int],
        last: Collection[Player],
    ) -> None:
        self.tables = tables
        self.lots = lots
        self.last = last
        self.scale = scale
        self.points = points
        self.decided: dict[tuple[Player, Player], Broken] = {}

    def split(self, players: list[Player], keys: Sequence[str]) -> list[list[Player]]:
        """Groups of equals, best first."""
        if len(players) < 2 or not keys:
            return [players]
        values = {player: self._value(player, keys[0], players) for player in players}
        groups = [
            [player for player in players if values[player] == value]
            for value in sorted(set(values.values()), reverse=True)
        ]
        for better in players:
            for worse in players:
                if values[better] > values[worse]:
                    self.decided[better, worse] = Broken(
                        over=worse, key=keys[0], mine=values[better], theirs=values[worse]
                    )
        return [final for group in groups for final in self.split(group, keys[1:])]

    def _value(self, player: Player, key: str, tied: Sequence[Player]) -> Fraction:
        if key == STAYS:
            return Fraction(player not in self.last)
        if key == "points":
            return self.points[player]
        if key == LOT:
            return Fraction(self.lots.get(player, 0))
        if key == HEAD_TO_HEAD:
            return self._among_the_tied(player, tied)
        return MEASURES[key](player, self.tables, self.scale)

    def _among_the_tied(self, player: Player, tied: Sequence[Player]) -> Fraction:
        """Points of a table on which only those still tied had sat."""
        met = [
            {other: score for other, score in table.scores.items() if other in tied}
            for table in self.tables
            if player in table.scores
        ]
        return sum(
            (points_of(scores, self.scale)[player] for scores in met if len(scores) > 1),
            Fraction(0),
        )
