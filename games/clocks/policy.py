"""What happens at a table when somebody's time is up, as data that is stored with the table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext

FORGIVENESS = timedelta(hours=24)
"""Once for each seat and game, before anything is done."""

Action = Literal["default", "drop", "caretaker", "substitute"]
Judge = Literal["automatic", "vote", "host"]


class TimeOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is done, and who says that it is done."""

    action: Action = "default"
    by: Judge = "automatic"
    forgive: bool = True
    """The first time costs nothing but a day."""


ACTIONS: tuple[Action, ...] = ("default", "drop", "caretaker", "substitute")
JUDGES: tuple[Judge, ...] = ("automatic", "vote", "host")


def time_out_read(stored: Mapping[str, Any]) -> TimeOut:
    """The policy of a table from its JSON; raises msgspec.ValidationError."""
    return msgspec.convert(dict(stored), TimeOut)


def time_out_write(policy: TimeOut) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(policy)
    return written


def time_out_problem(stored: Mapping[str, Any]) -> str:
    """What is wrong with a table's policy, as a sentence; empty if nothing."""
    try:
        time_out_read(stored)
    except msgspec.ValidationError:
        return gettext("nobody knows what should happen when time is up.")
    return ""
