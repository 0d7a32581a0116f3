"""Promises of a step: canonical line, sources, sums, stable ids."""

from __future__ import annotations

from engine.api import (
    CHANCE,
    Decision,
    Rules,
    Seat,
    Step,
)
from tests.engine.contract.base import (
    Playout,
    S,
    promise,
)


def check_step(played: Playout[S], seat: Seat, step: Step[S]) -> None:
    rules, before = played.game.rules, played.state
    again = rules.play(before, seat, step.line)
    promise(again.line == step.line, "the canonical line is a fixed point of play", step.line)
    promise(
        rules.dump(again.state) == rules.dump(step.state),
        "the canonical line means the same",
        step.line,
    )
    for event in step.events:
        promise(event.source, "every event names its source", event)
        promise(event.kind, "every event has a kind", event)
    check_sums(played, step)
    new = set(rules.disclosed(step.state)) - set(rules.disclosed(before))
    promise(step.reveals or not new, "a step that discloses rows reveals", step.line)
    promise(step.reveals or seat != CHANCE, "a draw is a step that reveals", step.line)


def check_sums(played: Playout[S], step: Step[S]) -> None:
    """The public events alone explain every change of a public number."""
    rules, numbers = played.game.rules, played.game.numbers
    for viewer in played.viewers:
        old, new = rules.view(played.state, viewer), rules.view(step.state, viewer)
        for seat in map(Seat, range(played.seats)):
            before, after = numbers(old, seat), numbers(new, seat)
            changed = {
                name: after.get(name, 0) - before.get(name, 0)
                for name in {*before, *after}
                if after.get(name, 0) != before.get(name, 0)
            }
            told: dict[str, int] = {}
            for event in step.events:
                if event.seat == seat and (event.audience is None or viewer in event.audience):
                    for name, amount in event.delta.items():
                        told[name] = told.get(name, 0) + amount
            told = {name: amount for name, amount in told.items() if amount}
            promise(
                told == changed,
                "the sum of events explains every change of a number",
                f"{step.line!r}, seat {seat}, viewer {viewer}: told {told}, changed {changed}",
            )


def check_ids(
    rules: Rules[S], played: Decision, before: tuple[Decision, ...], step: Step[S]
) -> None:
    """A decision that others still owe keeps its id."""
    after = {decision.id: decision for decision in rules.pending(step.state)}
    for old in before:
        if old.seat == played.seat:
            continue
        if old.id in after:
            new = after[old.id]
            same = (old.seat, old.kind, old.mode) == (new.seat, new.kind, new.mode)
            promise(same, "an id names one decision for good", old, new)
            continue
        for new in after.values():
            same = (old.seat, old.kind, old.reason) == (new.seat, new.kind, new.reason)
            promise(not same, "decision ids are stable while open", old, new)
