"""What is new for whom: exact to the post."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from forum.models import Category, Topic, TopicRead
from forum.permissions import standing_of
from forum.selectors.categories import categories_for, unread_per_category
from forum.selectors.topics import POSTS_A_PAGE, topic_list
from forum.services.posts import post_reply, topic_start
from forum.services.reading import categories_mark_read, topic_mark_read
from tests.factories import UserFactory


def new_for(user: User) -> dict[str, int]:
    now = timezone.now()
    standing = standing_of(user=user, now=now)
    categories = categories_for(standing=standing)
    new = unread_per_category(standing=standing, categories=categories, now=now)
    return {c.slug: new[c.pk] for c in categories if c.pk in new}


def unread_posts(user: User) -> dict[str, int]:
    now = timezone.now()
    standing = standing_of(user=user, now=now)
    page = topic_list(
        standing=standing, categories=categories_for(standing=standing), number=None, now=now
    )
    return {topic.title: topic.unread for topic in page}


def test_a_topic_is_new_until_it_is_read(topic, reply, jun):
    assert new_for(jun) == {"rules": 1}
    topic_mark_read(user=jun, topic_id=topic.pk, number=2)
    assert new_for(jun) == {}


def test_the_number_of_new_posts_is_exact(topic, reply, jun, marta):
    assert unread_posts(jun) == {topic.title: 2}
    topic_mark_read(user=jun, topic_id=topic.pk, number=1)
    assert unread_posts(jun) == {topic.title: 1}
    assert unread_posts(marta) == {topic.title: 1}, "her own post is read, the answer is not"


def test_a_mark_never_goes_back(topic, reply, jun):
    topic_mark_read(user=jun, topic_id=topic.pk, number=2)
    topic_mark_read(user=jun, topic_id=topic.pk, number=1)
    assert TopicRead.objects.get(user=jun).number == 2


def test_marking_all_as_read_covers_what_was_there_and_no_more(topic, reply, jun, marta):
    categories_mark_read(user=jun, categories=[topic.category], now=timezone.now())
    assert new_for(jun) == {}
    post_reply(author=marta, topic=topic, text="And one thing more")
    assert new_for(jun) == {"rules": 1}


def test_what_was_written_before_somebody_came_is_not_new(topic, reply):
    assert new_for(UserFactory()) == {}


def test_a_topic_once_opened_stays_watched_though_older_than_the_account(topic, reply, marta):
    late = UserFactory()
    topic_mark_read(user=late, topic_id=topic.pk, number=1)
    assert unread_posts(late) == {topic.title: 1}


def test_after_a_long_time_old_topics_are_not_new(topic, reply, jun):
    Topic.objects.filter(pk=topic.pk).update(last_post_at=timezone.now() - timedelta(days=61))
    assert new_for(jun) == {}


def test_a_visitor_has_no_news(client, topic):
    assert "badge" not in client.get(reverse("forum")).text


def test_what_one_may_not_read_is_not_counted(desk, mira, jun):
    topic_start(author=mira, category=desk, title="Secret", text="Text")
    assert new_for(jun) == {}


@pytest.fixture
def long_topic(topic, tomasz, mira) -> Topic:
    for number in range(2, 46):
        post_reply(author=mira, topic=topic, text=f"Post number {number}")
    topic.refresh_from_db()
    return topic


def test_opening_a_page_reads_that_page_only(long_topic, browse, jun):
    browse(jun).get(long_topic.get_absolute_url())
    assert TopicRead.objects.get(user=jun).number == POSTS_A_PAGE


def test_the_jump_leads_to_the_first_unread_post(long_topic, browse, jun):
    client = browse(jun)
    topic_mark_read(user=jun, topic_id=long_topic.pk, number=40)
    answer = client.get(reverse("forum_first_unread", args=[long_topic.pk]))
    post = long_topic.posts.get(number=41)
    assert answer.url == f"{long_topic.get_absolute_url()}?page=3#p{post.pk}"
    page = client.get(answer.url).text
    assert page.index("new for you") < page.index(f'id="p{post.pk}"')
    assert f'id="p{long_topic.posts.get(number=40).pk}"' not in page


def test_with_nothing_unread_the_jump_leads_to_the_end(long_topic, browse, jun):
    topic_mark_read(user=jun, topic_id=long_topic.pk, number=45)
    answer = browse(jun).get(reverse("forum_first_unread", args=[long_topic.pk]))
    assert answer.url.endswith(f"?page=3#p{long_topic.posts.get(number=45).pk}")


def test_a_post_can_be_made_unread_again(topic, reply, browse, jun):
    client = browse(jun)
    client.get(topic.get_absolute_url())
    client.post(reverse("forum_mark_unread", args=[reply.pk]))
    assert unread_posts(jun) == {topic.title: 1}


def test_unread_counts_cost_one_query(topic, reply, jun, wishes, django_assert_num_queries):
    now = timezone.now()
    standing = standing_of(user=jun, now=now)
    categories = list(Category.objects.all())
    with django_assert_num_queries(1):
        unread_per_category(standing=standing, categories=categories, now=now)
