"""Messages between processes as files in a folder: the broker of the embedded arrangement.

Kombu's own lets a reader see a file before its words are in it, and a reader that finds no words
ends the whole worker. Here a message appears whole or not at all, and one that a crash has spoilt
is left out: messages only make things quick, what is to be done stands in the database.
"""

from __future__ import annotations

import logging
import os
import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):  # type: ignore[misc]  # kombu has no types
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        path = Path(self.data_folder_out, name)
        unseen = path.with_name(f"{name}.part")
        try:
            unseen.write_text(dumps(payload), encoding="utf-8")
            os.replace(unseen, path)
        except OSError as error:
            raise filesystem.ChannelError(f"Cannot add {name} to the folder") from error

    def _get(self, queue: str) -> Any:
        while True:
            try:
                return super()._get(queue)
            except ValueError as error:  # it is out of the folder already
                logger.warning("a spoilt message for %s was left out: %s", queue, error)

    def get_table(self, exchange: str) -> list[Any]:
        """A table that somebody is just writing for the first time has nothing in it yet."""
        try:
            return list(super().get_table(exchange))
        except ValueError:
            return []


class Transport(filesystem.Transport):  # type: ignore[misc]
    Channel = Channel
