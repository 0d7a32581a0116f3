"""Promises of secrets: sealed answers and hidden things stay hidden."""

from __future__ import annotations

from random import Random

from engine.api import (
    Decision,
)
from tests.engine.contract.base import (
    Playout,
    S,
    promise,
)


def check_sealed_answers(played: Playout[S], owed: tuple[Decision, ...], rng: Random) -> None:
    rules, state = played.game.rules, played.state
    sealed = [owes for owes in owed if owes.mode == "sealed" and not owes.answered]
    for mine in sealed:
        offers = list(rules.legal(state, mine.seat))
        one, other = (rng.choice(offers).line for _ in range(2))
        first, second = (rules.play(state, mine.seat, line) for line in (one, other))
        promise(
            first.audience is not None and set(first.audience) <= {mine.seat},
            "a sealed answer is for nobody else's eyes",
            one,
        )
        if len(sealed) == 1:
            continue
        for viewer in played.viewers:
            if viewer != mine.seat:
                promise(
                    rules.view(first.state, viewer) == rules.view(second.state, viewer),
                    "a sealed answer stays sealed",
                    f"{one!r} or {other!r} of seat {mine.seat} seen by {viewer}",
                )
    if len(sealed) < 2:
        return
    a, b = rng.sample(sealed, 2)
    if a.group != b.group:
        return
    answers = {owes.seat: rng.choice(list(rules.legal(state, owes.seat))).line for owes in (a, b)}
    ab, ba = state, state
    for seat in (a.seat, b.seat):
        ab = rules.play(ab, seat, answers[seat]).state
    for seat in (b.seat, a.seat):
        ba = rules.play(ba, seat, answers[seat]).state
    for viewer in played.viewers:
        promise(rules.view(ab, viewer) == rules.view(ba, viewer), "sealed answers commute", answers)


def check_swapped_secrets(played: Playout[S], rng: Random) -> None:
    """A viewer sees the same table, and the same waiting, whatever lies where he cannot see."""
    game, rules = played.game, played.game.rules
    if game.swap_secrets is None:
        return
    for viewer in played.viewers:
        other = game.swap_secrets(played.state, viewer, rng)
        promise(
            rules.view(other, viewer) == rules.view(played.state, viewer),
            "a view does not change with the secrets of others",
            viewer,
        )
        promise(
            rules.pending(other) == rules.pending(played.state),
            "the waiting tells no secret",
            viewer,
        )
        if viewer is not None:
            promise(
                list(rules.legal(other, viewer)) == list(rules.legal(played.state, viewer)),
                "offers do not change with the secrets of others",
                viewer,
            )
