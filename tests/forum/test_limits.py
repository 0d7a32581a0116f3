"""New accounts, robots, and people in a hurry."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from forum.errors import LookedAtFirst, NotAllowed, Silenced, TooFast, TooManyLinks
from forum.limits import LONGEST, is_new
from forum.models import Post, Report, Topic
from forum.services.moderation import post_approve, post_remove
from forum.services.people import sanction_lift, sanction_set, word_watch
from forum.services.posts import EDITS_AT_MOST, PollWish, post_edit, post_reply, topic_start
from forum.signals import post_published
from tests.factories import UserFactory

LINKS = "https://a.example https://b.example https://c.example"


@pytest.fixture
def newcomer(db):
    return UserFactory(username="newcomer")


@pytest.fixture
def published():
    """The posts that were announced."""
    seen: list[int] = []

    def note(*, post, **_):
        seen.append(post.pk)

    post_published.connect(note)
    yield seen
    post_published.disconnect(note)


def test_an_account_is_new_for_three_days_and_three_posts(topic, newcomer, marta):
    now = timezone.now()
    assert is_new(user=newcomer, now=now)
    assert is_new(user=newcomer, now=now + timedelta(days=4)), "no post has stood yet"
    for number in range(3):
        post_reply(author=newcomer, topic=topic, text=f"Answer {number}")
    assert is_new(user=newcomer, now=now), "but the account is young"
    assert not is_new(user=newcomer, now=now + timedelta(days=4))


def test_links_are_few_for_new_accounts(topic, newcomer, tomasz):
    with pytest.raises(TooManyLinks) as refusal:
        post_reply(author=newcomer, topic=topic, text=LINKS)
    assert "up to 2 links" in str(refusal.value)
    for number in range(3):
        post_reply(author=tomasz, topic=topic, text=f"Known by now {number}")
    assert post_reply(author=tomasz, topic=topic, text=LINKS).is_shown


def test_a_watched_word_holds_a_new_account_s_post_back(topic, newcomer, mira, published):
    word_watch(word="Čäsïno", by=mira)
    post = post_reply(author=newcomer, topic=topic, text="Best CASINO in town")
    topic.refresh_from_db()
    assert (post.state, post.number, topic.last_number) == (Post.State.HELD, None, 1)
    assert Report.objects.get(reason="held").post == post
    assert post.pk not in published

    post_reply(author=mira, topic=topic, text="meanwhile")
    post_approve(post=post, by=mira)
    post.refresh_from_db()
    assert (post.state, post.number) == (Post.State.SHOWN, 3), "it is the newest when it is seen"
    assert post.pk in published
    assert not Report.objects.exclude(state="closed").exists()


def test_a_held_topic_is_in_no_list_until_it_is_approved(rules, newcomer, mira):
    word_watch(word="casino", by=mira)
    topic = topic_start(author=newcomer, category=rules, title="My casino", text="Come!")
    rules.refresh_from_db()
    assert (topic.state, rules.topic_count) == (Topic.State.HELD, 0)
    post_approve(post=topic.posts.get(), by=mira)
    topic.refresh_from_db()
    rules.refresh_from_db()
    assert (topic.state, rules.topic_count, topic.last_number) == (Topic.State.OPEN, 1, 1)


def test_a_watched_word_waits_in_tags_and_polls_too(rules, newcomer, mira):
    word_watch(word="casino", by=mira)
    for more in (
        {"tags": ("casino",)},
        {"poll": PollWish("Casino or not?", ("yes", "no"))},
        {"poll": PollWish("Where?", ("a tavern", "the casino"))},
    ):
        topic = topic_start(author=newcomer, category=rules, title="Evening", text="Come!", **more)
        assert topic.state == Topic.State.HELD


def test_a_watched_word_is_not_put_in_later(topic, newcomer, tomasz, mira):
    word_watch(word="casino", by=mira)
    post = post_reply(author=newcomer, topic=topic, text="Come to my place")
    with pytest.raises(LookedAtFirst):
        post_edit(post=post, by=newcomer, text="Come to my casino")
    post.refresh_from_db()
    assert post.text == "Come to my place"


def test_a_post_is_not_edited_without_end(topic, tomasz):
    post = post_reply(author=tomasz, topic=topic, text="Version 0")
    now = timezone.now()
    for number in range(EDITS_AT_MOST):
        post_edit(post=post, by=tomasz, text=f"Version {number + 1}", now=now)
    with pytest.raises(TooFast):
        post_edit(post=post, by=tomasz, text="And one more", now=now + timedelta(minutes=9))
    later = now + timedelta(minutes=11)
    assert post_edit(post=post, by=tomasz, text="And one more", now=later).text == "And one more"


def test_the_longest_text_fits_whatever_the_title(rules, marta):
    topic = topic_start(author=marta, category=rules, title="A title", text="x" * LONGEST)
    assert len(topic.posts.get().text) == LONGEST


def test_a_removed_held_post_never_had_a_number(topic, newcomer, mira):
    word_watch(word="casino", by=mira)
    post = post_reply(author=newcomer, topic=topic, text="casino")
    post_remove(post=post, by=mira, reason="advertising")
    post.refresh_from_db()
    assert (post.state, post.number) == (Post.State.REMOVED, None)


def test_those_known_here_may_say_any_word(topic, tomasz, mira):
    word_watch(word="casino", by=mira)
    for number in range(3):
        post_reply(author=tomasz, topic=topic, text=f"Known by now {number}")
    assert post_reply(author=tomasz, topic=topic, text="A casino is no tavern").is_shown


def test_whoever_fills_in_the_invisible_field_waits(topic, tomasz):
    post = post_reply(author=tomasz, topic=topic, text="I am a robot", trapped=True)
    assert post.state == Post.State.HELD


def test_a_new_account_writes_four_posts_in_ten_minutes(topic, newcomer):
    now = timezone.now()
    for number in range(4):
        post_reply(author=newcomer, topic=topic, text=f"Post {number}", now=now)
    with pytest.raises(TooFast) as refusal:
        post_reply(author=newcomer, topic=topic, text="Post 5", now=now + timedelta(minutes=3))
    assert "7 minutes" in str(refusal.value)
    later = now + timedelta(minutes=11)
    assert post_reply(author=newcomer, topic=topic, text="Post 5", now=later).is_shown


def test_silence_takes_writing_and_ends(topic, tomasz, mira):
    sanction_set(
        person=tomasz,
        by=mira,
        kind="silence",
        reason="rude",
        ends_at=timezone.now() + timedelta(days=1),
    )
    with pytest.raises(Silenced):
        post_reply(author=tomasz, topic=topic, text="But")
    tomorrow = timezone.now() + timedelta(days=1, minutes=1)
    assert post_reply(author=tomasz, topic=topic, text="Sorry", now=tomorrow).is_shown


def test_a_ban_takes_what_is_for_members(tomasz, mira, desk):
    sanction = sanction_set(person=tomasz, by=mira, kind="ban", reason="spam", ends_at=None)
    with pytest.raises(NotAllowed):
        topic_start(author=tomasz, category=desk, title="Title", text="Text")
    sanction_lift(sanction=sanction, by=mira, reason="a mistake")
    assert not tomasz.forum_sanctions.filter(lifted_at=None).exists()
