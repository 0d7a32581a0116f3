"""Mails end: of one table, of one kind, or all that may be ended."""

from __future__ import annotations

from enum import StrEnum

from django.utils import timezone

from accounts.models import User
from games.models import Game
from notifications.kinds import KINDS, Kind, kind_of
from notifications.models import GameSilence, Preference


class Scope(StrEnum):
    GAME = "game"
    KIND = "kind"
    EVERYTHING = "everything"


MAILS = ("mail", "daily")
"""Other channels were set up on the site, and are ended there."""


def unsubscribe_scopes(*, kind: str, game: Game | None) -> tuple[Scope, ...]:
    """What may be ended, the narrowest first: that is what one click in a mail program ends.

    A mail about many things names neither kind nor game.
    """
    scopes = ((Scope.GAME, game is not None), (Scope.KIND, bool(kind)), (Scope.EVERYTHING, True))
    return tuple(scope for scope, possible in scopes if possible)


def unsubscribe(*, user: User, kind: str, game: Game | None, scope: Scope) -> None:
    """End the mails; doing it twice changes nothing. What is compulsory stays."""
    match scope:
        case Scope.GAME:
            assert game is not None
            extent = GameSilence.Extent.MAIL
            silence, new = GameSilence.objects.get_or_create(
                user=user, game=game, defaults={"since": timezone.now(), "extent": extent}
            )
            if not new and silence.extent != GameSilence.Extent.ALL:
                silence.extent = extent
                silence.save()
        case Scope.KIND:
            _no_mails(user, kind_of(kind))
        case Scope.EVERYTHING:
            for each in KINDS:
                _no_mails(user, each)


def _no_mails(user: User, kind: Kind) -> None:
    for channel in MAILS:
        if channel in kind.channels - kind.compulsory:
            Preference.objects.update_or_create(
                user=user, kind=kind.key, channel=channel, defaults={"wanted": False}
            )
