"""Who may not speak at and around tables at present: other apps say so."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User

Silences = Callable[[User], bool]

_silences: list[Silences] = []


def register_silence(silences: Silences) -> None:
    """To be called in the `ready` of an app whose moderators silence people."""
    _silences.append(silences)


def is_silenced(user: User) -> bool:
    return any(silences(user) for silences in _silences)
