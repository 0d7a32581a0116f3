"""Posts out of their topics: of one person, bookmarked, found, fed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from forum.markup import plain_text
from forum.models import Category, Post, Topic
from forum.permissions import Standing
from forum.search.index import index_find
from forum.search.talk import talk_find
from forum.search.words import WORD, folded, words_of
from games.models import ChatLine, Mute

A_PAGE = 20
FEW_TOPICS = 2000
"""Categories with no more topics are searched post by post."""


def public_posts(*, categories: Sequence[Category]) -> QuerySet[Post]:
    """Shown posts of listed topics in these categories, newest first."""
    return (
        Post.objects.filter(
            topic__category__in=categories,
            topic__state=Topic.State.OPEN,
            topic__listed=True,
            state=Post.State.SHOWN,
        )
        .select_related("topic__category", "author")
        .order_by("-created_at", "-pk")
    )


def posts_of(*, author: User, categories: Sequence[Category], number: str | None) -> Page[Post]:
    posts = public_posts(categories=categories).filter(author=author)
    return Paginator(posts, A_PAGE).get_page(number)


def bookmarked_posts(
    *, standing: Standing, categories: Sequence[Category], number: str | None
) -> Page[Post]:
    posts = public_posts(categories=categories).filter(bookmarks__user=standing.user)
    return Paginator(posts.order_by("-bookmarks__at"), A_PAGE).get_page(number)


@dataclass(frozen=True)
class Hit:
    post: Post
    excerpt: SafeString
    """Plain words around the first hit, with the hits marked."""


def search(
    *,
    query: str,
    categories: Sequence[Category],
    number: str | None,
    author: User | None = None,
) -> tuple[Page[int], list[Hit]]:
    """One page of hits: two queries."""
    ids = index_find(
        query=query,
        category_ids=[category.pk for category in categories],
        author_id=author.pk if author else None,
        few_topics=sum(category.topic_count for category in categories) <= FEW_TOPICS,
    )
    page: Page[int] = Paginator(ids, A_PAGE).get_page(number)
    found = Post.objects.select_related("topic__category", "author").in_bulk(list(page.object_list))
    words = words_of(query)
    hits = [
        Hit(found[pk], excerpt(found[pk].text, words)) for pk in page.object_list if pk in found
    ]
    return page, hits


@dataclass(frozen=True)
class TalkHit:
    line: ChatLine
    excerpt: SafeString


def search_talk(
    *, query: str, viewer: User | None, number: str | None, author: User | None = None
) -> tuple[Page[int], list[TalkHit]]:
    """One page of what was said at finished games, without those the viewer has muted."""
    ids = talk_find(query=query, author_id=author.pk if author else None)
    page: Page[int] = Paginator(ids, A_PAGE).get_page(number)
    lines = ChatLine.objects.select_related("game", "author")
    if viewer is not None:
        lines = lines.exclude(author__in=Mute.objects.filter(user=viewer).values("muted"))
    found = lines.in_bulk(list(page.object_list))
    words = words_of(query)
    hits = [
        TalkHit(found[pk], excerpt(found[pk].text, words)) for pk in page.object_list if pk in found
    ]
    return page, hits


def excerpt(text: str, words: Sequence[str], around: int = 90) -> SafeString:
    """A line of the text with the first of the words in it, and all of them marked."""
    line = plain_text(text, at_most=10_000)
    small = folded(line)
    # Folding may lengthen a text ("ß"), so the place is only about right; that is good enough.
    places = [place for word in words if (place := small.find(word)) >= 0]
    start = max(0, min(places, default=0) - around)
    end = start + 3 * around
    cut = f"{'…' if start else ''}{line[start:end].strip()}{'…' if end < len(line) else ''}"
    return _marked(cut, words)


def _marked(line: str, words: Sequence[str]) -> SafeString:
    """The line with what was searched for inside `mark`; the last word may be a beginning."""
    parts = []
    place = 0
    for found in WORD.finditer(line):
        word = folded(found[0])
        if word in words or (words and word.startswith(words[-1])):
            parts += [format_html("{}<mark>{}</mark>", line[place : found.start()], found[0])]
            place = found.end()
    return format_html_join("", "{}", ((part,) for part in [*parts, line[place:]]))
