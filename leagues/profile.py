"""Seasons and tournaments of a player on the profile."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.profile_parts import ProfilePart
from leagues.models import Contender, Entry

SHOWN = 8


def profile_part(player: User, viewer: User | AnonymousUser) -> ProfilePart | None:
    """The newest first; None for whoever has never played in one."""
    entries = list(
        Entry.objects.filter(user=player, group__isnull=False)
        .select_related("season__league", "group__division")
        .order_by("-season__starts_at", "-pk")[:SHOWN]
    )
    contests = list(
        Contender.objects.filter(user=player, tournament__started_at__isnull=False)
        .select_related("tournament")
        .order_by("-tournament__started_at", "-pk")[:SHOWN]
    )
    if not entries and not contests:
        return None
    rows = [{"entry": entry, "place": _place(entry)} for entry in entries]
    return ProfilePart("leagues/_profile.html", {"seasons": rows, "contests": contests})


def _place(entry: Entry) -> int | None:
    """The final place, or the one in a season that runs."""
    if entry.final_place is not None:
        return entry.final_place
    assert entry.group is not None
    standing = entry.group.standing
    return next((row["place"] for row in standing if row["entry"] == entry.pk), None)
