"""Signed addresses that end the mails of one topic to one person, and can do nothing else."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from forum.models import Topic

SALT = "forum.unsubscribe"


class Unusable(Exception):
    """Not a token of ours."""


def unsubscribe_address(*, user: User, topic: Topic) -> str:
    token = signing.Signer(salt=SALT).sign(f"{user.pk}-{topic.pk}").replace(":", ".")
    return f"{settings.SITE_URL}{reverse('forum_unsubscribe', args=[token])}"


def token_read(token: str) -> tuple[int, int]:
    """The ids of the person and the topic; raises Unusable."""
    try:
        value = signing.Signer(salt=SALT).unsign(token.replace(".", ":", 1))
    except signing.BadSignature as problem:
        raise Unusable from problem
    person, _dash, topic = value.partition("-")
    return int(person), int(topic)
