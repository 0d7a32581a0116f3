"""People and categories that the tests of the forum share."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from forum.models import Category, Level, Post, Topic
from forum.selectors.announcements import announcements_forget
from forum.services.posts import post_reply, topic_start
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.outbox import real_outbox

__all__ = ["real_outbox"]


@pytest.fixture(autouse=True)
def _fresh(request, settings):
    """Counts of its own for each test; the cache itself may be shared, and is never emptied."""
    if not {"db", "transactional_db"}.intersection(request.fixturenames):
        return  # words alone, and no database in which the cache may lie
    request.getfixturevalue("db")
    own = {**settings.CACHES["default"], "KEY_PREFIX": f"forum-tests-{uuid.uuid4().hex}"}
    settings.CACHES = {"default": own}
    announcements_forget()


def long_here(user: User) -> User:
    """Somebody whose account is old enough to be trusted with links."""
    user.date_joined = timezone.now() - timedelta(days=400)
    user.save(update_fields=["date_joined"])
    return user


@pytest.fixture
def rules(db) -> Category:
    return Category.objects.create(slug="rules", name="Rules", has_solutions=True, order=1)


@pytest.fixture
def wishes(db) -> Category:
    return Category.objects.create(slug="wishes", name="Wishes", has_votes=True, order=2)


@pytest.fixture
def desk(db) -> Category:
    return Category.objects.create(
        slug="desk",
        name="Desk",
        order=3,
        read_by=Level.MODERATORS,
        start_by=Level.MODERATORS,
        reply_by=Level.MODERATORS,
    )


@pytest.fixture
def marta(db) -> User:
    return long_here(UserFactory(username="Marta"))


@pytest.fixture
def tomasz(db) -> User:
    return long_here(UserFactory(username="tomasz"))


@pytest.fixture
def jun(db) -> User:
    return long_here(UserFactory(username="jun"))


@pytest.fixture
def mira(db) -> User:
    return long_here(ModeratorFactory(username="mira"))


@pytest.fixture
def vera(db) -> User:
    return long_here(ModeratorFactory(username="vera"))


@pytest.fixture
def otto(db) -> User:
    return long_here(OperatorFactory(username="otto"))


@pytest.fixture
def topic(rules, marta) -> Topic:
    return topic_start(
        author=marta, category=rules, title="Is a bridge allowed here?", text="Over two rivers."
    )


@pytest.fixture
def reply(topic, tomasz) -> Post:
    return post_reply(author=tomasz, topic=topic, text="No, only over one.")


@pytest.fixture
def browse():
    """A browser in which somebody is signed in."""

    def signed_in(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return signed_in
