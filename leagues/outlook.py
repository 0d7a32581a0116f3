"""What may still happen in a group: odds of promotion and relegation, and what is settled.

Every open table ends in some order of its players. Near the end all combinations of orders are
looked at, and the odds are exact for the model; before, a seeded sample of them is drawn. How
likely an order is follows from the strength of the players and the score so far: who is ahead in a
game nearly over is likely to stay ahead.

"Clinched" and "eliminated" are never guessed: they are said only if they hold in every combination,
shared places included (two who share the first one may both pass somebody whom only one of them
could have passed otherwise), or follow from the points that can still be won.

Whoever left the season stands behind everybody: he is no rival, and his places below the line are
taken already.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from math import exp, factorial, lcm, prod
from random import Random

from leagues.standings import LEAGUE_POINTS, Finished, Player, points_won

MOST_COMBINATIONS = 20_000
"""Up to so many the odds are exact."""
SAMPLES = 4_000
WHOLE_GAME_SPREAD = 12.0
"""Typical difference in score that play still brings in a whole game, in victory points."""


@dataclass(frozen=True)
class OpenTable:
    """A table that is not finished: who sits there, and how it stands."""

    scores: Mapping[Player, int]
    done: float = 0.0
    """How much of the game is played, from 0 to 1."""


@dataclass(frozen=True)
class Odds:
    """One player's outlook."""

    promotion: float
    relegation: float
    promoted_for_certain: bool = False
    relegated_for_certain: bool = False
    promotion_impossible: bool = False
    relegation_impossible: bool = False


Orders = tuple[tuple[Player, ...], ...]
"""How every open table ended, best player first."""
Points = dict[Player, int]
"""In units so small that shared places come out even: whole numbers are quick to compare."""


@dataclass(frozen=True)
class Outlook:
    odds: Mapping[Player, Odds]
    exact: bool
    """All combinations were looked at."""


def outlook(
    players: Sequence[Player],
    finished: Sequence[Finished],
    still_open: Sequence[OpenTable],
    *,
    strengths: Mapping[Player, float],
    up: int,
    down: int,
    seed: int,
    scale: Sequence[int] = LEAGUE_POINTS,
    awarded: Mapping[Player, Fraction] | None = None,
    gone: Collection[Player] = (),
) -> Outlook:
    """Odds for all `players`. `strengths` are expected scores relative to each other, in points.

    `gone` have left the season, but their seats win points for somebody still.
    """
    everybody = [*players, *gone]
    won = points_won(everybody, finished, scale)
    for player, extra in (awarded or {}).items():
        won[player] += extra
    down = max(down - len(gone), 0)
    unit = lcm(SHARED, *(points.denominator for points in won.values()))
    begin = {player: int(points * unit) for player, points in won.items()}
    worth = [points * unit for points in scale]
    exact = prod(factorial(len(table.scores)) for table in still_open) <= MOST_COMBINATIONS
    endings = (
        _all_endings(still_open, strengths)
        if exact
        else _sampled_endings(still_open, strengths, Random(seed))
    )
    tally = _Tally(players, up=up, down=down)
    for orders, weight in endings:
        tally.add(_with(begin, orders, worth), weight)
    reach = _reach(players, begin, still_open, worth, up=up, down=down)
    odds = tally.odds(reach)
    if reach is None:
        odds = settled_by_points(odds, won, still_open, scale, up=up, down=down)
    return Outlook(odds=odds, exact=exact)


SHARED = 60
"""Divides by all numbers of players who may share a place."""
WEAK_ORDERS = {0: 1, 1: 1, 2: 3, 3: 13, 4: 75, 5: 541}
"""In how many ways so many players can end, if places may be shared."""


def _reach(
    players: Sequence[Player],
    won: Points,
    still_open: Sequence[OpenTable],
    worth: Sequence[int],
    *,
    up: int,
    down: int,
) -> _Reach | None:
    """What can happen at all; None where there are too many endings to look at."""
    many = MOST_COMBINATIONS + 1
    if prod(WEAK_ORDERS.get(len(table.scores), many) for table in still_open) >= many:
        return None
    reach = _Reach(players, up=up, down=down)
    for gains in product(*(_gains(table, worth) for table in still_open)):
        points = dict(won)
        for gain in gains:
            for player, more in gain.items():
                points[player] += more
        reach.add(points)
    return reach


def _gains(table: OpenTable, worth: Sequence[int]) -> list[Points]:
    """What a table may bring everybody, shared places included."""
    found = []
    for shares in _weak_orders(tuple(table.scores)):
        gain: Points = {}
        place = 0
        for sharing in shares:
            each = sum(worth[place : place + len(sharing)]) // len(sharing)
            gain |= dict.fromkeys(sharing, each)
            place += len(sharing)
        found.append(gain)
    return found


def _weak_orders(players: tuple[Player, ...]) -> Iterator[tuple[tuple[Player, ...], ...]]:
    """All orders in which places may be shared, best first."""
    if not players:
        yield ()
    for size in range(1, len(players) + 1):
        for first in combinations(players, size):
            rest = tuple(player for player in players if player not in first)
            for order in _weak_orders(rest):
                yield (first, *order)


def _with(won: Points, orders: Orders, worth: Sequence[int]) -> Points:
    points = dict(won)
    for order in orders:
        for player, more in zip(order, worth, strict=False):
            points[player] += more
    return points


