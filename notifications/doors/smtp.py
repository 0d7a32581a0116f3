"""A small SMTP or LMTP server behind the mail server: takes mails to reply addresses, no others."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections

from notifications.inbound.authenticity import SIZE_LIMIT
from notifications.inbound.tokens import TokenRefused, token_in, token_open
from notifications.services.inbound import inbound_accept

logger = logging.getLogger(__name__)

IDLE_SECONDS = 60


class Doorkeeper:
    """Answers each command of the conversation; the names are those that aiosmtpd calls."""

    def __init__(self, door: str) -> None:
        self._door = door

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if envelope.rcpt_tos:
            # With one receiver at a time every answer after DATA is clear, in LMTP too.
            return "452 4.5.3 One recipient at a time, please"
        try:
            token_open(token_in(address, base=settings.REPLY_ADDRESS))
        except TokenRefused:
            return "550 5.1.1 No such address"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        try:
            new = await sync_to_async(self._keep)(
                envelope.original_content or b"", envelope.mail_from or "", envelope.rcpt_tos[0]
            )
        except DatabaseError:
            logger.exception("a mail could not be kept; the sender's server will try again")
            return "451 4.3.0 Cannot keep it now, try again later"
        return "250 2.0.0 Kept" if new else "250 2.0.0 Known already"

    def _keep(self, raw: bytes, sender: str, recipient: str) -> bool:
        close_old_connections()
        try:
            row = inbound_accept(
                raw=raw, door=self._door, envelope_sender=sender, envelope_recipient=recipient
            )
        finally:
            close_old_connections()
        return row is not None


async def listen(*, scheme: str, host: str, port: int) -> asyncio.Server:
    """Start taking mail; the caller keeps the loop running and closes the server."""
    protocol: Any = LMTP if scheme == "lmtp" else SMTP
    keeper = Doorkeeper(scheme)
    loop = asyncio.get_running_loop()
    return await loop.create_server(
        lambda: protocol(
            keeper,
            data_size_limit=SIZE_LIMIT,
            enable_SMTPUTF8=True,
            ident="Post & Spade",
            timeout=IDLE_SECONDS,
            loop=loop,
        ),
        host=host,
        port=port,
    )
