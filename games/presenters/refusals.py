"""Refusals of a game's rules as sentences, whichever game it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.api import Message
from games.presenters.terra_mystica import messages

Names = Mapping[int, str]
"""Seat -> what the player is called."""


def refusal_sentence(message: Message | Mapping[str, Any], names: Names) -> str:
    """Why a line is refused; `message` may come from the engine or from the database."""
    said = message if isinstance(message, Message) else msgspec.convert(dict(message), Message)
    return messages.refusal_sentence(said, names)
