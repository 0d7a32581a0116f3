"""What may still happen in a group: odds of promotion and relegation, and what is settled.

Every open table ends in some order of its players. Near the end all combinations of orders are
looked at, and the odds are exact for the model; before, a seeded sample of them is drawn. How
likely an order is follows from the strength of the players and the score so far: who is ahead in a
game nearly over is likely to stay ahead.

"Clinched" and "eliminated" are never guessed: they are said only if they hold in every combination,
or follow from the points that can still be won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import exp, factorial, prod
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
) -> Outlook:
    """Odds for everybody. `strengths` are expected scores relative to each other, in points."""
    won = points_won(players, finished, scale)
    for player, extra in (awarded or {}).items():
        won[player] += extra
    combinations = prod(factorial(len(table.scores)) for table in still_open)
    exact = combinations <= MOST_COMBINATIONS
    endings = (
        _all_endings(still_open, strengths)
        if exact
        else _sampled_endings(still_open, strengths, Random(seed))
    )
    tally = _Tally(players, up=up, down=down)
    for orders, weight in endings:
        tally.add(_with(won, orders, scale), weight)
    odds = tally.odds(certain=exact)
    if not exact:
        odds = settled_by_points(odds, won, still_open, scale, up=up, down=down)
    return Outlook(odds=odds, exact=exact)


def _with(
    won: Mapping[Player, Fraction], orders: Orders, scale: Sequence[int]
) -> dict[Player, Fraction]:
    points = dict(won)
    for order in orders:
        for place, player in enumerate(order):
            points[player] += scale[place] if place < len(scale) else 0
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
        # Points alone: whether a place could be reached, or missed, in any ending.
        self.can_rise = dict.fromkeys(players, False)
        self.can_miss = dict.fromkeys(players, False)
        self.can_fall = dict.fromkeys(players, False)
        self.can_hold = dict.fromkeys(players, False)

    def add(self, points: Mapping[Player, Fraction], weight: float) -> None:
        values = sorted((points[player] for player in self.players), reverse=True)
        for player in self.players:
            above = sum(value > points[player] for value in values)
            equal = sum(value == points[player] for value in values)
            below = len(values) - above - equal
            rise = min(max(self.up - above, 0), equal) / equal
            fall = min(max(self.down - below, 0), equal) / equal
            self.promotion[player] += weight * rise
            self.relegation[player] += weight * fall
            self.can_rise[player] |= rise > 0
            self.can_miss[player] |= rise < 1
            self.can_fall[player] |= fall > 0
            self.can_hold[player] |= fall < 1

    def odds(self, *, certain: bool) -> dict[Player, Odds]:
        return {
            player: Odds(
                promotion=self.promotion[player],
                relegation=self.relegation[player],
                promoted_for_certain=certain and not self.can_miss[player],
                relegated_for_certain=certain and not self.can_hold[player],
                promotion_impossible=certain and not self.can_rise[player],
                relegation_impossible=certain and not self.can_fall[player],
            )
            for player in self.players
        }


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
