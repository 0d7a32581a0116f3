"""Things and threads of other apps: the forum knows them by registration only."""

from __future__ import annotations

import re

import pytest
from django.utils.html import format_html

from forum import embeds, subjects
from forum.embeds import Embed, embeds_fill, register_embed
from forum.errors import NotAllowed
from forum.markup import Names, render
from forum.models import Category
from forum.services.posts import post_reply
from forum.services.subjects import subject_post, topic_of_subject
from forum.subjects import Subject, register_subject

QUESTIONS: list[list[str]] = []


def show(references, viewer):
    QUESTIONS.append(list(references))
    return {
        words: format_html("<b>board {} for {}</b>", words, viewer or "everybody")
        for words in references
        if not words.startswith("9")
    }


@pytest.fixture
def boards(monkeypatch):
    QUESTIONS.clear()
    monkeypatch.setattr(embeds, "_embeds", {})
    register_embed(Embed("game", re.compile(r"\d+(?: move \d+)?"), show))


def html(text: str) -> str:
    return render(text, Names()).html


def test_a_reference_becomes_what_its_app_shows(boards):
    cached = [html("See [game 12 move 3] and [game 12]"), html("[game 12 move 3]")]
    shown = embeds_fill(htmls=cached, viewer=None)
    assert "<b>board 12 move 3 for everybody</b>" in shown[0]
    assert "<b>board 12 for everybody</b>" in shown[0]
    assert QUESTIONS == [["12", "12 move 3"]], "one question for the whole page"


def test_what_the_viewer_may_not_see_stays_as_written(boards):
    (shown,) = embeds_fill(htmls=[html("[game 99]")], viewer=None)
    assert "[game 99]" in shown
    assert "board" not in shown


@pytest.mark.parametrize(
    "text", ["[game x]", "[plan 1]", "`[game 1]`", "\\[game 1]", "[game 1](/x)"]
)
def test_only_what_fits_the_pattern_is_a_reference(boards, text):
    embeds_fill(htmls=[html(text)], viewer=None)
    assert QUESTIONS in ([], [["1"]] if text == "[game 1](/x)" else [])


def test_two_apps_cannot_take_the_same_word(boards):
    with pytest.raises(ValueError, match="two embeds"):
        register_embed(Embed("game", re.compile("x"), show))


class Tables(Subject):
    kind = "table"

    def __init__(self, category: Category, guests: set[str]) -> None:
        self.home, self.guests = category, guests

    def title(self, key: str) -> str:
        return f"Table {key}"

    def address(self, key: str) -> str:
        return f"/tables/{key}/"

    def category(self, key: str) -> Category:
        return self.home

    def listed(self, key: str) -> bool:
        return key != "private"

    def may_read(self, key, viewer) -> bool:
        return key != "private" or (viewer is not None and viewer.username in self.guests)


@pytest.fixture
def tables(monkeypatch, rules):
    monkeypatch.setattr(subjects, "_subjects", {})
    register_subject(Tables(rules, {"Marta"}))


def test_a_thread_opens_with_its_first_word(tables, marta, tomasz, client):
    first = subject_post(kind="table", key="5", author=marta, text="Good luck!")
    second = subject_post(kind="table", key="5", author=tomasz, text="And you!")
    assert first.topic == second.topic == topic_of_subject(kind="table", key="5")
    page = client.get(first.topic.get_absolute_url()).text
    assert "Table 5" in page
    assert 'href="/tables/5/"' in page


def test_a_private_thread_is_for_those_its_subject_lets_in(tables, marta, tomasz, browse):
    topic = subject_post(kind="table", key="private", author=marta, text="Psst, secret").topic
    with pytest.raises(NotAllowed):
        subject_post(kind="table", key="private", author=tomasz, text="What?")
    with pytest.raises(NotAllowed):
        post_reply(author=tomasz, topic=topic, text="What?")
    assert browse(marta).get(topic.get_absolute_url()).status_code == 200
    for viewer in (None, tomasz):
        client = browse(viewer)
        assert client.get(topic.get_absolute_url()).status_code == 404
        for page in ("/forum/", "/forum/feed/", "/forum/search/?q=psst", "/forum/users/Marta/"):
            assert "Table private" not in client.get(page).text, page
