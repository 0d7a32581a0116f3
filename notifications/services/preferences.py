"""Set what a person wants to be told, when, and about which tables less."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import datetime, time

from django.db import transaction

from accounts.models import User
from forum.models import DailyDigest
from games.models import Game
from notifications.kinds import LISTED
from notifications.models import GameSilence, Preference, Rhythm
from notifications.reaching import choices_of, reach_of


@transaction.atomic
def preferences_set(*, user: User, wanted: AbstractSet[tuple[str, str]]) -> None:
    """Keep the whole matrix: every (kind, channel) in `wanted` is on, every other off."""
    before = choices_of(user=user)
    for kind in LISTED:
        for channel in kind.channels - kind.compulsory:
            cell = (kind.key, channel)
            if before.get(cell) != (cell in wanted):
                Preference.objects.update_or_create(
                    user=user, kind=kind.key, channel=channel, defaults={"wanted": cell in wanted}
                )


@transaction.atomic
def rhythm_set(
    *,
    user: User,
    bundle_minutes: int,
    daily_hour: int,
    quiet_from: time | None,
    quiet_to: time | None,
    now: datetime,
) -> None:
    """From now on; what is queued already finds the quiet hours when it is to be sent."""
    Rhythm.objects.update_or_create(
        user=user,
        defaults={
            "bundle_minutes": bundle_minutes,
            "daily_hour": daily_hour,
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
        },
    )
    DailyDigest.objects.filter(user=user).update(due_at=reach_of(user=user).daily_after(now))


def game_extent_set(*, user: User, game: Game, extent: str, now: datetime) -> None:
    """How much to hear of one table; empty: as of all others."""
    if not extent:
        GameSilence.objects.filter(user=user, game=game).delete()
        return
    GameSilence.objects.update_or_create(
        user=user, game=game, defaults={"extent": extent, "since": now}
    )
