"""What players call the bots."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

KINDS: dict[str, Promise] = {
    "greedy": pgettext_lazy("bots", "thoughtful"),
    "hasty": pgettext_lazy("bots", "quick"),
    "random": pgettext_lazy("bots", "at random"),
}


def bot_kind(policy: str) -> str:
    """How a bot plays, in a word."""
    return str(KINDS.get(policy, policy))
