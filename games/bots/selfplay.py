"""Whole games of Terra Mystica by bots, as records and as a table of what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.api import Rules, Seat, Step
from engine.registry import latest
from engine.terra_mystica.export import write_record
from engine.terra_mystica.record import FinalResult, replay_record
from games.bots.coverage import Coverage
from games.bots.curious import CuriousPolicy
from games.bots.greedy import GreedyPolicy
from games.bots.hasty import HastyPolicy
from games.bots.manners import LEANINGS, plainly_told, something_rare
from games.bots.order import KEY, Order, opening_of, options_for, players_for
from games.bots.policy import Chooser, MoodyPolicy, Policy, RandomPolicy
from games.bots.table import PlayedGame, play_out
from games.bots.terra_mystica import TerraMysticaJudge

LIVELY = RandomPolicy(plainly_told, LEANINGS, something_rare)
"""Plays at random too, but likes what is seldom there to be chosen."""
POLICIES: Mapping[str, Chooser] = {
    "random": RandomPolicy(plainly_told),
    "greedy": GreedyPolicy(TerraMysticaJudge(), plainly_told),
}
MIXED = "mixed"
"""Instead of a policy: every seat of a game draws its own temper, and all of them like to do what
was seldom seen in the games before: that is what a report is for."""
TEMPERS: tuple[Chooser, ...] = (
    LIVELY,
    LIVELY,
    MoodyPolicy(LIVELY, HastyPolicy(TerraMysticaJudge(), plainly_told)),
    POLICIES["greedy"],
)
"""Who plays like that does what nobody else would; who plans founds towns."""
AT_ONCE = ("cult-step", "token")
"""Decisions that are made as soon as they arise."""


class WrongRecord(RuntimeError):
    """A record that does not replay to the result of its game: a bug of ours."""


@dataclass(frozen=True, kw_only=True)
class SelfPlayed:
    """One game of self-play."""

    name: str
    game: PlayedGame
    record: str
    scores: Mapping[str, int] = field(default_factory=dict)


def self_play(order: Order, coverage: Coverage | None = None) -> Iterator[SelfPlayed]:
    """Play the games of an order. The same order always plays the same games.

    Raises OptionError if the order cannot be met, WrongRecord if a record does not replay.
    """
    rules = latest(KEY)
    seen = Coverage() if coverage is None else coverage
    for number in range(order.games):
        yield _play(rules, order, order.seed + number, seen)


def _play(rules: Rules[Any], order: Order, seed: int, seen: Coverage) -> SelfPlayed:
    rng = Random(seed)
    players = players_for(rules, order, rng)
    options = options_for(rules, order, players, rng)
    board = str(options.get("map", "original"))
    seen.begin(board)

    def watch(seat: Seat, step: Step[Any]) -> None:
        seen.watch(step.events)

    game = play_out(
        rules,
        options,
        policies_for(order, players, rng, seen),
        rng,
        opening=opening_of(order, rng),
        urgent=AT_ONCE,
        watch=watch,
    )
    record = write_record(
        rules.setup(game.options, game.seats), [(row.seat, row.line) for row in game.rows]
    )
    factions = {seat["seat"]: seat["faction"] for seat in rules.view(game.state, None)["seats"]}
    scores = {factions[standing.seat]: standing.score for standing in game.standings}
    name = f"{order.policy}_{players}p_{board}_{seed}"
    _check(name, record, scores)
    return SelfPlayed(name=name, game=game, record=record, scores=scores)


def policies_for(order: Order, players: int, rng: Random, seen: Coverage) -> list[Policy]:
    """Who sits where."""
    if order.policy == MIXED:
        return [
            CuriousPolicy(temper, seen, plainly_told) for temper in rng.choices(TEMPERS, k=players)
        ]
    return [POLICIES[order.policy]] * players


def _check(name: str, record: str, scores: Mapping[str, int]) -> None:
    for result in replay_record(record):
        if isinstance(result, FinalResult) and result.final != scores:
            raise WrongRecord(f"{name}: played {dict(scores)}, replayed {result.final}")


def store(played: SelfPlayed, folder: Path) -> Path:
    """Write a game's record into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{played.name}.txt"
    path.write_text(played.record, encoding="utf-8")
    return path
