"""Who may take a free seat over: contests have rules of their own, and register them."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from games.models import Game

SeatRule = Callable[[User, Game], str]
"""Why somebody may not, as a sentence; empty if nothing stands against it."""

_rules: list[SeatRule] = []


def register_seat_rule(rule: SeatRule) -> None:
    """To be called in the `ready` of an app that makes tables."""
    if rule not in _rules:
        _rules.append(rule)


def seat_problem(*, user: User, game: Game) -> str:
    """What the first rule says that objects."""
    return next((problem for rule in _rules if (problem := rule(user, game))), "")
