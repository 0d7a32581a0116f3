"""Merging and splitting: numbers without gaps, and nobody's place in the text is lost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from forum.errors import NotAllowed, NothingChosen, SameTopic
from forum.models import Category, ModerationEntry, Topic, TopicRead
from forum.services.drafts import draft_save
from forum.services.posts import post_reply, post_reply_by_mail, topic_start, topic_tag
from forum.services.reactions import vote_toggle
from forum.services.reading import topic_mark_read
from forum.services.rearranging import topic_merge, topic_split
from forum.services.subjects import subject_post
from games.models import Game
from tests.games.played import stored


@pytest.fixture
def two(rules, mira) -> tuple[Topic, Topic]:
    """Two topics whose posts alternate in time: a1 b1 a2 b2 a3 b3."""
    begin = timezone.now() - timedelta(hours=10)
    topics = []
    for offset, name in enumerate("ab"):
        at = begin + timedelta(minutes=offset)
        topic = topic_start(
            author=mira, category=rules, title=f"Topic {name}", text=f"{name}1", now=at
        )
        for number in (2, 3):
            post_reply(
                author=mira,
                topic=topic,
                text=f"{name}{number}",
                now=begin + timedelta(minutes=offset, hours=number),
            )
        topics.append(topic)
    return topics[0], topics[1]


def texts(topic: Topic) -> list[tuple[int, str]]:
    return list(topic.posts.order_by("number").values_list("number", "text"))


def mark(user, topic) -> int:
    return TopicRead.objects.get(user=user, topic=topic).number


def test_merged_posts_stand_in_the_order_of_their_times(two, mira, rules):
    a, b = two
    topic_merge(topic=a, into=b, by=mira)
    for topic in (a, b, rules):
        topic.refresh_from_db()
    assert texts(b) == list(enumerate(["a1", "b1", "a2", "b2", "a3", "b3"], start=1))
    assert (b.last_number, b.reply_count, rules.topic_count) == (6, 5, 1)
    assert (a.state, a.merged_into) == (Topic.State.MERGED, b)


def test_after_a_merge_the_first_unread_post_is_not_skipped(two, mira, jun, tomasz):
    a, b = two
    topic_mark_read(user=jun, topic_id=a.pk, number=3)  # has read all of a and none of b
    topic_mark_read(user=tomasz, topic_id=a.pk, number=2)
    topic_mark_read(user=tomasz, topic_id=b.pk, number=3)  # all but a3
    topic_merge(topic=a, into=b, by=mira)
    assert mark(jun, b) == 1, "a1 is read, b1 is not"
    assert mark(tomasz, b) == 4, "a1 b1 a2 b2 are read, a3 is not"


def test_the_old_address_leads_to_the_merged_topic(two, mira, client):
    a, b = two
    topic_merge(topic=a, into=b, by=mira)
    assert client.get(a.get_absolute_url()).url == b.get_absolute_url()


def test_votes_tags_and_what_is_being_written_go_along(two, mira, jun, tomasz, browse):
    a, b = two
    Category.objects.update(has_votes=True)
    for topic, voters, tags in ((a, (jun, tomasz), ("dig", "map")), (b, (jun,), ("dig",))):
        topic.refresh_from_db(fields=["category"])
        topic_tag(topic=topic, names=tags)
        for voter in voters:
            vote_toggle(topic=topic, user=voter)
    draft_save(user=jun, place=f"topic:{a.pk}", title="", text="I had begun this")
    topic_merge(topic=a, into=b, by=mira)
    b.refresh_from_db()
    assert b.vote_count == b.votes.count() == 2
    assert sorted(b.tags.values_list("name", flat=True)) == ["dig", "map"]
    client = browse(jun)
    assert "I had begun this" in client.get(b.get_absolute_url()).text
    client.post(reverse("forum_reply", args=[a.pk]), {"text": "Sent from the old page"})
    assert b.posts.get(number=7).text == "Sent from the old page"


def test_what_was_merged_before_goes_along(two, mira, rules, client, tomasz):
    first, second = two
    third = topic_start(author=mira, category=rules, title="Topic c", text="c1")
    topic_merge(topic=first, into=second, by=mira)
    topic_merge(topic=second, into=third, by=mira)
    assert client.get(first.get_absolute_url()).url == third.get_absolute_url()
    post = post_reply_by_mail(user=tomasz, topic_id=first.pk, text="Still?", message_id="<1@x>")
    assert post.topic == third


def test_the_thread_of_a_thing_goes_on_where_it_was_merged_into(marta, tomasz, mira, two):
    game = stored([marta, tomasz, "random", "random"], 3)
    Game.objects.update(status=Game.Status.FINISHED, result=[])
    post = subject_post(kind="game", key=str(game.pk), author=marta, text="Well played")
    topic_merge(topic=post.topic, into=two[0], by=mira)
    again = subject_post(kind="game", key=str(game.pk), author=tomasz, text="And you")
    assert again.topic == two[0]


def test_a_topic_to_merge_with_is_named_by_any_of_its_addresses(two, mira, browse):
    a, b = two
    post = b.posts.get(number=2)
    manage = reverse("forum_manage_topic", args=[a.pk])
    address = f"https://x.example{post.get_absolute_url()}"
    assert browse(mira).post(manage, {"action": "merge", "into": address}).status_code == 302
    a.refresh_from_db()
    assert a.merged_into == b


@pytest.mark.parametrize("kind", ["itself", "a merged one"])
def test_a_topic_merges_with_another_one_only(two, mira, kind):
    a, b = two
    if kind == "itself":
        b = a
    else:
        topic_merge(topic=b, into=a, by=mira)
        b.refresh_from_db()
    with pytest.raises(SameTopic):
        topic_merge(topic=a, into=b, by=mira)


def test_split_posts_become_a_topic_and_marks_follow(two, mira, jun, wishes):
    a, _b = two
    topic_mark_read(user=jun, topic_id=a.pk, number=2)
    going = a.posts.get(text="a2")
    new = topic_split(
        topic=a, post_ids={going.pk}, title="About something else", category=wishes, by=mira
    )
    a.refresh_from_db()
    assert texts(a) == [(1, "a1"), (2, "a3")]
    assert texts(new) == [(1, "a2")]
    assert (a.last_number, a.reply_count, new.last_number) == (2, 1, 1)
    assert (mark(jun, a), mark(jun, new)) == (1, 1), "a3 is still unread, a2 is not"
    assert Category.objects.get(slug="wishes").topic_count == 1
    assert ModerationEntry.objects.get(action="topic-split").topic == a


@pytest.mark.parametrize("chosen", [(), (1,), (1, 2, 3)])
def test_a_split_leaves_the_beginning(two, mira, rules, chosen):
    a, _b = two
    ids = set(a.posts.filter(number__in=chosen).values_list("pk", flat=True))
    with pytest.raises(NothingChosen):
        topic_split(topic=a, post_ids=ids, title="Another", category=rules, by=mira)


def test_players_rearrange_nothing(two, tomasz, rules):
    a, b = two
    with pytest.raises(NotAllowed):
        topic_merge(topic=a, into=b, by=tomasz)
    with pytest.raises(NotAllowed):
        topic_split(topic=a, post_ids={1}, title="Another", category=rules, by=tomasz)
