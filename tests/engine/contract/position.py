"""Promises of a position: codec, decisions, idle seats, resigning."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

from engine.api import (
    CHANCE,
    Decision,
    MoveError,
    Rules,
    Seat,
)
from tests.engine.contract.base import (
    BrokenPromise,
    Playout,
    S,
    check_refused,
    promise,
)
from tests.engine.contract.offers import check_composing, check_mutations, check_offers
from tests.engine.contract.secrets import check_sealed_answers, check_swapped_secrets


def check_position(played: Playout[S], owed: tuple[Decision, ...], rng: Random) -> None:
    rules, state = played.game.rules, played.state
    check_codec(rules, state)
    before = rules.dump(state)
    promise(rules.result(state) is None, "no result while the game goes on")
    check_decisions(played, owed)
    check_idle_seats(played, owed)
    check_resigning(played)
    check_sealed_answers(played, owed, rng)
    check_swapped_secrets(played, rng)
    for decision in owed:
        if decision.seat == CHANCE:
            continue
        offers = list(rules.legal(state, decision.seat))
        check_offers(played, decision, offers, rng)
        check_composing(played, decision, offers, rng)
        check_mutations(played, decision.seat, offers, rng)
    promise(rules.dump(state) == before, "the input state is untouched")


LARGEST_DUMP = 1_000_000


def check_codec(rules: Rules[S], state: S) -> None:
    data = rules.dump(state)
    text = json.dumps(data, allow_nan=False)
    promise(json.loads(text) == data, "a dump is JSON only")
    promise(len(text) < LARGEST_DUMP, "a dump is below 1 MB", len(text))
    promise(rules.load(json.loads(text)) == state, "dump and load are equal")


def check_decisions(played: Playout[S], owed: tuple[Decision, ...]) -> None:
    rules, state = played.game.rules, played.state
    ids = [decision.id for decision in owed]
    promise(len(set(ids)) == len(ids), "a decision has an id of its own", ids)
    promise(any(not decision.answered for decision in owed), "somebody owes an answer", owed)
    for decision in owed:
        promise(decision.reason.code, "every decision has a reason", decision)
        if decision.seat == CHANCE:
            promise(decision.draw is not None, "chance is told what to draw", decision)
            continue
        promise(decision.draw is None, "only chance draws", decision)
        promise(decision.default is not None, "every decision has a default", decision)
        assert decision.default is not None
        try:
            step = rules.play(state, decision.seat, decision.default)
        except MoveError as refusal:
            raise BrokenPromise(
                f"every default is legal: {decision.kind} {decision.default!r} {refusal.code}"
            ) from refusal
        still = {left.id for left in rules.pending(step.state) if not left.answered}
        promise(decision.id not in still, "a default settles its decision", decision)


def check_idle_seats(played: Playout[S], owed: tuple[Decision, ...]) -> None:
    rules, state = played.game.rules, played.state
    acting = {decision.seat for decision in owed}
    lines = {line for seat in acting for line in some_lines(rules, state, seat)}
    for seat in map(Seat, range(played.seats)):
        if seat in acting:
            continue
        promise(not list(rules.legal(state, seat)), "seats without a decision have no offers", seat)
        for line in lines:
            check_refused(rules, state, seat, line, "seats without a decision play nothing")


def some_lines(rules: Rules[S], state: S, seat: Seat) -> Iterable[str]:
    return [] if seat == CHANCE else [offer.line for offer in list(rules.legal(state, seat))[:3]]


def check_resigning(played: Playout[S]) -> None:
    """A seat that is in may always leave, whoever's turn it is; a seat that has left may not."""
    rules, state = played.game.rules, played.state
    gone = {row.seat for row in played.rows if row.line == rules.resign_line}
    for seat in map(Seat, range(played.seats)):
        if seat in gone:
            check_refused(rules, state, seat, rules.resign_line, "nobody leaves twice")
            continue
        try:
            step = rules.play(state, seat, rules.resign_line)
        except MoveError as refusal:
            raise BrokenPromise(f"resigning is always accepted: {refusal.code}") from refusal
        promise(
            all(left.seat != seat for left in rules.pending(step.state)),
            "a seat that has left owes nothing",
            seat,
        )
