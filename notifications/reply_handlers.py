"""Who acts upon replies: one handler for each kind of reply token.

A handler lives in this app, because it may know all others and answers by mail; it calls the
services of the app concerned. Import its module in the `ready` of the configuration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from notifications.inbound.reasons import Reason
from notifications.inbound.tokens import KINDS, ReplyToken


@dataclass(frozen=True)
class Reply:
    """A mail of a known person, whose address is proven as far as our server checks."""

    mail_id: int
    message_id: str
    subject: str
    received_at: datetime
    token: ReplyToken
    user: User
    address: str
    words: str
    """The sender's own, without quotes and signatures: give them to `commands.read_orders`."""
    name: str
    """As the mail shows the sender: many sign with it."""
    reason: Reason
    """Set where the words must not be acted upon; the handler only answers with the reason."""

    @property
    def names(self) -> tuple[str, str]:
        """With which this person may sign."""
        return (self.name, self.user.username)


@dataclass(frozen=True)
class Handled:
    """What became of a reply. With a reason it counts as refused."""

    reason: str = ""
    detail: str = ""
    """For the operator: what was played, or what the answer said."""


Handler = Callable[[Reply], Handled]
"""Runs in the transaction that notes the outcome, so it acts once or not at all."""

_handlers: dict[str, Handler] = {}


def handles_replies(kind: str) -> Callable[[Handler], Handler]:
    """Register the handler for a kind of token."""
    if kind not in KINDS:
        raise ValueError(f"no reply token is of the kind {kind!r}")

    def register(handler: Handler) -> Handler:
        if _handlers.get(kind, handler) is not handler:
            raise ValueError(f"two handlers for replies of the kind {kind!r}")
        _handlers[kind] = handler
        return handler

    return register


def handler_for(kind: str) -> Handler | None:
    return _handlers.get(kind)
