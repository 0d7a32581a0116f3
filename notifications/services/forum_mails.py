"""News of the forum: posts followed, mentions, the mail of the day, decisions, news of the site.

Posts and mentions are notifications with one key for both, so that a post that names a follower is
told once. The others are mails with a Message-ID made from their cause and reader, so that no cause
is told twice, whoever asks and however often.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.time_zones import zone_of
from forum.markup import plain_text
from forum.models import Announcement, DailyDigest, ModerationEntry, Post
from forum.selectors.following import (
    digests_due,
    followers_at_once,
    may_still_read,
    posts_for_digest,
)
from notifications.forum_replies import (
    reply_address_of_decision,
    reply_address_of_digest,
    reply_address_of_news,
    reply_address_of_post,
)
from notifications.mails.letters import machine_headers, mail_domain
from notifications.reaching import reach_of
from notifications.selectors import address_trouble, mail_is_wanted
from notifications.services.notifying import notify
from notifications.services.outbox import mail_queue
from notifications.unsubscribing import unsubscribe_address

BATCH = 50
QUIET = timedelta(seconds=20)
"""The sweep leaves a fresh post to the worker that was told of it."""


def forum_sweep(now: datetime) -> int:
    """Tell of everything that is due and has not been told."""
    untold = Post.objects.filter(
        told_at=None, state=Post.State.SHOWN, created_at__lte=now - QUIET
    ).order_by("created_at")
    done = sum(
        followers_tell(post_id=pk) for pk in list(untold.values_list("pk", flat=True)[:BATCH])
    )
    news = Announcement.objects.filter(mailed=True, told_at=None, begins_at__lte=now)
    done += sum(news_tell(announcement_id=pk) for pk in list(news.values_list("pk", flat=True)))
    return done + sum(
        digest_send(digest=digest, now=now) for digest in digests_due(now=now)[:BATCH]
    )


@transaction.atomic
def followers_tell(*, post_id: int) -> bool:
    """Claim a post and write to everybody who follows; False if somebody did, or it is gone."""
    now = timezone.now()
    if not Post.objects.filter(pk=post_id, told_at=None, state=Post.State.SHOWN).update(
        told_at=now
    ):
        return False
    post = Post.objects.select_related("topic__category", "author").get(pk=post_id)
    for user in followers_at_once(post=post):
        if may_still_read(user=user, topic=post.topic, now=now):
            _tell_of_post("forum-post", post, user)
    return True


def mention_tell(*, post: Post, user: User) -> None:
    if may_still_read(user=user, topic=post.topic, now=timezone.now()):
        _tell_of_post("forum-mention", post, user)


def _tell_of_post(kind: str, post: Post, user: User) -> None:
    notify(kind=kind, user=user, key=f"forum-post:{post.pk}:{user.pk}", about=post.pk)


def decision_tell(*, entry: ModerationEntry) -> None:
    assert entry.person is not None
    _send(
        user=entry.person,
        template="forum_decision",
        context={"entry": entry},
        key=f"forum-decision-{entry.pk}",
        reply_to=reply_address_of_decision(entry),
    )


@transaction.atomic
def news_tell(*, announcement_id: int) -> bool:
    """An announcement to all who want news of the site."""
    if not Announcement.objects.filter(pk=announcement_id, told_at=None).update(
        told_at=timezone.now()
    ):
        return False
    announcement = Announcement.objects.get(pk=announcement_id)
    wishes = User.objects.filter(
        is_active=True,
        notification_preferences__kind="site-news",
        notification_preferences__channel="mail",
        notification_preferences__wanted=True,
    )
    for user in wishes.iterator():
        if address_trouble(address=user.email):
            continue
        _send(
            user=user,
            template="site_news",
            context={"announcement": announcement},
            key=f"site-news-{announcement.pk}-{user.pk}",
            reply_to=reply_address_of_news(announcement),
            headers={"List-Id": f"<news.{mail_domain()}>"},
            stops="site-news",
        )
    return True


@transaction.atomic
def digest_send(*, digest: DailyDigest, now: datetime) -> bool:
    """The mail of the day; a day on which nothing was written has none."""
    user = digest.user
    claimed = DailyDigest.objects.filter(pk=digest.pk, due_at=digest.due_at).update(
        due_at=reach_of(user=user).daily_after(now), since=now
    )
    if not claimed or not mail_is_wanted(user=user, kind="forum-digest"):
        return False
    posts = posts_for_digest(user=user, since=digest.since, until=now)
    if not posts or not user.is_active:
        return False
    topics = [
        {
            "topic": topic,
            "posts": [{"post": post, "words": plain_text(post.text, 240)} for post in group],
        }
        for topic, group in groupby(posts, key=lambda post: post.topic)
    ]
    _send(
        user=user,
        template="forum_digest",
        context={"topics": topics, "number": len(posts)},
        key=f"forum-digest-{user.pk}-{now:%Y%m%d}",
        reply_to=reply_address_of_post(posts[-1])
        if len(topics) == 1
        else reply_address_of_digest(),
        headers={"List-Id": f"<daily.forum.{mail_domain()}>"},
        stops="forum-digest",
    )
    return True


def _send(
    *,
    user: User,
    template: str,
    context: dict[str, object],
    key: str,
    headers: dict[str, str] | None = None,
    reply_to: str = "",
    stops: str = "",
) -> None:
    """Text and HTML in the reader's language and time zone; nothing without an address.

    `stops`: the kind that one click ends; without it the mail cannot be ended.
    """
    if not user.email or not user.is_active:
        return
    zone = zone_of(user.time_zone)
    unsubscribe = stops and unsubscribe_address(user=user, kind=stops, game=None)
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(zone):
        values = {
            **context,
            "user": user,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "zone": zone.key,
            "unsubscribe_url": unsubscribe,
        }
        base = f"notifications/email/{template}"
        subject = " ".join(render_to_string(f"{base}.subject.txt", values).split())
        text = render_to_string(f"{base}.txt", values).strip() + "\n"
        html = render_to_string(f"{base}.html", values)
    mail = EmailMultiAlternatives(
        subject=subject,
        body=text,
        to=[user.email],
        reply_to=[reply_to] if reply_to else None,
        headers={
            "Message-ID": f"<{key}@{mail_domain()}>",
            **machine_headers(unsubscribe=unsubscribe),
            **(headers or {}),
        },
    )
    mail.attach_alternative(html, "text/html")
    # Like everything else it waits until the reader's quiet hours are over.
    mail_queue(message=mail, due_at=reach_of(user=user).allowed_at(timezone.now()))
