"""Replies to mails of the forum: a post in the topic, or an appeal against a decision.

What is posted needs no answer: it stands there. What is refused is sent back with the reason and
the words, so that nothing is lost.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from forum.errors import ForumRefusal
from forum.models import Action, Announcement, ModerationEntry, Post
from forum.permissions import active_sanctions
from forum.services.appeals import appeal_file
from forum.services.posts import post_reply_by_mail
from notifications.inbound.reasons import sentence_for
from notifications.inbound.tokens import ReplyToken, reply_address
from notifications.mails.letters import Letter, mail_domain, mail_of, words_of
from notifications.reply_handlers import Handled, Reply, handles_replies
from notifications.services.outbox import mail_queue

OPEN_FOR = timedelta(days=60)
"""How long a mail of the forum can be answered."""


def reply_address_of_post(post: Post) -> str:
    return _address(ReplyToken("forum", post.topic_id, _until(), decision=post.pk))


def reply_address_of_digest() -> str:
    """Whoever answers a mail about several topics is told to answer one of a single topic."""
    return _address(ReplyToken("forum", 0, _until()))


def reply_address_of_news(announcement: Announcement) -> str:
    """Nobody reads answers to a mail that went to everybody; whoever writes one is told where."""
    return _address(ReplyToken("news", announcement.pk, _until()))


def reply_address_of_decision(entry: ModerationEntry) -> str:
    return _address(ReplyToken("appeal", entry.pk, _until()))


def _until() -> datetime:
    return timezone.now() + OPEN_FOR


def _address(token: ReplyToken) -> str:
    return reply_address(token, base=settings.REPLY_ADDRESS)


@handles_replies("forum")
def forum_reply(reply: Reply) -> Handled:
    """The words become a post; refused ones come back with the reason."""
    with words_of(reply.user):
        if reply.reason:
            return _refuse(reply, str(reply.reason), str(sentence_for(reply.reason)))
        if not reply.token.subject:
            sentence = _("This mail tells of several topics. Answer in the topic itself, please.")
            return _refuse(reply, "several-topics", sentence)
        try:
            with transaction.atomic():
                post = post_reply_by_mail(
                    user=reply.user,
                    topic_id=reply.token.subject,
                    text=reply.words,
                    message_id=(reply.message_id or f"<mail-{reply.mail_id}>")[:200],
                )
        except ForumRefusal as refusal:
            return _refuse(reply, refusal.code, str(refusal))
        if not post.is_shown:
            words = _("A moderator looks at what new accounts write; your text is kept and waits.")
            _answer(reply, _("Your answer waits"), (words,), post.get_absolute_url())
        return Handled(detail=f"post {post.pk}")


@handles_replies("appeal")
def appeal_reply(reply: Reply) -> Handled:
    """Somebody answers the mail that told him of a decision."""
    entry = ModerationEntry.objects.filter(pk=reply.token.subject, person=reply.user).first()
    with words_of(reply.user):
        if reply.reason:
            return _refuse(reply, str(reply.reason), str(sentence_for(reply.reason)))
        sanction = None
        if entry is None or entry.action == Action.SANCTION:
            found = active_sanctions(now=timezone.now()).filter(user=reply.user)
            sanction = found.order_by("-pk").first()
        try:
            with transaction.atomic():
                appeal = appeal_file(
                    by=reply.user,
                    text=reply.words,
                    sanction=sanction,
                    entry=None if sanction else entry,
                )
        except ForumRefusal as refusal:
            sentence = str(refusal)
            if refusal.code == "not-allowed":
                sentence = _("This decision is over, or it is none that can be appealed against.")
            return _refuse(reply, refusal.code, sentence)
        words = _("Another moderator will look at it and answer.")
        _answer(reply, _("Your appeal has arrived"), (words,), reverse("forum_appeal"))
        return Handled(detail=f"appeal {appeal.pk}")


@handles_replies("news")
def news_reply(reply: Reply) -> Handled:
    """Somebody answers an announcement: he gets his words back and learns where people talk."""
    with words_of(reply.user):
        sentence = _(
            "This mail went to everybody, and nobody reads answers to it. Ask in the forum,"
            " please: there the operators and others can answer you."
        )
        return _refuse(reply, "announcement", sentence)


def _refuse(reply: Reply, code: str, sentence: str) -> Handled:
    paragraphs = [sentence, _("Nothing was posted.")]
    if reply.words.strip():
        paragraphs.append(_("You wrote:") + "\n" + reply.words.strip())
    topic = reply.token.kind == "forum" and reply.token.subject
    url = reverse("forum_topic", args=[reply.token.subject]) if topic else reverse("forum")
    _answer(reply, _("Not posted"), tuple(paragraphs), url)
    return Handled(reason=code, detail=sentence)


def _answer(reply: Reply, title: str, paragraphs: tuple[str, ...], url: str) -> None:
    letter = Letter(
        subject=f"{settings.SITE_NAME}: {title}",
        title=title,
        url=url,
        button=_("Open the forum"),
        paragraphs=paragraphs,
        in_reply_to=reply.message_id,
        automatic="auto-replied",
    )
    mail = mail_of(
        letter,
        to=reply.user,
        address=reply.address,
        kind="forum-post",
        game=None,
        message_id=f"<forum-answer-{reply.mail_id}@{mail_domain()}>",
    )
    mail_queue(message=mail)
