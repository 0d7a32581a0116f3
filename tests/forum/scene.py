"""A forum with one of everything, for tables of who may open what."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from forum.models import Category, Level, ModerationEntry, Post
from forum.services.announcements import announcement_publish
from forum.services.appeals import appeal_file
from forum.services.moderation import topic_lock
from forum.services.people import sanction_set
from forum.services.posts import PollWish, post_reply, post_withdraw, topic_start
from forum.services.reports import report_file
from forum.services.studies import (
    plan_sharing_set,
    step_put,
    study_begin,
    study_publish,
)
from forum.unsubscribing import unsubscribe_address
from games.models import Game
from games.services.plans import branch_save, plan_save
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.games.played import stored


def forum_things(author: User) -> dict[str, str]:
    """Ids and names of the things; `author` is none of the visitors who try them."""
    chief, reader = ModeratorFactory(username="chief"), UserFactory(username="reader")
    rules = Category.objects.create(slug="rules", name="Rules", has_solutions=True)
    Category.objects.create(slug="wishes", name="Wishes", has_votes=True)
    desk = Category.objects.create(
        slug="desk",
        name="Desk",
        read_by=Level.MODERATORS,
        start_by=Level.MODERATORS,
        reply_by=Level.MODERATORS,
    )
    poll = PollWish("Which?", ("one", "two"), 1, timezone.now() + timedelta(days=1))
    topic = topic_start(
        author=author, category=rules, title="A topic", text="First words", poll=poll
    )
    post = post_reply(author=author, topic=topic, text="Second words")
    gone = post_reply(author=author, topic=topic, text="Third words")
    post_withdraw(post=gone, by=author)
    wishes = Category.objects.get(slug="wishes")
    wish = topic_start(author=author, category=wishes, title="A wish", text="Please")
    secret = topic_start(author=chief, category=desk, title="A secret", text="Psst")
    closed = topic_start(author=chief, category=rules, title="Closed", text="Over")
    topic_lock(topic=closed, by=chief, locked=True)
    report = report_file(post=post, by=reader, reason="rude")
    sinner = UserFactory(username="sinner")
    sanction = sanction_set(person=sinner, by=chief, kind="silence", reason="x", ends_at=None)
    appeal = appeal_file(sanction=sanction, by=sinner, text="I did not mean it.")
    banner = announcement_publish(author=OperatorFactory(username="boss"), text="News")
    address = unsubscribe_address(user=author, topic=topic)
    return {
        "author": author.username,
        "sinner": sinner.username,
        "topic": str(topic.pk),
        "wish": str(wish.pk),
        "secret": str(secret.pk),
        "secret_post": str(secret.posts.get().pk),
        "closed": str(closed.pk),
        "post": str(post.pk),
        "gone": str(gone.pk),
        "report": str(report.pk),
        "entry": str(ModerationEntry.objects.get(action="sanction", person=sinner).pk),
        "sanction": str(sanction.pk),
        "appeal": str(appeal.pk),
        "banner": str(banner.pk),
        "token": address.rstrip("/").rpartition("/")[2],
        "option": str(topic.poll.options.first().pk),
    }


def post_of(user: User, topic_id: str) -> Post:
    """A post of the visitor's own, so that there is something he may change."""
    return Post.objects.create(
        topic_id=int(topic_id), author=user, number=100 + user.pk, text="My own words"
    )


def game_things(author: User) -> dict[str, str]:
    """Games to be shown in posts; made only where a row of a table asks for them."""
    author.date_joined = timezone.now() - timedelta(days=300)  # new accounts write less
    author.save(update_fields=["date_joined"])
    others = ["random", "random", "random"]
    private = stored([author, *others], 3, visibility=Game.Visibility.PRIVATE)
    ended = stored([author, *others], 3)
    Game.objects.filter(pk=ended.pk).update(status=Game.Status.FINISHED, result=[])
    rules = Category.objects.get(slug="rules")
    studies = [study_begin(game_id=ended.pk, author=author, title="A study") for _ in range(2)]
    for study in studies:
        step_put(study=study, by=author, number=2, text="Here")
    study_publish(study=studies[0], by=author, category=rules)
    plans = [plan_save(game_id=ended.pk, user=author, name="A plan") for _ in range(2)]
    for plan in plans:
        branch_save(user=author, plan_id=plan.pk, lines=[], number=2)
    plan_sharing_set(plan_id=plans[0].pk, by=author, shared=True)
    return {
        "published_study": str(studies[0].pk),
        "draft_study": str(studies[1].pk),
        "shared_study": str(plans[0].pk),
        "secret_study": str(plans[1].pk),
        "running_game": str(stored([author, *others], 3).pk),
        "private_game": str(private.pk),
        "ended_game": str(ended.pk),
    }
