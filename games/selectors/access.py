"""Who may look at a table, and which seat is theirs."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.errors import NoSuchTable
from games.models import Game, Invitation, Seat, Tenure

Viewer = User | AnonymousUser | None
PUBLIC = Q(visibility=Game.Visibility.PUBLIC) & Q(
    status__in=[Game.Status.OPEN, Game.Status.RUNNING, Game.Status.STALLED]
) | Q(status=Game.Status.FINISHED)
"""Finished games are for everybody; so are public tables, as long as they were not called off."""


def games_visible_to(*, viewer: Viewer) -> QuerySet[Game]:
    """All tables somebody may look at: the public ones, and those he was asked to."""
    if not isinstance(viewer, User):
        return Game.objects.filter(PUBLIC)
    own = (
        Q(host=viewer)
        | Exists(Seat.objects.filter(game=OuterRef("pk"), user=viewer))
        | Exists(Tenure.objects.filter(seat__game=OuterRef("pk"), user=viewer))
        | Exists(
            Invitation.objects.filter(
                game=OuterRef("pk"),
                user=viewer,
                state__in=[Invitation.State.PENDING, Invitation.State.ACCEPTED],
            )
        )
    )
    return Game.objects.filter(PUBLIC | own)


def game_for(*, game_id: int, viewer: Viewer, token: str = "") -> Game:
    """The table, if the viewer may look at it; raises NoSuchTable, which tells nothing else."""
    game = Game.objects.select_related("host").filter(pk=game_id).first()
    if game is None or not may_look(game=game, viewer=viewer, token=token):
        raise NoSuchTable(game=game_id)
    return game


def may_look(*, game: Game, viewer: Viewer, token: str = "") -> bool:
    """The same as `games_visible_to` says; costs a query only where the answer is not plain."""
    called_off = game.status in (Game.Status.CANCELLED, Game.Status.EXPIRED)
    if game.is_finished or (game.visibility == Game.Visibility.PUBLIC and not called_off):
        return True
    if token and constant_time_compare(token, game.link_token or ""):
        return True
    return isinstance(viewer, User) and games_visible_to(viewer=viewer).filter(pk=game.pk).exists()


def seat_of(*, seats: list[Seat], viewer: Viewer) -> Seat | None:
    """The seat a viewer holds; None: a spectator."""
    if not isinstance(viewer, User):
        return None
    return next((seat for seat in seats if seat.user_id == viewer.pk), None)
