"""A position as JSON and back, with full type checks."""

from __future__ import annotations

import msgspec

from engine.api import Json
from engine.terra_mystica.state import State


def dump(state: State) -> Json:
    """A value that `json.dumps` and `json.loads` leave unchanged."""
    return msgspec.json.decode(msgspec.json.encode(state))


def load(data: Json) -> State:
    """The position again. Raises msgspec.ValidationError on anything else."""
    return msgspec.convert(data, State)