def _pull(table: OpenTable, strengths: Mapping[Player, float]) -> dict[Player, float]:
    """How strongly each player is drawn to the top: Plackett–Luce weights."""
    left = max(1.0 - table.done, 0.05)
    expected = {
        player: score + left * strengths.get(player, 0.0) for player, score in table.scores.items()
    }
    best = max(expected.values())
    spread = WHOLE_GAME_SPREAD * left
    return {player: exp(max((value - best) / spread, -30.0)) for player, value in expected.items()}


def _likelihood(order: Sequence[Player], pull: Mapping[Player, float]) -> float:
    rest, chance = sum(pull.values()), 1.0
    for player in order[:-1]:
        chance *= pull[player] / rest
        rest -= pull[player]
    return chance


def _all_endings(
    tables: Sequence[OpenTable], strengths: Mapping[Player, float]
) -> Iterator[tuple[Orders, float]]:
    weighted = []
    for table in tables:
        pull = _pull(table, strengths)
        weighted.append([(order, _likelihood(order, pull)) for order in permutations(pull)])
    for ending in product(*weighted):
        yield tuple(order for order, _ in ending), prod(chance for _, chance in ending)


def _sampled_endings(
    tables: Sequence[OpenTable], strengths: Mapping[Player, float], rng: Random
) -> Iterator[tuple[Orders, float]]:
    pulls = [_pull(table, strengths) for table in tables]
    for _ in range(SAMPLES):
        yield tuple(_race(pull, rng) for pull in pulls), 1 / SAMPLES


def _race(pull: Mapping[Player, float], rng: Random) -> tuple[Player, ...]:
    """A Plackett–Luce order is that of waiting times: the stronger the pull, the shorter."""
    return tuple(sorted(pull, key=lambda player: rng.expovariate(1.0) / pull[player]))


class _Tally:
    """Adds up endings. Who ties on points at the line is over it with an equal chance."""

    def __init__(self, players: Sequence[Player], *, up: int, down: int) -> None:
        self.players = players
        self.up = up
        self.down = down
        self.promotion = dict.fromkeys(players, 0.0)
        self.relegation = dict.fromkeys(players, 0.0)

    def add(self, points: Points, weight: float) -> None:
        for player, rise, fall in _shares(self.players, points, self.up, self.down):
            self.promotion[player] += weight * rise
            self.relegation[player] += weight * fall

    def odds(self, reach: _Reach | None) -> dict[Player, Odds]:
        return {
            player: Odds(
                promotion=self.promotion[player],
                relegation=self.relegation[player],
                promoted_for_certain=reach is not None and player not in reach.can_miss,
                relegated_for_certain=reach is not None and player not in reach.can_hold,
                promotion_impossible=reach is not None and player not in reach.can_rise,
                relegation_impossible=reach is not None and player not in reach.can_fall,
            )
            for player in self.players
        }


class _Reach:
    """Whether a place can be reached, or missed, in any ending: by points alone."""

    def __init__(self, players: Sequence[Player], *, up: int, down: int) -> None:
        self.players = players
        self.up = up
        self.down = down
        self.can_rise: set[Player] = set()
        self.can_miss: set[Player] = set()
        self.can_fall: set[Player] = set()
        self.can_hold: set[Player] = set()

    def add(self, points: Points) -> None:
        for player, rise, fall in _shares(self.players, points, self.up, self.down):
            if rise > 0:
                self.can_rise.add(player)
            if rise < 1:
                self.can_miss.add(player)
            if fall > 0:
                self.can_fall.add(player)
            if fall < 1:
                self.can_hold.add(player)


def _shares(
    players: Sequence[Player], points: Points, up: int, down: int
) -> Iterator[tuple[Player, float, float]]:
    """How much of everybody is above the upper line and below the lower one."""
    values = sorted((points[player] for player in players), reverse=True)
    for player in players:
        above, equal = values.index(points[player]), values.count(points[player])
        below = len(values) - above - equal
        yield (
            player,
            min(max(up - above, 0), equal) / equal,
            min(max(down - below, 0), equal) / equal,
        )


def settled_by_points(
    odds: Mapping[Player, Odds],
    won: Mapping[Player, Fraction],
    still_open: Sequence[OpenTable],
    scale: Sequence[int],
    *,
    up: int,
    down: int,
) -> dict[Player, Odds]:
    """What holds whatever happens, from the least and the most that everybody can still reach."""
    least, most = dict(won), dict(won)
    for table in still_open:
        seats = len(table.scores)
        for player in table.scores:
            least[player] += scale[seats - 1] if seats <= len(scale) else 0
            most[player] += scale[0]
    out = {}
    for player, own in odds.items():
        others = [other for other in odds if other != player]
        may_pass = sum(most[other] >= least[player] for other in others)
        must_pass = sum(least[other] > most[player] for other in others)
        may_trail = sum(least[other] <= most[player] for other in others)
        must_trail = sum(most[other] < least[player] for other in others)
        out[player] = Odds(
            promotion=own.promotion,
            relegation=own.relegation,
            promoted_for_certain=may_pass < up,
            relegated_for_certain=may_trail < down,
            promotion_impossible=must_pass >= up,
            relegation_impossible=must_trail >= down,
        )
    return out
