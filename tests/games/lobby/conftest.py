"""People and tables for the pages around the games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.opening import table_open
from tests.factories import UserFactory


@pytest.fixture
def marta(db) -> User:
    return UserFactory(username="Marta")


@pytest.fixture
def tomasz(db) -> User:
    return UserFactory(username="Tomasz")


@pytest.fixture
def alice(db) -> User:
    return UserFactory(username="Alice")


@pytest.fixture
def as_() -> Callable[[User | None], Client]:
    """A browser in which somebody is signed in."""

    def sign_in(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return sign_in


def open_for(host: User, **given: Any) -> Game:
    """A table in the lobby."""
    table: dict[str, Any] = {
        "guests": [],
        "with_link": False,
        "rules_key": "terra_mystica",
        "name": "Pale Lantern",
        "seats": 3,
        "options": {},
        "clock": {"kind": "per-move", "hours": 72},
        "shuffle_seats": False,
    }
    return table_open(host=host, **{**table, **given})
