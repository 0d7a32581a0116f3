"""The thread of something of another app is opened when somebody first writes in it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from forum.errors import NotAllowed
from forum.models import Draft, Post, Topic
from forum.permissions import may_write, standing_of
from forum.services.posts import first_post_add, post_reply
from forum.subjects import subject_named


def topic_of_subject(*, kind: str, key: str) -> Topic | None:
    """The thread, or the topic it was merged into."""
    topics = Topic.objects.select_related("category", "merged_into__category")
    topic = topics.filter(subject_kind=kind, subject_key=key).first()
    return topic.merged_into if topic and topic.merged_into else topic


@transaction.atomic
def subject_post(
    *,
    kind: str,
    key: str,
    author: User,
    text: str,
    trapped: bool = False,
    now: datetime | None = None,
) -> Post:
    """Write in the thread of a game, a league …, opening it if this is the first word."""
    subject = subject_named(kind)
    now = now or timezone.now()
    Draft.objects.filter(user=author, place=f"thread:{kind}:{key}").delete()
    topic = topic_of_subject(kind=kind, key=key)
    if topic is not None:
        return post_reply(author=author, topic=topic, text=text, trapped=trapped, now=now)
    standing = standing_of(user=author, now=now)
    category = subject.category(key)
    allowed = may_write(standing) and standing.reaches(category.reply_by)
    if not allowed or not subject.may_read(key, author) or not subject.may_post(key, author):
        raise NotAllowed
    topic = Topic(
        category=category,
        author=author,
        title=subject.title(key),
        subject_kind=kind,
        subject_key=key,
        listed=subject.listed(key),
        created_at=now,
        last_post_at=now,
        last_poster=author,
    )
    return first_post_add(topic=topic, standing=standing, text=text, trapped=trapped, now=now)
