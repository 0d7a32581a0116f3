"""Take in mail by SMTP or LMTP until told to stop."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.doors.smtp import listen


class Command(BaseCommand):
    help = "Listen at INBOUND_LISTEN for mails to reply addresses and keep them."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REPLY_ADDRESS:
            raise CommandError("Set REPLY_ADDRESS first: without it no mail is expected.")
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        door = settings.INBOUND_LISTEN
        try:
            server = await listen(scheme=door.scheme, host=door.host, port=door.port)
        except OSError as problem:
            raise CommandError(f"Cannot listen at {door.host}:{door.port}: {problem}") from problem
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        self.stdout.write(f"Taking mail by {door.scheme} at {door.host}:{door.port}")
        self.stdout.flush()
        async with server:
            await stop.wait()
