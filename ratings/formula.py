"""How a finished game changes ratings: a pure function of who sat there and how it ended.

The library's Plackett–Luce model keeps a mean (mu) and an uncertainty (sigma) of every player.
Three things are ours:

- a seat may be easier or harder than others (faction, map, place in the turn order): its offset is
  added to the player's mean for this game alone;
- who drops out has lost against everybody who stayed, and never gains; those who stayed are
  compared with each other only, so that nobody gains or loses by somebody else's absence;
- who took over a seat in mid-game never loses by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import exp, sqrt
from typing import Any

from openskill.models import PlackettLuce

MEAN = 25.0
SIGMA = MEAN / 3
BETA = MEAN / 6
"""How much luck and form lie in one game."""
TAU = MEAN / 300
"""By how much a player's strength may wander between two games."""

SHOWN_MEAN = 1000
POINTS_PER_MU = 20
"""400 points are about ten to one at a table of four, as players of chess are used to."""
PROVISIONAL_SIGMA = 7.0
"""Whoever is less certain than this is shown, but not placed: about ten games at tables of four."""


class Part(StrEnum):
    """What somebody had to do with a seat."""

    PLAYED = "played"
    LEFT = "left"
    RESCUED = "rescued"


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a player."""

    mu: float = MEAN
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        return round(SHOWN_MEAN + POINTS_PER_MU * (self.mu - MEAN))

    @property
    def margin(self) -> int:
        """Half the width of the range in which the true value lies nineteen times in twenty."""
        return round(1.96 * POINTS_PER_MU * self.sigma)

    @property
    def is_provisional(self) -> bool:
        return self.sigma > PROVISIONAL_SIGMA


NEWCOMER = Strength()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody who held a seat, and how the game ended for that seat."""

    player: int
    seat: int
    place: int
    strength: Strength = NEWCOMER
    offset: float = 0.0
    part: Part = Part.PLAYED

    @property
    def level(self) -> float:
        """The player's strength in this seat."""
        return self.strength.mu + self.offset


def _model() -> Any:
    return PlackettLuce(mu=MEAN, sigma=SIGMA, beta=BETA, tau=TAU)


def rated(entrants: Sequence[Entrant]) -> dict[int, Strength]:
    """New strength of everybody the game says something about, by player."""
    stayed = [one for one in entrants if one.part != Part.LEFT]
    found: dict[int, Strength] = {}
    if len(stayed) > 1:
        for one, after in zip(stayed, _rank(stayed), strict=True):
            fell = one.part == Part.RESCUED and after.mu < one.strength.mu
            found[one.player] = one.strength if fell else after
    for leaver in entrants:
        others = [one for one in stayed if one.seat != leaver.seat]
        if leaver.part != Part.LEFT or not others:
            continue
        last = replace(leaver, place=1 + max(one.place for one in others))
        after = _rank([*others, last])[-1]
        found[leaver.player] = leaver.strength if after.mu > leaver.strength.mu else after
    return found


def _rank(entrants: Sequence[Entrant]) -> list[Strength]:
    """Ask the library; offsets are added before and taken off again."""
    model = _model()
    teams = [[model.rating(mu=one.level, sigma=one.strength.sigma)] for one in entrants]
    rated = model.rate(teams, ranks=[float(one.place) for one in entrants])
    return [
        Strength(team[0].mu - one.offset, team[0].sigma)
        for one, team in zip(entrants, rated, strict=True)
    ]


def spread_of(strengths: Sequence[Strength]) -> float:
    """The model's scale of a table: how much of a lead its uncertainty swallows."""
    return sqrt(sum(one.sigma**2 + BETA**2 for one in strengths))


def expected_wins(entrants: Sequence[Entrant]) -> dict[int, float]:
    """Each player's chance of the first place, in percent of one, before the game."""
    if not entrants:
        return {}
    scale = spread_of([one.strength for one in entrants])
    best = max(one.level for one in entrants)
    weights = {one.player: exp((one.level - best) / scale) for one in entrants}
    total = sum(weights.values())
    return {player: weight / total for player, weight in weights.items()}


def chance_ahead(one: float, other: float, scale: float) -> float:
    """The model's chance that a level ends before another one at a table of this scale."""
    return 1 / (1 + exp((other - one) / scale))


def strengths_after(
    games: Sequence[Sequence[Entrant]], *, start: Mapping[int, Strength] | None = None
) -> dict[int, Strength]:
    """Everybody's strength after games in their order; strengths in the entrants are not read."""
    known = dict(start or {})
    for entrants in games:
        known |= rated([replace(one, strength=known.get(one.player, NEWCOMER)) for one in entrants])
    return known
