"""Mails of the forum: to whom, how often, in which language, and with which headers."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

import pytest
from django.test import Client
from django.utils import timezone

from accounts.time_zones import zone_of
from forum.models import Category, DailyDigest, Follow, Subscription
from forum.services.announcements import announcement_publish
from forum.services.moderation import post_remove
from forum.services.people import sanction_set
from forum.services.posts import post_edit, post_reply, post_withdraw, topic_start
from forum.services.reading import follow_set, next_digest_at
from notifications.models import OutgoingMail, Preference, Rhythm
from notifications.services.forum_mails import QUIET, followers_tell, forum_sweep
from notifications.services.outbox import outbox_sweep, parsed
from notifications.services.telling import notifications_sweep
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def category():
    return Category.objects.create(slug="rules", name="Rules", name_cs="Pravidla")


@pytest.fixture
def marta():
    return UserFactory(username="Marta", language="cs", time_zone="Europe/Prague")


@pytest.fixture
def tomasz():
    return UserFactory(username="tomasz", language="pl")


@pytest.fixture
def jun():
    return UserFactory(username="jun", time_zone="Asia/Tokyo")


@pytest.fixture
def topic(category, marta):
    return topic_start(author=marta, category=category, title="A bridge?", text="Over two rivers")


@pytest.fixture(autouse=True)
def _nothing_before(topic):
    forum_sweep(later())
    OutgoingMail.objects.all().delete()


def later(**span):
    return timezone.now() + (timedelta(**span) if span else QUIET)


def mails() -> dict[str, object]:
    notifications_sweep(later())
    rows = OutgoingMail.objects.all()
    return {parseaddr(row.recipients[0])[1]: parsed(row.source) for row in rows}


def body(mail, kind: str) -> str:
    part = mail.get_body((kind,))
    return part.get_content()


def test_a_follower_is_told_once_with_the_words_in_text_and_html(topic, tomasz, marta):
    post = post_reply(author=tomasz, topic=topic, text="No, **only one**.")
    assert not OutgoingMail.objects.exists(), "followers are told by a worker"
    assert followers_tell(post_id=post.pk)
    assert not followers_tell(post_id=post.pk)
    forum_sweep(later())
    (address, mail), *others = mails().items()
    assert (address, others) == ("marta@example.org", [])
    assert "No, **only one**." in body(mail, "plain")
    assert "<strong>only one</strong>" in body(mail, "html")
    for kind in ("plain", "html"):
        assert f"http://testserver/forum/posts/{post.pk}/" in body(mail, kind)


def test_the_headers_thread_a_topic_and_offer_to_stop(topic, tomasz):
    first = post_reply(author=tomasz, topic=topic, text="One")
    second = post_reply(author=tomasz, topic=topic, text="Two")
    for post in (first, second):
        followers_tell(post_id=post.pk)
    notifications_sweep(later())
    rows = [parsed(row.source) for row in OutgoingMail.objects.all()]
    assert len({mail["Message-ID"] for mail in rows}) == 2
    assert len({mail["References"] for mail in rows}) == 1
    for mail in rows:
        assert mail["List-Id"] == f"<topic-{topic.pk}.forum.localhost>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["Auto-Submitted"] == "auto-generated"


def test_one_click_stops_the_mails_of_the_topic_without_sign_in(topic, tomasz, marta):
    post = post_reply(author=tomasz, topic=topic, text="One")
    followers_tell(post_id=post.pk)
    header = mails()["marta@example.org"]["List-Unsubscribe"].strip()
    address = re.fullmatch(r"<http://testserver(/\S+)>", header)[1]
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(address).status_code == 200
    assert Subscription.objects.get(user=marta).follow == Follow.INSTANT, "looking changes nothing"
    assert browser.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Subscription.objects.get(user=marta).follow == Follow.OFF
    assert browser.get(address[:-2] + "x/").status_code == 404


def test_the_wish_about_the_topic_counts_more_than_that_about_the_category(
    topic, category, tomasz, jun
):
    quiet = UserFactory(username="quiet")
    follow_set(user=jun, follow=Follow.INSTANT, category=category)
    follow_set(user=quiet, follow=Follow.INSTANT, category=category)
    follow_set(user=quiet, follow=Follow.OFF, topic=topic)
    followers_tell(post_id=post_reply(author=tomasz, topic=topic, text="One").pk)
    assert set(mails()) == {"marta@example.org", "jun@example.org"}


def test_a_mention_is_told_at_once_and_in_the_reader_s_language(topic, tomasz, jun, marta):
    post = post_reply(author=tomasz, topic=topic, text="@jun and @Marta and @tomasz, look!")
    assert set(mails()) == {"jun@example.org", "marta@example.org"}
    followers_tell(post_id=post.pk)
    assert len(mails()) == OutgoingMail.objects.count() == 2, "one mail to a follower named"
    assert "mentions you" in mails()["jun@example.org"]["Subject"]
    assert "v kategorii Pravidla" in body(mails()["marta@example.org"], "plain")


def test_an_edit_tells_only_those_it_newly_names(topic, tomasz, jun, marta):
    post = post_reply(author=tomasz, topic=topic, text="@jun look!")
    mails()
    OutgoingMail.objects.all().delete()
    post_edit(post=post, by=tomasz, text="@jun and @Marta, look!")
    assert set(mails()) == {"marta@example.org"}


@pytest.mark.parametrize(("kind", "text"), [("forum-post", "One"), ("forum-mention", "@Marta!")])
def test_who_does_not_want_a_kind_gets_none(topic, tomasz, marta, kind, text):
    for each in ("forum-post", "forum-mention"):
        Preference.objects.create(user=marta, kind=each, channel="mail", wanted=False)
    followers_tell(post_id=post_reply(author=tomasz, topic=topic, text=text).pk)
    assert mails() == {}


def test_what_is_gone_before_it_is_told_is_not_told(topic, tomasz):
    post = post_reply(author=tomasz, topic=topic, text="Oh no")
    post_withdraw(post=post, by=tomasz)
    assert not followers_tell(post_id=post.pk)
    assert forum_sweep(later()) == 0


def test_whoever_may_no_longer_read_is_not_told(topic, category, tomasz):
    category.read_by = "moderators"
    category.save()
    moderator = ModeratorFactory()
    category.reply_by = "moderators"
    followers_tell(post_id=post_reply(author=moderator, topic=topic, text="Internal").pk)
    assert mails() == {}


def test_spoilers_stay_on_the_site(topic, tomasz):
    text = "The winner is ||alice||.\n\n::: spoiler x\nby 20 points\n:::"
    followers_tell(post_id=post_reply(author=tomasz, topic=topic, text=text).pk)
    mail = mails()["marta@example.org"]
    for kind in ("plain", "html"):
        assert "alice" not in body(mail, kind)
        assert "20 points" not in body(mail, kind)


def test_the_sweep_tells_what_no_worker_heard_of(topic, tomasz):
    post_reply(author=tomasz, topic=topic, text="One")
    assert forum_sweep(timezone.now()) == 0, "a worker has the first word"
    assert forum_sweep(later()) == 1
    assert forum_sweep(later()) == 0


def test_the_mail_of_the_day_comes_at_seven_once_and_only_with_news(topic, category, tomasz, jun):
    follow_set(user=jun, follow=Follow.DAILY, category=category)
    due = DailyDigest.objects.get(user=jun).due_at
    post_reply(author=tomasz, topic=topic, text="The first thing")
    post_reply(author=tomasz, topic=topic, text="The second thing")
    OutgoingMail.objects.all().delete()
    forum_sweep(due - timedelta(minutes=1))
    assert "jun@example.org" not in mails()
    forum_sweep(due)
    forum_sweep(due)
    rows = OutgoingMail.objects.filter(subject__contains="2 new posts")
    assert [row.recipients for row in rows] == [["jun@example.org"]]
    text = body(mails()["jun@example.org"], "plain")
    assert text.index("The first thing") < text.index("The second thing")
    OutgoingMail.objects.all().delete()
    forum_sweep(due + timedelta(days=1))
    assert mails() == {}, "nothing was written since"


@pytest.mark.parametrize(
    ("zone", "hour"), [("UTC", 7), ("Asia/Tokyo", 22), ("Europe/Prague", 6), ("America/Lima", 12)]
)
def test_seven_o_clock_is_the_reader_s(zone, hour):
    now = datetime(2026, 1, 15, 12, 30, tzinfo=UTC)
    reader = UserFactory(time_zone=zone)
    at = next_digest_at(user=reader, now=now)
    assert now < at <= now + timedelta(days=1)
    assert at.astimezone(UTC).hour == hour


def test_a_decision_is_told_with_its_reason_even_to_those_who_want_no_mail(topic, tomasz):
    mira = ModeratorFactory()
    post = post_reply(author=tomasz, topic=topic, text="Rude words")
    Preference.objects.create(user=tomasz, kind="forum-decision", channel="mail", wanted=False)
    post_remove(post=post, by=mira, reason="We do not call names here.")
    sanction_set(person=tomasz, by=mira, kind="silence", reason="A day to calm down", ends_at=None)
    texts = [
        body(parsed(row.source), "plain")
        for row in OutgoingMail.objects.filter(recipients=["tomasz@example.org"])
    ]
    assert len(texts) == 2
    assert "We do not call names here." in texts[0]
    assert "A day to calm down" in texts[1]
    assert "http://testserver/forum/appeal/" in texts[1]


def test_news_and_decisions_wait_for_the_end_of_the_quiet_hours(topic, tomasz):
    now = timezone.localtime(timezone.now(), zone_of(tomasz.time_zone))
    begin, end = now - timedelta(hours=1), now + timedelta(hours=2)
    Rhythm.objects.create(user=tomasz, quiet_from=begin.time(), quiet_to=end.time())
    Preference.objects.create(user=tomasz, kind="site-news", channel="mail", wanted=True)
    announcement_publish(author=OperatorFactory(), text="A break", link="", mailed=True)
    forum_sweep(later())
    mail = OutgoingMail.objects.get()
    assert mail.due_at >= now + timedelta(hours=1, minutes=59)
    assert outbox_sweep(now) == 0


def test_news_reach_those_who_asked_in_their_language(tomasz, jun, marta):
    for user in (tomasz, marta):
        Preference.objects.create(user=user, kind="site-news", channel="mail", wanted=True)
    announcement_publish(
        author=OperatorFactory(),
        text="A break on Sunday",
        text_cs="V neděli bude přestávka",
        link="/about/",
        mailed=True,
    )
    forum_sweep(later())
    forum_sweep(later())
    assert set(mails()) == {"tomasz@example.org", "marta@example.org"}
    assert "V neděli" in body(mails()["marta@example.org"], "plain")
    assert "A break" in body(mails()["tomasz@example.org"], "html")
    assert OutgoingMail.objects.count() == 2
