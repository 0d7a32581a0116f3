"""Answers to mails of the forum, through the service that takes mail in."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from itertools import count

import pytest
from django.utils import timezone

from forum.models import Appeal, Category, Follow, ModerationEntry, Post
from forum.services.announcements import announcement_publish
from forum.services.moderation import post_remove, topic_lock
from forum.services.people import sanction_set
from forum.services.posts import post_reply, topic_start
from forum.services.reading import follow_set
from notifications.models import InboundMail, OutgoingMail, Preference
from notifications.services.forum_mails import followers_tell, forum_sweep
from notifications.services.inbound import inbound_accept, inbound_process
from notifications.services.outbox import parsed
from notifications.services.telling import notifications_sweep
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.notifications.inbound.scene import confirmed_player, letter

pytestmark = pytest.mark.django_db
NUMBERS = count(1)


@pytest.fixture
def marta():
    user = confirmed_player("marta")
    user.date_joined = timezone.now() - timedelta(days=99)
    user.save()
    return user


@pytest.fixture
def mira():
    return ModeratorFactory(username="mira")


@pytest.fixture
def topic(marta):
    rules = Category.objects.create(slug="rules", name="Rules")
    return topic_start(author=marta, category=rules, title="A bridge?", text="Over two rivers")


@pytest.fixture
def told(topic) -> EmailMessage:
    """The mail that tells Marta of an answer in her topic."""
    author = UserFactory(username="tomasz")
    followers_tell(post_id=post_reply(author=author, topic=topic, text="No, only one.").pk)
    return mail_to("marta")


def mail_to(name: str) -> EmailMessage:
    notifications_sweep(timezone.now() + timedelta(minutes=5))
    rows = OutgoingMail.objects.order_by("-pk")
    return next(parsed(row.source) for row in rows if name in row.recipients[0])


def answer(mail: EmailMessage, text: str, **headers: str) -> InboundMail:
    to = str(mail["Reply-To"]).strip()
    headers.setdefault("message_id", f"<{next(NUMBERS)}@example.org>")
    row = inbound_accept(
        raw=letter(to, text, "marta@example.org", **headers),
        door="smtp",
        envelope_sender="marta@example.org",
        envelope_recipient=to,
    )
    assert row is not None
    inbound_process(mail_id=row.pk)
    row.refresh_from_db()
    assert row.outcome != "broken", row.detail
    return row


def said_back(row: InboundMail) -> str:
    mail = parsed(
        OutgoingMail.objects.get(message_id__startswith=f"<forum-answer-{row.pk}@").source
    )
    assert mail["Auto-Submitted"] == "auto-replied"
    body = mail.get_body(("plain",))
    assert body is not None
    return body.get_content()


def test_an_answer_stands_in_the_topic(told, topic, marta):
    row = answer(told, "Thank *you*!\n\n> No, only one.\n")
    post = Post.objects.get(author=marta, number=3)
    assert (row.outcome, row.detail) == ("accepted", f"post {post.pk}")
    assert (post.topic, post.text) == (topic, "Thank *you*!")
    assert not OutgoingMail.objects.filter(message_id__startswith="<forum-answer").exists()


def closed(topic, marta, mira):
    topic_lock(topic=topic, by=mira, locked=True)


def silenced(topic, marta, mira):
    sanction_set(person=marta, by=mira, kind="silence", reason="x", ends_at=None)


def hidden(topic, marta, mira):
    Category.objects.update(read_by="moderators", reply_by="moderators")


def posted(topic, marta, mira):
    post_reply(author=marta, topic=topic, text="An answer")


def fine(topic, marta, mira):
    pass


@pytest.mark.parametrize(
    ("scene", "text", "code", "words"),
    [
        (closed, "An answer", "topic-closed", "This topic is closed."),
        (silenced, "An answer", "silenced", "has taken your right to write here"),
        (hidden, "An answer", "not-allowed", "You may not write here."),
        (posted, "An answer", "duplicate", "It is there already."),
        (fine, "x", "too-short", "Write at least 2 characters."),
        (fine, "> only a quote", "nothing-written", "no words of your own"),
    ],
)
def test_what_is_refused_comes_back_with_the_reason_and_the_words(
    told, topic, marta, mira, scene, text, code, words
):
    scene(topic, marta, mira)
    number = Post.objects.count()
    row = answer(told, text)
    assert (row.outcome, row.reason) == ("refused", code)
    back = said_back(row)
    assert words in back
    assert "Nothing was posted." in back
    assert text.startswith(">") or text in back
    assert Post.objects.count() == number


def test_the_same_mail_twice_is_one_post(told, topic):
    answer(told, "Thank you!", message_id="<same@example.org>")
    to = str(told["Reply-To"]).strip()
    raw = letter(to, "Thank you!", "marta@example.org", message_id="<same@example.org>")
    inbound_accept(raw=raw, door="imap", envelope_sender="marta@example.org", envelope_recipient=to)
    assert topic.posts.count() == 3


def test_an_old_mail_is_answered_with_the_reason(told, topic):
    to = str(told["Reply-To"]).strip()
    row = inbound_accept(
        raw=letter(to, "Thank you!", "marta@example.org"),
        door="smtp",
        envelope_sender="marta@example.org",
        envelope_recipient=to,
    )
    inbound_process(mail_id=row.pk, now=timezone.now() + timedelta(days=61))
    row.refresh_from_db()
    assert row.reason == "token-expired"
    assert "Nothing was posted." in said_back(row)
    assert topic.posts.count() == 2


def test_a_mail_about_several_topics_says_where_to_answer(topic, marta):
    other = topic_start(author=marta, category=topic.category, title="A town?", text="How large")
    for one in (topic, other):
        follow_set(user=marta, follow=Follow.DAILY, topic=one)
        post_reply(author=UserFactory(), topic=one, text="No, only one.")
    forum_sweep(timezone.now() + timedelta(days=2))
    row = answer(mail_to("marta"), "Thank you!")
    assert row.reason == "several-topics"
    assert "Thank you!" in said_back(row)


def test_a_mail_of_the_day_about_one_topic_is_answered_like_any_other(topic, marta):
    follow_set(user=marta, follow=Follow.DAILY, topic=topic)
    for text in ("No, only one.", "Or none."):
        post_reply(author=UserFactory(), topic=topic, text=text)
    forum_sweep(timezone.now() + timedelta(days=2))
    told = mail_to("marta")
    assert "Answer this mail" in told.get_body(("plain",)).get_content()
    assert answer(told, "Thank you!").outcome == "accepted"
    assert topic.posts.get(author=marta, number=4).text == "Thank you!"


def test_a_sanction_can_be_appealed_against_by_mail(topic, marta, mira):
    sanction = sanction_set(person=marta, by=mira, kind="ban", reason="spam", ends_at=None)
    mail = mail_to("marta")
    row = answer(mail, "That was not me, I was away.")
    assert row.outcome == "accepted"
    appeal = Appeal.objects.get()
    assert (appeal.sanction, appeal.text) == (sanction, "That was not me, I was away.")
    assert "Another moderator will look at it" in said_back(row)
    again = answer(mail, "And once more, please.")
    assert again.reason == "already-done"


def test_a_removed_post_can_be_appealed_against_by_mail(topic, marta, mira):
    post = post_reply(author=marta, topic=topic, text="Rubbish, all of it")
    post_remove(post=post, by=mira, reason="rude")
    mail = mail_to("marta")
    assert answer(mail, "Why?").reason == "too-short"
    answer(mail, "It was meant as a joke among friends.")
    assert Appeal.objects.get().entry == ModerationEntry.objects.get(action="post-remove")


@pytest.mark.parametrize("text", ["Will my clock stand still?", "> only a quote"])
def test_an_answer_to_an_announcement_comes_back_and_says_where_to_ask(marta, text):
    Preference.objects.create(user=marta, kind="site-news", channel="mail", wanted=True)
    announcement_publish(author=OperatorFactory(), text="A break on Sunday", mailed=True)
    forum_sweep(timezone.now() + timedelta(minutes=1))
    told = mail_to("marta")
    assert (
        "Ask in the forum, please: http://testserver/forum/"
        in told.get_body(("plain",)).get_content()
    )
    row = answer(told, text)
    assert (row.outcome, row.reason) == ("refused", "announcement")
    back = said_back(row)
    assert "nobody reads answers to it" in " ".join(back.split())
    assert "http://testserver/forum/" in back
    assert text.startswith(">") or text in back
    assert not Post.objects.exists()


def test_what_is_over_cannot_be_appealed_against(topic, marta, mira):
    sanction_set(person=marta, by=mira, kind="silence", reason="spam", ends_at=None)
    mail = mail_to("marta")
    marta.forum_sanctions.update(lifted_at=timezone.now())
    row = answer(mail, "That was not me, I was away.")
    assert row.reason == "not-allowed"
    assert "is over" in said_back(row)
