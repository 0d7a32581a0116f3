"""Categories and topics of a fresh site, in three languages, so that it is alive."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.selectors import user_named
from forum.demo_topics import CATEGORIES, STUDY, TOPICS, DemoTopic
from forum.models import Category, Level, Post, Study, StudyStep, Thanks, Topic, TopicVote
from forum.permissions import Standing
from forum.services.posts import PollWish, first_post_add, poll_add, reply_add, topic_tag
from games.models import Game


@transaction.atomic
def load_demo() -> list[tuple[str, str, str]]:
    """Make what is missing. The people are those of the accounts' demo content."""
    for order, values in enumerate(CATEGORIES, start=1):
        Category.objects.get_or_create(
            slug=values["slug"], defaults={**values, "order": 10 * order}
        )
    if not Topic.objects.exists():
        for topic in TOPICS:
            _write(topic, now=timezone.now())
    if not Study.objects.exists():
        _write_study(now=timezone.now())
    return []


def _standing(name: str) -> Standing | None:
    """As a moderator's, because limits of new accounts are not for demo content."""
    user = user_named(username=name)
    return Standing(user, Level.MODERATORS) if user else None


def _write(wanted: DemoTopic, *, now: datetime) -> None:
    authors = [_standing(name) for name, _text in wanted.posts]
    if None in authors:
        return
    at = now - timedelta(hours=wanted.hours_ago)
    step = timedelta(hours=wanted.hours_ago) / (len(wanted.posts) + 1)
    topic = Topic(
        category=Category.objects.get(slug=wanted.category),
        title=wanted.title,
        pin=wanted.pin,
        created_at=at,
        last_post_at=at,
    )
    posts: list[Post] = []
    for standing, (_name, text) in zip(authors, wanted.posts, strict=True):
        assert standing is not None
        assert standing.user is not None
        if not posts:
            topic.author = topic.last_poster = standing.user
            posts.append(first_post_add(topic=topic, standing=standing, text=text, now=at))
        else:
            text = text.replace("[quote 1]", f"[quote {posts[0].pk}]")
            posts.append(reply_add(topic=topic, standing=standing, text=text, now=at))
        at += step
    topic_tag(topic=topic, names=wanted.tags)
    if wanted.poll:
        poll_add(topic=topic, wish=PollWish(wanted.poll[0], wanted.poll[1:]))
    if wanted.answer:
        Topic.objects.filter(pk=topic.pk).update(solution=posts[wanted.answer - 1])
    topic.posts.update(told_at=now)  # nobody gets mails about demo content
    _thank(posts[-1], ("alice", "jun")[: len(posts) - 1])
    for name in wanted.votes:
        if user := user_named(username=name):
            TopicVote.objects.get_or_create(topic=topic, user=user)
    Topic.objects.filter(pk=topic.pk).update(vote_count=topic.votes.count(), locked=wanted.locked)


def _thank(post: Post, names: tuple[str, ...]) -> None:
    people: list[User] = [user for name in names if (user := user_named(username=name))]
    for user in people:
        if user.pk != post.author_id:
            Thanks.objects.get_or_create(post=post, user=user)
    Post.objects.filter(pk=post.pk).update(thanks_count=post.thanks.count())


def _write_study(*, now: datetime) -> None:
    """A finished game of the demo content, looked at again; none without such a game."""
    game = Game.objects.filter(status=Game.Status.FINISHED, length__gt=60).order_by("pk").first()
    standing = _standing(STUDY.author)
    if game is None or standing is None or standing.user is None:
        return
    study = Study.objects.create(
        game=game, author=standing.user, title=STUDY.title, intro=STUDY.intro, published_at=now
    )
    for part, words in STUDY.steps:
        number = game.length * part // 100
        StudyStep.objects.create(study=study, number=number, text=words)
    topic = Topic(
        category=Category.objects.get(slug="strategy"),
        author=standing.user,
        title=STUDY.title,
        created_at=now,
        last_post_at=now,
        last_poster=standing.user,
    )
    text = f"{STUDY.intro}\n\n[study {study.pk}]\n\n[game {game.pk} move {game.length // 2}]"
    first_post_add(topic=topic, standing=standing, text=text, now=now)
    topic.posts.update(told_at=now)
    study.topic = topic
    study.save(update_fields=["topic"])
