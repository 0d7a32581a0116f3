"""Posts come into sight and go out of it; counts, search and reading marks follow."""

from __future__ import annotations

from datetime import datetime

from forum.errors import AlreadyDone
from forum.models import Post, Topic, TopicRead
from forum.search.index import index_drop, index_put
from forum.signals import post_published, user_mentioned


def post_hide(*, post: Post, state: Post.State) -> None:
    """Take a post out of sight, of the search and of the counts."""
    post.state = state
    post.save(update_fields=["state"])
    Topic.objects.filter(pk=post.topic_id, solution=post).update(solution=None)
    index_drop(post_ids=[post.pk])
    topic_recount(topic=post.topic)


def post_show(*, post: Post, now: datetime) -> None:
    """Bring a post back; one that was never there before is published now, as the newest."""
    if post.number is None:
        post_publish(post=post, now=now)
        return
    post.state = Post.State.SHOWN
    post.save(update_fields=["state"])
    post_index(post=post)
    topic_recount(topic=post.topic)


def post_publish(*, post: Post, now: datetime) -> None:
    """The moment a post is there for all readers."""
    topic = post.topic
    if post.number is not None:
        raise AlreadyDone
    topic.last_number += 1
    post.number, post.state, post.created_at = topic.last_number, Post.State.SHOWN, now
    post.save(update_fields=["number", "state", "created_at"])
    topic.reply_count = max(0, topic.reply_count + (post.number > 1))
    topic.last_post_at, topic.last_poster = now, post.author
    topic.save(update_fields=["last_number", "reply_count", "last_post_at", "last_poster"])
    post_index(post=post)
    _author_keeps_up(post)
    post_published.send(sender=Post, post=post)
    names = post.references.exclude(written="").select_related("user")
    users = list({reference.user for reference in names} - {post.author})
    if users:
        user_mentioned.send(sender=Post, post=post, users=users)


def topic_recount(*, topic: Topic) -> None:
    """Replies and the last word, counted anew after posts have come or gone."""
    shown = topic.posts.filter(state=Post.State.SHOWN)
    last = shown.order_by("-number").first()
    topic.reply_count = max(0, shown.count() - 1)
    if last is not None:
        topic.last_post_at, topic.last_poster = last.created_at, last.author
    topic.save(update_fields=["reply_count", "last_post_at", "last_poster"])


def post_index(*, post: Post) -> None:
    """Make a shown post findable; the first one of a topic by its title too."""
    index_put(post_id=post.pk, title=post.topic.title if post.number == 1 else "", text=post.text)


def _author_keeps_up(post: Post) -> None:
    """Who had read everything before his own post has read everything after it."""
    assert post.number is not None
    if post.number == 1:
        TopicRead.objects.create(user=post.author, topic=post.topic, number=1)
        return
    TopicRead.objects.filter(user=post.author, topic=post.topic, number=post.number - 1).update(
        number=post.number
    )
