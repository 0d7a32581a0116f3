"""Posts of followed topics, and posts that name the reader."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from forum.markup import plain_text, render, without_spoilers
from forum.models import Post
from forum.rendering import names_for
from forum.selectors.following import may_still_read
from forum.unsubscribing import unsubscribe_address
from notifications.forum_replies import reply_address_of_post
from notifications.mails.briefs import Words, abridges
from notifications.mails.letters import Letter
from notifications.mails.registry import writes
from notifications.models import Notification

POST_KINDS = ("forum-post", "forum-mention")


def post_of(row: Notification) -> Post | None:
    shown = Post.objects.filter(pk=row.about, state=Post.State.SHOWN)
    return shown.select_related("topic__category", "author").first()


def may_be_told(row: Notification) -> bool:
    post = post_of(row)
    return post is not None and bool(
        may_still_read(user=row.user, topic=post.topic, now=timezone.now())
    )


@writes(*POST_KINDS, still_true=may_be_told)
def write_post(row: Notification, now: datetime) -> Letter:
    post = post_of(row)
    assert post is not None
    words = without_spoilers(post.text)
    stop = unsubscribe_address(user=row.user, topic=post.topic)
    facts = {
        "post": post,
        "mentioned": row.kind == "forum-mention",
        "words": mark_safe(words),  # the plain text part escapes nothing
        "html": _for_mail(render(words, names_for(words)).html),
        "stop": stop,
    }
    subject = render_to_string("notifications/email/forum_post.subject.txt", facts)
    return Letter(
        subject=subject,
        title=subject,
        url=post.get_absolute_url(),
        button=_("Read and answer it on the site"),
        template="forum_post",
        facts=facts,
        thread=f"topic-{post.topic_id}.forum",
        stop=stop,
        reply_to=reply_address_of_post(post),
    )


def _for_mail(html: str) -> SafeString:
    """Links of the site lead there from a mail too; safe, because the sanitiser wrote it."""
    return mark_safe(html.replace('href="/', f'href="{settings.SITE_URL}/'))


@abridges(*POST_KINDS)
def post_in_brief(row: Notification, now: datetime) -> Words:
    letter, post = write_post(row, now), post_of(row)
    assert post is not None
    author = post.author.username if post.author else ""
    return Words(
        title=" ".join(letter.subject.split()),
        lines=(f"{author}: {plain_text(without_spoilers(post.text), 240)}",),
        url=letter.url,
        button=letter.button,
    )
