"""Who may act for a table's order: its host, and whoever runs the contest it belongs to."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import Role, User
from accounts.selectors import has_role
from games.models import Game, Tenure

Runs = Callable[[User, Game], bool]

_organisers: list[Runs] = []


def register_organisers(runs: Runs) -> None:
    """To be called in the `ready` of an app whose organisers look after tables."""
    _organisers.append(runs)


def is_organiser(*, user: User, game: Game) -> bool:
    """Looks after the table without being its host. Nobody does where he plays or has played."""
    if any(runs(user, game) for runs in _organisers):
        return True
    if not has_role(user=user, role=Role.OPERATOR):
        return False
    return not Tenure.objects.filter(seat__game=game, user=user).exists()


def runs_table(*, user: User, game: Game) -> bool:
    return game.host_id == user.pk or is_organiser(user=user, game=game)
