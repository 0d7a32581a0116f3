"""Topics and posts: written, edited, taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from forum.errors import (
    Duplicate,
    NotAllowed,
    NothingToVote,
    PollClosed,
    TooLong,
    TooManyMentions,
    TooManyTags,
    TooShort,
    TopicClosed,
)
from forum.models import Category, Draft, Level, Post, Subscription, Topic, TopicRead
from forum.services.drafts import draft_save
from forum.services.moderation import post_bring_back, topic_lock
from forum.services.posts import PollWish, post_edit, post_reply, post_withdraw, topic_start
from forum.services.reactions import poll_vote, solution_set, thanks_toggle, vote_toggle


def test_a_topic_is_its_first_post(topic: Topic, marta: User, rules: Category):
    rules.refresh_from_db()
    post = topic.posts.get()
    assert (post.number, post.text, post.author) == (1, "Over two rivers.", marta)
    assert (topic.reply_count, topic.last_number, rules.topic_count) == (0, 1, 1)


def test_replies_are_numbered_and_counted(topic, reply, jun):
    post_reply(author=jun, topic=topic, text="Thank you.")
    topic.refresh_from_db()
    assert list(topic.posts.order_by("number").values_list("number", flat=True)) == [1, 2, 3]
    assert (topic.reply_count, topic.last_number, topic.last_poster) == (2, 3, jun)


def test_whoever_writes_follows_from_then_on(topic, reply, tomasz):
    assert Subscription.objects.get(user=tomasz).follow == "instant"


def test_one_s_own_post_is_read_but_posts_before_it_may_not_be(topic, marta, tomasz, jun):
    post_reply(author=tomasz, topic=topic, text="First answer")
    post_reply(author=marta, topic=topic, text="An answer to a post I have not opened")
    assert TopicRead.objects.get(user=marta, topic=topic).number == 1
    assert not TopicRead.objects.filter(user=jun).exists()


@pytest.mark.parametrize(
    ("title", "text", "refusal"),
    [
        ("abc", "text", TooShort),
        ("A fine title", " x ", TooShort),
        ("x" * 151, "text", TooLong),
        ("A fine title", "x" * 20_001, TooLong),
        ("A fine title", " ".join(f"@name{n}" for n in range(11)), TooManyMentions),
    ],
)
def test_what_a_topic_must_not_be(marta, rules, title, text, refusal):
    with pytest.raises(refusal):
        topic_start(author=marta, category=rules, title=title, text=text)
    assert not Topic.objects.exists()


def test_too_many_tags_lose_nothing_half_way(marta, rules):
    with pytest.raises(TooManyTags):
        topic_start(author=marta, category=rules, title="Title", text="Text", tags=tuple("abcdef"))
    assert not Topic.objects.exists()


def test_tags_are_small_and_kept_once(marta, rules):
    topic = topic_start(
        author=marta, category=rules, title="Title", text="Text", tags=("Base  Map", "base map", "")
    )
    assert [tag.name for tag in topic.tags.all()] == ["base map"]


def test_the_same_words_twice_are_a_slip(topic, tomasz):
    post_reply(author=tomasz, topic=topic, text="Yes.")
    with pytest.raises(Duplicate):
        post_reply(author=tomasz, topic=topic, text="Yes.")


def test_a_closed_topic_takes_nothing_but_from_moderators(topic, tomasz, mira):
    topic_lock(topic=topic, by=mira, locked=True)
    with pytest.raises(TopicClosed):
        post_reply(author=tomasz, topic=topic, text="One more thing")
    assert post_reply(author=mira, topic=topic, text="Closed because answered").number == 2


@pytest.mark.parametrize(
    ("level", "may"), [(Level.MEMBERS, True), (Level.ORGANISERS, False), (Level.OPERATORS, False)]
)
def test_a_category_says_who_starts_topics(marta, level, may):
    category = Category.objects.create(slug="c", name="C", start_by=level)
    if may:
        assert topic_start(author=marta, category=category, title="Title", text="Text").pk
    else:
        with pytest.raises(NotAllowed):
            topic_start(author=marta, category=category, title="Title", text="Text")


def test_an_edit_keeps_what_was_there(reply, tomasz):
    post_edit(post=reply, by=tomasz, text="No, only over *one*.", reason="clearer")
    reply.refresh_from_db()
    assert "<em>one</em>" in reply.html
    assert reply.edited_at
    revision = reply.revisions.get()
    assert (revision.text, revision.reason) == ("No, only over one.", "clearer")


def test_nobody_edits_for_others(reply, marta):
    with pytest.raises(NotAllowed):
        post_edit(post=reply, by=marta, text="Yes!")


def test_a_withdrawn_post_keeps_its_place_and_can_come_back(topic, reply, tomasz, marta):
    post_withdraw(post=reply, by=tomasz)
    reply.refresh_from_db()
    topic.refresh_from_db()
    assert (reply.state, reply.number) == (Post.State.WITHDRAWN, 2)
    assert (topic.reply_count, topic.last_number, topic.last_poster) == (0, 2, marta)
    with pytest.raises(NotAllowed):
        post_bring_back(post=reply, by=marta)
    post_bring_back(post=reply, by=tomasz)
    topic.refresh_from_db()
    assert topic.reply_count == 1


def test_a_draft_goes_when_its_text_is_sent(topic, tomasz):
    draft_save(user=tomasz, place=f"topic:{topic.pk}", title="", text="half a thou")
    draft_save(user=tomasz, place="new", title="T", text="another")
    post_reply(author=tomasz, topic=topic, text="half a thought")
    assert [draft.place for draft in Draft.objects.all()] == ["new"]


def test_a_draft_stands_in_the_box_of_its_topic(topic, tomasz, marta, browse):
    """Else whoever goes on in another browser writes over it."""
    draft_save(user=tomasz, place=f"topic:{topic.pk}", title="", text="half a thought")
    assert ">\nhalf a thought</textarea>" in browse(tomasz).get(topic.get_absolute_url()).text
    assert "half a thought" not in browse(marta).get(topic.get_absolute_url()).text


def test_what_was_just_sent_is_no_draft(topic, reply, tomasz):
    assert draft_save(user=tomasz, place=f"topic:{topic.pk}", title="", text=f"{reply.text}\n")
    assert not Draft.objects.exists()


@pytest.mark.parametrize("place", ["", "topic:", "topic:x", "new:1", "post:-1", "../x", "topic:0"])
def test_a_draft_needs_a_place(tomasz, place):
    assert not draft_save(user=tomasz, place=place, title="", text="x")


def test_thanks_are_counted_once_and_not_by_the_author(reply, marta, tomasz):
    assert thanks_toggle(post=reply, user=marta)
    reply.refresh_from_db()
    assert reply.thanks_count == 1
    assert not thanks_toggle(post=reply, user=marta)
    with pytest.raises(NotAllowed):
        thanks_toggle(post=reply, user=tomasz)


def test_the_one_who_asked_marks_the_answer(topic, reply, marta, tomasz):
    with pytest.raises(NotAllowed):
        solution_set(post=reply, by=tomasz)
    assert solution_set(post=reply, by=marta)
    topic.refresh_from_db()
    assert topic.solution == reply
    post_withdraw(post=reply, by=tomasz)
    topic.refresh_from_db()
    assert topic.solution is None, "an answer that is gone answers nothing"


def test_votes_only_where_wishes_are(topic, wishes, marta, tomasz):
    wish = topic_start(author=marta, category=wishes, title="A wish", text="Please")
    assert vote_toggle(topic=wish, user=tomasz)
    wish.refresh_from_db()
    assert wish.vote_count == 1
    with pytest.raises(NotAllowed):
        vote_toggle(topic=topic, user=tomasz)


@pytest.fixture
def poll(marta, rules) -> Topic:
    wish = PollWish("Which?", ("red", "blue", "green"), 2, timezone.now() + timedelta(days=1))
    return topic_start(author=marta, category=rules, title="A poll", text="Vote", poll=wish)


def test_a_vote_can_be_changed_while_the_poll_is_open(poll, tomasz):
    red, blue, green = poll.poll.options.all()
    poll_vote(topic=poll, user=tomasz, option_ids={red.pk})
    poll_vote(topic=poll, user=tomasz, option_ids={blue.pk, green.pk})
    assert [option.votes.count() for option in (red, blue, green)] == [0, 1, 1]
    for wrong in (set(), {red.pk, blue.pk, green.pk}, {red.pk, 999_999}):
        with pytest.raises(NothingToVote):
            poll_vote(topic=poll, user=tomasz, option_ids=wrong)
    with pytest.raises(PollClosed):
        poll_vote(
            topic=poll, user=tomasz, option_ids={red.pk}, now=timezone.now() + timedelta(days=2)
        )
