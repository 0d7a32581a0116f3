"""Why a channel cannot be set up: stable codes, and a sentence for each."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, str | Promise] = {
    "not-a-url": _("That is not a web address. It begins with https://."),
    "not-https": _("The address must begin with https://."),
    "private": _("That address lies in a private network, which we do not call."),
    "unknown-host": _("No server of that name was found."),
    "not-discord": _(
        "That is not the address of a Discord webhook. It begins with "
        "https://discord.com/api/webhooks/."
    ),
    "not-slack": _(
        "That is not the address of a Slack webhook. It begins with "
        "https://hooks.slack.com/services/."
    ),
    "known-already": _("You have set up this address already."),
    "too-many": _("You have as many as one person may have. Remove one first."),
    "bad-subscription": _("Your browser sent something that we do not understand."),
    "too-soon": _("A test is on its way already. Wait a minute before you send another."),
    "not-set-up": _("Set this up first; then you can test it."),
}


class ChannelRefused(Exception):
    """`code` is a key of SENTENCES."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code])
