"""Links that end mails without signing in, and can do nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from games.models import Game

_SALT = "notifications.unsubscribe"


class BadToken(ValueError):
    """The link was not written by us, or not whole."""


@dataclass(frozen=True)
class Unsubscription:
    user_id: int
    kind: str
    game_id: int | None


def unsubscribe_token(*, user: User, kind: str, game: Game | None) -> str:
    """Never expires: a link in an old mail has to work."""
    return signing.dumps([user.pk, kind, game.pk if game else None], salt=_SALT)


def unsubscribe_address(*, user: User, kind: str, game: Game | None) -> str:
    """The whole link, as it stands in a mail and in its header."""
    token = unsubscribe_token(user=user, kind=kind, game=game)
    return f"{settings.SITE_URL.rstrip('/')}{reverse('unsubscribe', args=[token])}"


def unsubscribe_read(token: str) -> Unsubscription:
    try:
        user_id, kind, game_id = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError) as problem:
        raise BadToken from problem
    return Unsubscription(user_id, kind, game_id)
