"""What the tests of accounts share."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import PASSWORD, UserFactory


@pytest.fixture(autouse=True)
def _many_requests_from_one_address(settings):
    """The limits have a test of their own; the cache may be shared with other test processes."""
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def marta(db) -> User:
    return UserFactory(username="Marta", email="marta@example.org")


@pytest.fixture
def tomasz(db) -> User:
    return UserFactory(username="tomasz", email="tomasz@example.org")


@pytest.fixture
def sign_in():
    """Through the form, so that everything that hangs on a sign-in happens."""

    def by_form(client: Client, login: str, password: str = PASSWORD, **headers: str):
        return client.post(
            reverse("account_login"), {"login": login, "password": password}, headers=headers
        )

    return by_form


@pytest.fixture
def at_home(client: Client, marta: User, sign_in) -> Client:
    """A browser in which Marta is signed in."""
    assert sign_in(client, "marta").status_code == 302
    return client


@pytest.fixture
def confident(at_home: Client) -> Client:
    """The same, just after Marta has given her password once more."""
    answer = at_home.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert answer.status_code == 302
    return at_home


@pytest.fixture
def fill_in():
    """The sign-up form as a person sends it: opened first, filled in some seconds later."""

    def form(client: Client, *, wait: float = 5, **values: str):
        opened_at = datetime.now(UTC) - timedelta(seconds=wait)
        with time_machine.travel(opened_at, tick=False) as clock:
            page = client.get(reverse("account_signup")).content.decode()
            found = re.search(r'name="opened" value="([^"]+)"', page)
            assert found, "the form carries a token"
            clock.shift(wait)
            data = {
                "username": "Ilse",
                "email": "ilse@example.org",
                "password1": "board-and-bridge-7",
                "password2": "board-and-bridge-7",
                "opened": found[1],
                **values,
            }
            return client.post(reverse("account_signup"), data)

    return form


@pytest.fixture
def link_in():
    def find(body: str, part: str) -> str:
        found = re.search(rf"https?://[^/\s]+(/\S*{part}\S*)", body)
        assert found, body
        return found[1]

    return find


@pytest.fixture
def later(at_home: Client):
    """So long after the sign-in that sensitive pages ask for the password again."""
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=1)):
        yield
