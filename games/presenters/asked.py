"""What a table asks of somebody, in a few words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.presenters.options.words import Words


@dataclass(frozen=True, slots=True)
class Asked:
    tag: Words
    """A question or a demand, two words."""
    button: Words
    """What to press to answer it."""


ANY = Asked(_("Your decision"), _("Decide"))
TERRA_MYSTICA = {
    "action": Asked(_("Your move"), _("Take your turn")),
    "leech": Asked(_("Take power?"), _("Answer")),
    "terrain": Asked(_("Choose a terrain"), _("Choose")),
    "faction": Asked(_("Choose a faction"), _("Choose")),
    "dwelling": Asked(_("Place a dwelling"), _("Place it")),
    "bonus-card": Asked(_("Choose a bonus card"), _("Choose")),
    "unlock": Asked(_("Unlock a terrain"), _("Choose")),
    "cult-spades": Asked(_("Use your spades"), _("Use them")),
    "cult-step": Asked(_("Choose a cult"), _("Choose")),
    "token": Asked(_("Take a power token?"), _("Decide")),
}
GAMES = {"terra_mystica": TERRA_MYSTICA}


def asked(rules_key: str, kind: str) -> Asked:
    """The words for a kind of decision; a kind without any is simply a decision."""
    return GAMES.get(rules_key, {}).get(kind, ANY)
