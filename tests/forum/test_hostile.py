"""Two hundred and more hostile posts leave nothing but words."""

from __future__ import annotations

import nh3
import pytest

from forum.markup import Names, render
from tests.forum.hostile import CORPUS
from tests.forum.strict_html import problems_in

NAMES = Names({"marta": "Marta"}, {1: "Tomasz<script>"})


def test_the_corpus_is_large_and_says_nothing_twice():
    assert len(CORPUS) >= 200
    assert len(set(CORPUS)) == len(CORPUS)


@pytest.mark.parametrize("post", CORPUS, ids=range(len(CORPUS)))
def test_a_hostile_post_leaves_only_words(post: str):
    html = render(post, NAMES).html
    assert problems_in(html) == []
    assert not any(sign in html for sign in "\u202e\u2066\u2067\u202d\x00\x1b")


@pytest.mark.parametrize("post", CORPUS, ids=range(len(CORPUS)))
def test_it_stays_harmless_when_read_and_written_again(post: str):
    """A browser that repairs the HTML must not make anything new of it."""
    html = render(post, NAMES).html
    again = nh3.clean(
        html,
        tags=nh3.ALLOWED_TAGS | {"details", "summary", "cite"},
        attributes={"*": {"class", "tabindex", "title", "start", "scope", "href"}},
        link_rel="nofollow ugc noopener",
    )
    assert problems_in(again) == []


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>",
        "<p onclick=x>y</p>",
        "<a href='javascript:x' rel='nofollow ugc noopener'>y</a>",
        "<a href='//evil.example' rel='nofollow ugc noopener'>y</a>",
        "<a href='/x'>y</a>",
        "<p style='x'>y</p>",
        "<img src=x>",
        "<p>never closed",
        "<!-- x -->",
        "<span class='btn'>x</span>",
    ],
)
def test_the_parser_of_these_tests_can_fail(html: str):
    assert problems_in(html) != []
