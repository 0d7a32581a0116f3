"""How strong and how reliable somebody is. Other apps know; until they tell, all are alike."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property

from accounts.models import User

STARTING_RATING = 1000
FULL_RELIABILITY = 100
"""In percent."""

Rating = Callable[[Collection[User], str], dict[int, int]]
"""Of users in a game, by the key of its rules."""
Reliability = Callable[[Collection[User]], dict[int, int]]

_rating: list[Rating] = []
_reliability: list[Reliability] = []


def ratings_of(*, users: Collection[User], rules_key: str) -> dict[int, int]:
    """By user: a question for all of them, not one for each."""
    if not _rating:
        return {user.pk: STARTING_RATING for user in users}
    return _rating[-1](users, rules_key)


def rating_of(*, user: User, rules_key: str) -> int:
    return ratings_of(users=[user], rules_key=rules_key)[user.pk]


def reliabilities_of(*, users: Collection[User]) -> dict[int, int]:
    """By user, in percent."""
    if not _reliability:
        return {user.pk: FULL_RELIABILITY for user in users}
    return _reliability[-1](users)


def reliability_of(*, user: User) -> int:
    return reliabilities_of(users=[user])[user.pk]


def tells_reliability() -> bool:
    """Whether anybody keeps score of it."""
    return bool(_reliability)


class Facts:
    """What is asked about one user for many tables: each question is put once."""

    def __init__(self, user: User) -> None:
        self.user = user
        self._ratings: dict[str, int] = {}

    def rating(self, rules_key: str) -> int:
        if rules_key not in self._ratings:
            self._ratings[rules_key] = rating_of(user=self.user, rules_key=rules_key)
        return self._ratings[rules_key]

    @cached_property
    def reliability(self) -> int:
        return reliability_of(user=self.user)


def register_rating(source: Rating) -> None:
    """To be called in the `ready` of the app that keeps ratings."""
    _rating.append(source)


def register_reliability(source: Reliability) -> None:
    """To be called in the `ready` of the app that keeps score of reliability."""
    _reliability.append(source)
