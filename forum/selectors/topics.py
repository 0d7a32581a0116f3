"""Lists of topics, and one topic with its posts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from forum.embeds import embeds_fill
from forum.models import (
    Category,
    PollOption,
    PollVote,
    Post,
    Topic,
)
from forum.permissions import (
    Standing,
    may_bring_back,
    may_edit,
    may_report,
    may_see_post,
    may_withdraw,
)
from forum.rendering import posts_refresh
from forum.selectors.unread import HORIZON, unread_condition, with_marks

TOPICS_A_PAGE = 30
POSTS_A_PAGE = 20
NOT_OF_AUTHORS = (
    *("password", "last_login", "email", "about", "country", "audience", "show_country"),
    *("show_joined", "time_zone", "language", "theme", "welcomed_at", "delete_at"),
    *("anonymised_at", "username_key", "username_skeleton", "date_joined"),
)
"""What no post shows of its author."""


class CountedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts nothing: the number of topics stands with the categories."""

    def __init__(self, rows: Any, per_page: int, *, total: int) -> None:
        super().__init__(rows, per_page)
        self.total = total

    @property
    def count(self) -> int:
        return self.total


def topic_list(
    *,
    standing: Standing,
    categories: Sequence[Category],
    number: str | None,
    now: datetime,
    order: str = "",
    tag: str = "",
) -> Page[Topic]:
    """One page of topics, pinned ones first, with how many posts are new for the reader."""
    topics = rows_of_a_list(
        Topic.objects.filter(category__in=categories, state=Topic.State.OPEN, listed=True)
    )
    total = sum(category.topic_count for category in categories)
    if tag:
        topics = topics.filter(tags__name=tag)
        total = topics.count()
    if order == "votes":
        topics = topics.order_by("-vote_count", "-last_post_at")
    elif len(categories) == 1:
        topics = topics.order_by("-pin", "-last_post_at")
    else:
        topics = topics.order_by("-last_post_at")
    page = CountedPaginator(topics, TOPICS_A_PAGE, total=total).get_page(number)
    rows = _rows_of(topics, page)
    if len(categories) > 1 and page.number == 1 and not tag and order != "votes":
        rows = _pinned_first(topics, rows)
    known = {category.pk: category for category in categories}
    for topic in rows:
        topic.category = known[topic.category_id]
    mark_unread(standing=standing, topics=rows, now=now)
    page.object_list = rows
    return page


def _rows_of(topics: QuerySet[Topic], page: Page[Topic]) -> list[Topic]:
    """Pages far down are found by the index alone, from its nearer end."""
    if page.number == 1:
        return list(page.object_list)
    first, total = page.start_index() - 1, page.paginator.count
    end = min(first + TOPICS_A_PAGE, total)
    ids = topics.values_list("pk", flat=True)
    if first < total // 2:
        return topics_in_order(list(ids[first:end]))
    return topics_in_order(list(ids.reverse()[total - end : total - first])[::-1])


def topics_in_order(ids: Sequence[int]) -> list[Topic]:
    found = rows_of_a_list(Topic.objects.all()).in_bulk(ids)
    return [found[pk] for pk in ids if pk in found]


def rows_of_a_list(topics: QuerySet[Topic]) -> QuerySet[Topic]:
    """What a list shows of a topic, and no more: building objects is what costs here."""
    return topics.select_related("last_poster").only(
        *("title", "category_id", "pin", "locked", "solution_id", "last_number", "reply_count"),
        *("vote_count", "last_post_at", "last_poster__username"),
    )


def _pinned_first(topics: QuerySet[Topic], rows: list[Topic]) -> list[Topic]:
    pinned = list(topics.filter(pin=Topic.Pin.EVERYWHERE))
    above = {topic.pk for topic in pinned}
    return pinned + [topic for topic in rows if topic.pk not in above]


def mark_unread(*, standing: Standing, topics: Sequence[Topic], now: datetime) -> None:
    """Give each topic `unread`, the number of new posts for the reader: one query."""
    new: dict[int, int] = {}
    recent = [topic.pk for topic in topics if topic.last_post_at > now - HORIZON]
    if standing.user is not None and recent:
        seen = with_marks(Topic.objects.filter(pk__in=recent), user=standing.user)
        seen = seen.filter(unread_condition(user=standing.user))
        marked = seen.annotate(mark_number=F("mark__number"))
        for row in marked.values("pk", "last_number", "mark_number"):
            new[row["pk"]] = row["last_number"] - (row["mark_number"] or 0)
    for topic in topics:
        topic.unread = new.get(topic.pk, 0)  # type: ignore[attr-defined]


def topic_with_marks(*, topic_id: int, standing: Standing) -> Topic | None:
    """A topic with its tags and what the reader has to do with it: mark, wish, vote, draft.

    One query.
    """
    found = Topic.objects.select_related("category", "poll").filter(pk=topic_id)
    joined = "GROUP_CONCAT" if connection.vendor == "sqlite" else "STRING_AGG"
    about = {"tag_names": RawSQL(_TAGS.format(joined=joined), [])}
    if standing.user is not None:
        mine = standing.user.pk
        about |= {name: RawSQL(of, [mine]) for name, of in _MINE.items()}
        about["my_draft"] = RawSQL(_DRAFT, [mine, f"topic:{topic_id}"])
    return found.annotate(**about).first()


