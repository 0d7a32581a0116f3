"""Rating and record of a player on the profile."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.profile_parts import ProfilePart
from games.presenters.facts import game_kinds
from ratings.selectors.players import record_of
from ratings.selectors.ratings import standing_of


def profile_part(player: User, viewer: User | AnonymousUser) -> ProfilePart | None:
    """One block of figures for every game kind that the player has finished a game of."""
    rows = []
    for kind in game_kinds():
        record = record_of(user=player, rules_key=kind.key)
        standing = standing_of(user=player, rules_key=kind.key)
        if record is not None or standing is not None:
            rows.append({"kind": kind, "record": record, "standing": standing})
    return ProfilePart("ratings/_profile.html", {"rows": rows, "player": player})
