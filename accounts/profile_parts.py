"""What other apps show on a player's profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """A template, and what it gets as `part`."""

    template: str
    context: Mapping[str, object]


Source = Callable[[User, User | AnonymousUser], ProfilePart | None]
"""Of a player, for a viewer; None: nothing to show."""

_sources: list[Source] = []


def register_part(source: Source) -> None:
    """To be called in the `ready` of the app that has something to show."""
    if source not in _sources:
        _sources.append(source)


def parts_of(player: User, viewer: User | AnonymousUser) -> list[ProfilePart]:
    parts = (source(player, viewer) for source in _sources)
    return [part for part in parts if part is not None]