# Written out, because every visit of a topic asks all of it, and putting such a question together
# out of six smaller ones takes Django several times as long as answering it.
_TAGS = """
    SELECT {joined}(tag.name, ',') FROM forum_tag tag
    JOIN forum_topic_tags held ON held.tag_id = tag.id WHERE held.topic_id = forum_topic.id
"""
_WISH = "SELECT follow FROM forum_subscription wish WHERE wish.user_id = %s"
_MINE = {
    "my_mark": """
        SELECT number FROM forum_topicread mark
        WHERE mark.user_id = %s AND mark.topic_id = forum_topic.id
    """,
    "my_follow": f"{_WISH} AND wish.topic_id = forum_topic.id",
    "my_category_follow": f"{_WISH} AND wish.category_id = forum_topic.category_id",
    "my_vote": """
        SELECT 1 FROM forum_topicvote vote
        WHERE vote.user_id = %s AND vote.topic_id = forum_topic.id
    """,
}
_DRAFT = "SELECT text FROM forum_draft draft WHERE draft.user_id = %s AND draft.place = %s"


@dataclass
class ShownPost:
    """A post as one reader sees it."""

    post: Post
    place: str
    """The post's address; all that can be done to it has an address below this one."""
    html: str
    visible: bool
    is_new: bool
    thanked: bool
    bookmarked: bool
    may_edit: bool
    may_withdraw: bool
    may_bring_back: bool
    may_report: bool
    may_thank: bool


def posts_page(*, topic: Topic, standing: Standing, page: int, mark: int | None) -> list[ShownPost]:
    """The posts of one page, by their numbers, so that the last page costs what the first does."""
    first = (page - 1) * POSTS_A_PAGE + 1
    chosen = Q(number__range=(first, first + POSTS_A_PAGE - 1))
    if page == pages_of(topic) and standing.user is not None:
        waiting = Q(number=None, state=Post.State.HELD)
        chosen |= waiting if standing.is_moderator else waiting & Q(author=standing.user)
    posts = topic.posts.filter(chosen).select_related("author")
    posts = posts.defer(*(f"author__{name}" for name in NOT_OF_AUTHORS))
    about = {name: RawSQL(_RATING.format(name=of), []) for name, of in _RATED.items()}
    if standing.user is not None:
        mine = [standing.user.pk]
        about |= {name: RawSQL(_REACTION.format(table=of), mine) for name, of in _REACTED.items()}
    posts = posts.annotate(**about)
    rows = list(posts.order_by(F("number").asc(nulls_last=True), "pk"))
    return shown_posts(posts=rows, topic=topic, standing=standing, mark=mark)


_RATED = {"rating": "shown", "rated_games": "games"}
"""How the author plays, in the kind of game he has played most."""
_RATING = """
    SELECT {name} FROM ratings_rating rating WHERE rating.user_id = forum_post.author_id
    ORDER BY games DESC LIMIT 1
"""
_REACTED = {"thanked": "forum_thanks", "bookmarked": "forum_bookmark"}
_REACTION = "SELECT 1 FROM {table} mine WHERE mine.user_id = %s AND mine.post_id = forum_post.id"


def shown_posts(
    *, posts: Sequence[Post], topic: Topic, standing: Standing, mark: int | None = None
) -> list[ShownPost]:
    posts_refresh(posts=posts)
    htmls = embeds_fill(htmls=[post.html for post in posts], viewer=standing.user)
    shown = []
    for post, html in zip(posts, htmls, strict=True):
        post.topic = topic
        own = standing.user is not None and post.author_id == standing.user.pk
        visible = may_see_post(standing, post)
        shown.append(
            ShownPost(
                post=post,
                place=post.get_absolute_url(),
                html=html if visible else "",
                visible=visible,
                is_new=mark is not None and (post.number or 0) > mark and not own,
                thanked=bool(getattr(post, "thanked", None)),
                bookmarked=bool(getattr(post, "bookmarked", None)),
                may_edit=may_edit(standing, post),
                may_withdraw=may_withdraw(standing, post),
                may_bring_back=may_bring_back(standing, post),
                may_report=may_report(standing, post),
                may_thank=may_report(standing, post),
            )
        )
    return shown


def pages_of(topic: Topic) -> int:
    return max(1, -(-topic.last_number // POSTS_A_PAGE))


def page_of(number: int) -> int:
    return max(1, -(-number // POSTS_A_PAGE))


def poll_options(*, topic: Topic, standing: Standing) -> list[PollOption]:
    """The answers with their counts and the reader's own: one query."""
    options = PollOption.objects.filter(poll=topic.poll).annotate(count=Count("votes"))
    if standing.user is not None:
        own = PollVote.objects.filter(option=OuterRef("pk"), user=standing.user)
        options = options.annotate(mine=Exists(own))
    return list(options)
