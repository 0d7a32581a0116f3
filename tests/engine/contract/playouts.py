"""Whole games played at random, by time-outs alone, or with players leaving."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.api import (
    CHANCE,
    Decision,
    MoveError,
    Seat,
)
from engine.log import BrokenLog, play_line, replay, row_of
from tests.engine.contract.base import (
    BrokenPromise,
    Game,
    Playout,
    S,
    begin,
    check_refused,
    draw,
    promise,
)
from tests.engine.contract.position import check_codec, check_position
from tests.engine.contract.steps import check_ids, check_step


def check_playout(
    game: Game[S],
    rng: Random,
    *,
    every: int = 1,
    seats: int | None = None,
    until: Callable[[S], bool] | None = None,
) -> None:
    """Play at random to the end; check each `every`-th position with all it promises.

    With `until` only the beginning is played, so that it can be looked at more closely.
    """
    played = begin(game, rng, seats)
    rules = game.rules
    while owed := rules.pending(played.state):
        promise(len(played.rows) < game.longest, "any random playout ends", played.rows[-5:])
        if until is not None and until(played.state):
            return
        decision = rng.choice(owed)
        thorough = rng.randrange(every) == 0
        if thorough:
            check_position(played, owed, rng)
        if decision.seat == CHANCE:
            line = draw(rules, played.state, decision, rng)
        else:
            offers = list(rules.legal(played.state, decision.seat))
            promise(offers, "a seat that owes a decision has offers", decision)
            line = rng.choice(offers).line
        advance(played, decision, line, owed, thorough)
    check_end(played)


def advance(
    played: Playout[S],
    decision: Decision,
    line: str,
    owed: tuple[Decision, ...],
    thorough: bool,
) -> None:
    """Play one line and append it to the log."""
    rules, before = played.game.rules, played.state
    frozen = rules.dump(before) if thorough else None
    try:
        step = play_line(rules, before, decision.seat, line)
    except MoveError as refusal:
        raise BrokenPromise(
            f"whatever legal offers, play accepts: {decision.seat} {line!r} {refusal.code}"
        ) from refusal
    if thorough:
        promise(rules.dump(before) == frozen, "the input state is untouched", line)
        check_step(played, decision.seat, step)
        check_ids(rules, decision, owed, step)
    played.rows.append(row_of(decision.seat, step))
    played.state = step.state


def check_end(played: Playout[S]) -> None:
    rules, state = played.game.rules, played.state
    check_codec(rules, state)
    try:
        again = replay(rules, played.options, played.seats, played.rows)
    except BrokenLog as broken:
        raise BrokenPromise(f"replay of the log equals the state: {broken}") from broken
    promise(rules.dump(again) == rules.dump(state), "replay of the log equals the state")
    standings = rules.result(state)
    promise(standings is not None, "a finished game has a result")
    assert standings is not None
    promise(
        sorted(standing.seat for standing in standings) == list(range(played.seats)),
        "every seat has a standing",
        standings,
    )
    places = [standing.place for standing in standings]
    promise(places == sorted(places) and places[0] == 1, "the best stands first", places)
    for place in set(places):
        better = sum(other < place for other in places)
        promise(place == better + 1, "equal places are shared", places)
    for seat in map(Seat, range(played.seats)):
        promise(not list(rules.legal(state, seat)), "nothing is offered after the end", seat)
        check_refused(rules, state, seat, rules.resign_line, "nobody leaves after the end")


def check_defaults_end_the_game(game: Game[S], rng: Random) -> None:
    """A table whose players have all fallen asleep comes to its end by time-outs alone."""
    played = begin(game, rng)
    rules = game.rules
    while owed := [left for left in rules.pending(played.state) if not left.answered]:
        promise(len(played.rows) < game.longest, "defaults end the game", played.rows[-5:])
        decision = owed[0]
        line = decision.default or draw(rules, played.state, decision, rng)
        advance(played, decision, line, tuple(owed), thorough=False)
    check_end(played)


def check_leaving_ends_the_game(game: Game[S], rng: Random) -> None:
    """A game whose players leave at any time comes to an end, with a standing for everybody."""
    played = begin(game, rng)
    rules = game.rules
    staying = set(map(Seat, range(played.seats)))
    while owed := rules.pending(played.state):
        promise(len(played.rows) < game.longest, "leaving ends the game", played.rows[-5:])
        decision = rng.choice(owed)
        if decision.seat == CHANCE:
            line = draw(rules, played.state, decision, rng)
        elif staying and rng.randrange(10) == 0:
            leaver = rng.choice(sorted(staying))
            step = rules.play(played.state, leaver, rules.resign_line)
            check_step(played, leaver, step)
            played.rows.append(row_of(leaver, step))
            played.state = step.state
            staying.discard(leaver)
            continue
        else:
            line = rng.choice(list(rules.legal(played.state, decision.seat))).line
        advance(played, decision, line, owed, thorough=True)
    check_end(played)
