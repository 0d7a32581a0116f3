"""Who may take part: a channel that is proven, enough reliability, the rules accepted."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.reachability import unreachable
from games.player_facts import reliabilities_of
from leagues.season_rules import SeasonRules
from leagues.words import Words, said

UNREACHABLE: dict[str, Words] = {
    "unproven": _("Confirm your e-mail address first: a season is played by mail."),
    "bounces": _("Mail to your address comes back. Give another one, or say that it works again."),
    "complained": _("You told your mail provider that our mail is unwanted, so none is sent."),
}
NOT_REACHED = _("No mail reaches you. Look at your notification settings.")
TOO_UNRELIABLE = _("This league wants a reliability of %(wanted)s %%; yours is %(yours)s %%.")
NOT_ACCEPTED = _("Accept the rules of the league.")


def conditions_unmet(
    *, users: Collection[User], rules: SeasonRules
) -> dict[int, tuple[Words, ...]]:
    """By user what stands against taking part; who is not named may."""
    out: dict[int, tuple[Words, ...]] = {}
    for pk, code in unreachable(users=users).items():
        out[pk] = (UNREACHABLE.get(code, NOT_REACHED),)
    if rules.min_reliability:
        shares = reliabilities_of(users=users)
        for user in users:
            yours = shares[user.pk]
            if yours < rules.min_reliability:
                words = said(TOO_UNRELIABLE, wanted=rules.min_reliability, yours=yours)
                out[user.pk] = (*out.get(user.pk, ()), words)
    return out
