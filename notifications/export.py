"""What somebody wants to be told, in the file with everything the site knows of him."""

from __future__ import annotations

from accounts.models import User
from accounts.services.export import register_section
from notifications.models import (
    CalendarFeed,
    GameSilence,
    Notification,
    Preference,
    PushDevice,
    Rhythm,
    Webhook,
)


def notifications_section(user: User) -> object:
    """Without the secrets of devices, webhooks and calendar."""
    return {
        "wishes": list(Preference.objects.filter(user=user).values("kind", "channel", "wanted")),
        "tables": list(GameSilence.objects.filter(user=user).values("game_id", "extent", "since")),
        "hours": list(
            Rhythm.objects.filter(user=user).values(
                "bundle_minutes", "daily_hour", "quiet_from", "quiet_to"
            )
        ),
        "devices": list(PushDevice.objects.filter(user=user).values("label", "created_at")),
        "webhooks": [
            {"form": hook.form, "address": hook.shown_url, "since": hook.created_at}
            for hook in Webhook.objects.filter(user=user)
        ],
        "calendar_since": list(
            CalendarFeed.objects.filter(user=user).values_list("created_at", flat=True)
        ),
        "told": list(
            Notification.objects.filter(user=user)
            .order_by("pk")
            .values("kind", "channel", "game_id", "state", "created_at", "settled_at")
        ),
    }


def register_own_section() -> None:
    register_section("notifications", notifications_section)
