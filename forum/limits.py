"""How much somebody may write, and what new accounts may not do yet."""

from __future__ import annotations

import math
import time
from datetime import datetime, timedelta

from django.core.cache import cache

from accounts.models import User
from forum.errors import TooFast, TooLong, TooManyLinks, TooManyMentions, TooShort
from forum.markup import links_in, names_in
from forum.models import Post, WatchedWord
from forum.search.words import words_of_text

SHORTEST = 2
LONGEST = 20_000
TITLE_SHORTEST = 4
MENTIONS_AT_MOST = 10
NEW_FOR = timedelta(days=3)
NEW_UNTIL_POSTS = 3
NEW_LINKS_AT_MOST = 2
PACE = (  # so many posts in so many minutes: new accounts, others
    (timedelta(minutes=10), 4, 20),
    (timedelta(days=1), 15, 200),
)


def is_new(*, user: User, now: datetime) -> bool:
    """A new account: young, or with hardly a post that stood."""
    if user.date_joined > now - NEW_FOR:
        return True
    shown = Post.objects.filter(author=user, state=Post.State.SHOWN)
    return len(shown.values_list("pk")[:NEW_UNTIL_POSTS]) < NEW_UNTIL_POSTS


def text_check(*, text: str) -> None:
    if len(text.strip()) < SHORTEST:
        raise TooShort(least=SHORTEST)
    if len(text) > LONGEST:
        raise TooLong(length=len(text), most=LONGEST)
    if len(names_in(text)[0]) > MENTIONS_AT_MOST:
        raise TooManyMentions(most=MENTIONS_AT_MOST)


def pace_check(*, user: User, new: bool, now: datetime) -> None:
    for span, few, many in PACE:
        most = few if new else many
        recent = Post.objects.filter(author=user, created_at__gt=now - span)
        times = list(recent.order_by("-created_at").values_list("created_at", flat=True)[:most])
        if len(times) == most:
            wait = times[-1] + span - now
            raise TooFast(minutes=max(1, math.ceil(wait.total_seconds() / 60)))


def links_check(*, text: str, new: bool) -> None:
    if new and len(links_in(text)) > NEW_LINKS_AT_MOST:
        raise TooManyLinks(most=NEW_LINKS_AT_MOST)


def watched_word_in(*, text: str) -> str:
    """The first watched word of a text, or nothing."""
    words = words_of_text(text)
    watched = WatchedWord.objects.values_list("word", flat=True)
    return next((word for word in watched if word in words), "")


def too_often(*, what: str, who: str, most: int, seconds: int) -> bool:
    """Counts in the cache that all processes share; for things that leave no row."""
    key = f"forum:{what}:{who}:{int(time.time()) // seconds}"
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key) > most
    except ValueError:  # the count ran out between the two questions
        return False
