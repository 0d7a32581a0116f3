"""Drawing for CHANCE: the engine asks what, the caller's generator says which."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from engine.api import CHANCE, Decision, MoveError, Rules, Step
from engine.log import drawn_line

S = TypeVar("S")

MOST_DRAWS = 10_000
"""Enough for any set of forbidden outcomes that a player would call rare."""


class NothingToDraw(RuntimeError):
    """The rules refused every draw: a bug of the rules, or options nobody can satisfy."""


def draw(rules: Rules[S], state: S, decision: Decision, rng: Random) -> Step[S]:
    """Draw what a CHANCE decision asks for, again as long as the rules say "redraw"."""
    if decision.draw is None:
        raise ValueError(f"nothing to draw for {decision.id}")
    wanted = decision.draw
    for _ in range(MOST_DRAWS):
        drawn = (
            rng.choices(wanted.items, k=wanted.count)
            if wanted.repeated
            else rng.sample(wanted.items, wanted.count)
        )
        try:
            return rules.play(state, CHANCE, drawn_line(wanted, drawn))
        except MoveError as refusal:
            if refusal.code != "redraw":
                raise
    raise NothingToDraw(decision.id)
