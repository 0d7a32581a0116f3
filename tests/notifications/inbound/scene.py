"""People who answer our mails, for tests of the doors and of what follows."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from notifications import reply_handlers
from notifications.inbound.tokens import ReplyToken, reply_address
from notifications.reply_handlers import Handled, Reply
from tests.factories import UserFactory

REPLY_ADDRESS = "move@reply.example.net"


def confirmed_player(username: str = "marta") -> User:
    user = UserFactory(username=username, email=f"{username}@example.org")
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )
    return user


def our_address(kind: str = "game", *, hours: int = 48, subject: int = 4711) -> str:
    expires = timezone.now() + timedelta(hours=hours)
    token = ReplyToken(kind, subject, expires, seat=2, decision=88, revision=41)
    return reply_address(token, base=settings.REPLY_ADDRESS)


def letter(
    to: str, text: str = "yes\n", sender: str = "marta@example.org", **headers: str
) -> bytes:
    message = EmailMessage()
    message["From"] = f"Marta <{sender}>"
    message["To"] = to
    message["Subject"] = "Re: North Shore: it is your turn"
    message["Message-ID"] = headers.pop("message_id", "<1@example.org>")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


class Recorder:
    """A handler that remembers what it was given."""

    def __init__(self, kind: str = "game") -> None:
        self.kind = kind
        self.replies: list[Reply] = []

    def __call__(self, reply: Reply) -> Handled:
        self.replies.append(reply)
        return Handled(reason=reply.reason, detail=reply.words)

    def __enter__(self) -> Recorder:
        self.others = dict(reply_handlers._handlers)
        reply_handlers._handlers[self.kind] = self
        return self

    def __exit__(self, *_: object) -> None:
        reply_handlers._handlers.clear()
        reply_handlers._handlers.update(self.others)
