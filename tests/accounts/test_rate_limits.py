"""Guessing is slow: attempts are counted in the cache that all processes share."""

from __future__ import annotations

import uuid

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from terra_site.settings import accounts
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _real_limits(_many_requests_from_one_address, settings):
    settings.ACCOUNT_RATE_LIMITS = accounts.ACCOUNT_RATE_LIMITS


@pytest.fixture
def address() -> str:
    """A network address of this test's own, because the cache may outlive it."""
    part = uuid.uuid4().hex
    return f"2001:db8:{part[:4]}:{part[4:8]}::1"


def test_the_cache_is_one_that_processes_share():
    assert site.CACHES["default"]["BACKEND"].rsplit(".", 1)[1] in {"DatabaseCache", "RedisCache"}


def test_after_five_wrong_passwords_the_right_one_has_to_wait(sign_in, address):
    name = f"u{uuid.uuid4().hex[:12]}"
    UserFactory(username=name)
    for _ in range(5):
        page = sign_in(Client(REMOTE_ADDR=address), name, "wrong").content.decode()
        assert "is not right" in page
    answer = sign_in(Client(REMOTE_ADDR=address), name)
    assert "Too many attempts" in answer.content.decode()
    assert answer.status_code == 200


def test_other_names_from_elsewhere_are_not_held_up(sign_in, address):
    guessed, other = (f"u{uuid.uuid4().hex[:12]}" for _ in range(2))
    UserFactory(username=guessed)
    UserFactory(username=other)
    for _ in range(6):
        sign_in(Client(REMOTE_ADDR=address), guessed, "wrong")
    assert sign_in(Client(REMOTE_ADDR="2001:db8:ffff::1"), other).status_code == 302


def test_sign_ups_from_one_address_have_an_end(address):
    robot = Client(REMOTE_ADDR=address)
    codes = [robot.post(reverse("account_signup"), {}).status_code for _ in range(21)]
    assert codes == [200] * 20 + [429]


def test_reset_mails_to_one_address_have_an_end(address, mailoutbox):
    email = f"{uuid.uuid4().hex}@example.org"
    for _ in range(5):
        Client(REMOTE_ADDR=address).post(reverse("account_reset_password"), {"email": email})
    assert len(mailoutbox) == 3
