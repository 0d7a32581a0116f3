"""Tables whose players are settled beforehand: made and started without lobby or invitations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Any

from django.db import transaction

from accounts.models import User
from engine.api import OptionError
from engine.registry import latest
from games.models import Game, Seat
from games.presenters.options import option_sentence
from games.services.starting import game_start


@transaction.atomic
def table_deal(
    *,
    rules_key: str,
    name: str,
    options: Mapping[str, Any],
    players: Sequence[User],
    rated: bool,
    clock: Mapping[str, Any],
    time_out: Mapping[str, Any] | None = None,
    now: datetime,
    rng: Random | None = None,
) -> Game:
    """An ordinary public table, its players in the order of the seats; it runs at once.

    Raises OptionError if the options do not fit.
    """
    rules = latest(rules_key)
    values = {option.key: option.default for option in rules.options()} | dict(options)
    game = Game.objects.create(
        rules_key=rules.key,
        rules_version=rules.version,
        name=name,
        options=values,
        seat_count=len(players),
        rated=rated,
        clock=dict(clock),
        time_out=dict(time_out or {}),
        shuffle_seats=False,
        created_at=now,
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, user=player) for number, player in enumerate(players)
    )
    game_start(game=game, now=now, rng=rng)
    return game


def options_problem(*, rules_key: str, options: Mapping[str, Any], seats: int) -> str:
    """Why such tables could not be made, as a sentence; empty if they can."""
    rules = latest(rules_key)
    values = {option.key: option.default for option in rules.options()} | dict(options)
    try:
        rules.setup(values, seats)
    except OptionError as refusal:
        return option_sentence(rules, refusal)
    return ""
