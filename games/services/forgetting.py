"""Somebody's account goes: what was private goes with it, the games of others stay whole."""

from __future__ import annotations

from accounts.models import User
from games.models import (
    Game,
    Invitation,
    Mute,
    Note,
    Plan,
    PlayerTimes,
    ReadMark,
    ReliabilityScore,
    Seat,
    StandingOrder,
    Watcher,
)
from games.services.log import game_lock
from games.services.tables import table_close
from games.signals import seats_changed


def person_forget(*, user: User) -> None:
    """Within the transaction that removes the personal data; seats and moves keep their user,
    whose name is a pseudonym by now."""
    kept_private = (
        Note,
        Plan,
        ReadMark,
        Watcher,
        Mute,
        PlayerTimes,
        ReliabilityScore,
        StandingOrder,
    )
    for model in kept_private:
        model._default_manager.filter(user=user).delete()
    Mute.objects.filter(muted=user).delete()
    Invitation.objects.filter(user=user, state=Invitation.State.PENDING).update(
        state=Invitation.State.DECLINED
    )
    hosted = Game.objects.filter(host=user, status=Game.Status.OPEN)
    for pk in list(hosted.values_list("pk", flat=True)):
        table_close(game=game_lock(game_id=pk), status=Game.Status.CANCELLED)
    for seat in Seat.objects.filter(user=user, game__status=Game.Status.OPEN).select_related(
        "game"
    ):
        seat.user = None
        seat.save(update_fields=["user"])
        seats_changed.send(sender=Game, game=seat.game)
