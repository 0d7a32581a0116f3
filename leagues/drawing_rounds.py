"""The next round of a tournament: a pure function of what was played and a seed.

- Swiss and round robin ask `leagues.pairing`: whoever has met is kept apart first of all; then, in
  a Swiss tournament, equal points sit together; seats are balanced.
- The groups of a knock-out are filled from pots: the strongest of each pot first, there and back.
  Later rounds draw who is left, again keeping those apart who have met. A group may play several
  games: one as large as a table changes seats from game to game, a larger one has the schedule of
  a group of a league (`leagues.designs`).

Players are numbered by lot before they are paired, so that no order of entry shows through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random

from leagues.designs import NoSchedule, group_schedule, group_sizes
from leagues.pairing import (
    LARGEST_TABLE,
    SMALLEST_TABLE,
    Contestant,
    TooFew,
    pair,
    seating,
    table_sizes,
)
from leagues.standings import points_of

Player = int


@dataclass(frozen=True)
class Past:
    """A round that was drawn: players of each table in seat order."""

    tables: tuple[tuple[Player, ...], ...]
    byes: tuple[Player, ...] = ()


@dataclass(frozen=True)
class Drawn:
    """A round as it would be published."""

    tables: tuple[tuple[Player, ...], ...]
    byes: tuple[Player, ...] = ()
    groups: tuple[int, ...] = ()
    """The group of each table; none: every table is one."""

    def group_of(self, table: int) -> int:
        return self.groups[table] if self.groups else table


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What is known before a draw."""

    players: Sequence[Player]
    past: Sequence[Past] = ()
    points: Mapping[Player, Fraction] = field(default_factory=dict)
    """None of them where points shall not decide who sits together."""
    wanted: int = 4
    exact: bool = False
    seed: int = 0


def swiss_round(wish: Wish) -> Drawn:
    """Raises TooFew."""
    order = sorted(wish.players)
    Random(wish.seed).shuffle(order)
    lots = {player: lot for lot, player in enumerate(order)}
    drawn = pair(
        [_contestant(wish, player, lots) for player in order],
        wanted=wish.wanted,
        seed=wish.seed,
        exact=wish.exact,
    )
    return Drawn(
        tables=tuple(tuple(order[lot] for lot in table) for table in drawn.tables),
        byes=tuple(order[lot] for lot in drawn.byes),
    )


def _contestant(wish: Wish, player: Player, lots: Mapping[Player, int]) -> Contestant:
    met: dict[int, int] = {}
    seats = [0] * LARGEST_TABLE
    for past in wish.past:
        for table in past.tables:
            if player in table:
                seats[table.index(player)] += 1
                for other in table:
                    if other != player and other in lots:
                        met[lots[other]] = met.get(lots[other], 0) + 1
    return Contestant(
        player=lots[player],
        points=wish.points.get(player, Fraction(0)),
        met=met,
        seats=tuple(seats),
        byes=sum(player in past.byes for past in wish.past),
    )


def groups(
    wish: Wish, strengths: Mapping[Player, float], *, size: int = 0, games: int = 1
) -> Drawn:
    """The first round of a knock-out, from pots. Raises TooFew.

    Groups larger than a table play the tables of their schedule; others that many games.
    """
    rng = Random(wish.seed)
    order = sorted(wish.players)
    rng.shuffle(order)
    order.sort(key=lambda player: -strengths.get(player, 0.0))
    sizes = _group_sizes(len(order), wish.wanted, size)
    tables: list[list[Player]] = [[] for _size in sizes]
    there = list(range(len(sizes)))
    left = list(order)
    while left:
        for number in there:
            if left and len(tables[number]) < sizes[number]:
                tables[number].append(left.pop(0))
        there.reverse()
    for table in tables:
        rng.shuffle(table)
    larger = size > wish.wanted
    return _in_groups([_games(tuple(table), wish.wanted, larger, games) for table in tables])


def _group_sizes(players: int, table: int, wanted: int) -> tuple[int, ...]:
    if wanted <= table:
        return table_sizes(players, wanted=table)[0]
    try:
        return group_sizes(players, wanted=wanted, table=table)
    except NoSchedule:
        raise TooFew(f"{players} players, groups of {wanted}") from None


Games = tuple[tuple[Player, ...], ...]


def _games(group: tuple[Player, ...], table: int, larger: bool, games: int) -> Games:
    """The tables of a group. One that is as large as a table sits one seat further every game."""
    if larger:
        return tuple(
            tuple(group[number] for number in seats) for seats in group_schedule(len(group), table)
        )
    turns = (game % len(group) for game in range(games))
    return tuple((*group[turn:], *group[:turn]) for turn in turns)


def _in_groups(drawn: Sequence[Games]) -> Drawn:
    return Drawn(
        tables=tuple(table for games in drawn for table in games),
        groups=tuple(number for number, games in enumerate(drawn) for _table in games),
    )


def knockout_round(wish: Wish, *, games: int = 1) -> Drawn:
    """A later round: one table if they all fit, even for two; each plays so many games."""
    if len(wish.players) < 2:
        raise TooFew(f"{len(wish.players)} players")
    if len(wish.players) < SMALLEST_TABLE or len(wish.players) <= wish.wanted:
        order = sorted(wish.players)
        Random(wish.seed).shuffle(order)
        lots = {player: lot for lot, player in enumerate(order)}
        seated = seating([_contestant(wish, player, lots) for player in order])
        tables: Games = (tuple(order[lot] for lot in seated),)
    else:
        tables = swiss_round(wish).tables
    return _in_groups([_games(table, wish.wanted, False, games) for table in tables])


Total = tuple[Fraction, int]
"""Points for the places, and the scores added up."""


def totals(games: Iterable[Mapping[Player, int]], scale: Sequence[int]) -> dict[Player, Total]:
    """What the games of a group come to."""
    found: dict[Player, Total] = {}
    for scores in games:
        for player, points in points_of(scores, scale).items():
            before = found.get(player, (Fraction(0), 0))
            found[player] = (before[0] + points, before[1] + scores[player])
    return found


def going_on(
    won: Mapping[Player, Total], advance: int, strengths: Mapping[Player, float]
) -> tuple[Player, ...]:
    """The best of a group; equal ones go by the rating at the first draw, the lower one first.

    (The weaker player has done better against expectation; a lot would be no fairer.)
    """
    ranked = sorted(won, key=lambda player: (strengths.get(player, 0.0), player))
    ranked.sort(key=lambda player: won[player], reverse=True)
    # A table of two or three that sent everybody on would decide nothing.
    return tuple(ranked[: min(advance, len(ranked) - 1)])


def pairs_left(players: Iterable[Player], past: Iterable[Past]) -> int:
    """How many pairs have never sat at one table."""
    wanted = {frozenset(two) for two in combinations(players, 2)}
    for drawn in past:
        for table in drawn.tables:
            wanted -= {frozenset(two) for two in combinations(table, 2)}
    return len(wanted)
