"""Games in posts: references and pasted links become boards, for those who may look at the game."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from forum.embeds import embeds_fill
from forum.play import boards
from forum.rendering import text_render
from forum.services.posts import post_reply
from games.models import Game
from tests.games.played import ROWS, stored

UPTO = 60


@pytest.fixture
def game(marta, tomasz) -> Game:
    return stored([marta, tomasz, "random", "random"], UPTO)


@pytest.fixture(autouse=True)
def _nothing_drawn():
    boards._drawn.clear()


def shown(text: str, viewer=None) -> str:
    return embeds_fill(htmls=[text_render(text=text).html], viewer=viewer)[0]


def test_a_reference_becomes_the_board_at_that_move(game):
    html = shown(f"See [game {game.pk} move 45], please")
    assert '<svg class="mini"' in html
    assert "<b>Amber Heron</b>, move 45" in html
    assert ROWS[44].line in html
    assert reverse("table_at", args=[game.pk, 45]) in html


@pytest.mark.parametrize(
    ("path", "words"), [("at/12/", "move 12"), ("", "now, after move 60"), ("at/0/", "move 0")]
)
def test_a_pasted_link_becomes_a_board_too(game, path, words):
    html = shown(f"{settings.SITE_URL}/games/{game.pk}/{path}")
    assert f"<b>Amber Heron</b>, {words}" in html
    assert '<svg class="mini"' in html


@pytest.mark.parametrize(
    "text",
    [
        "[my words]({site}/games/{pk}/)",
        "`{site}/games/{pk}/`",
        "{site}/games/{pk}/log/",
        "https://evil.example/games/{pk}/",
        "[game {pk} move 61]",
        "[game 999999]",
    ],
)
def test_everything_else_stays_as_it_was_written(game, text):
    html = shown(text.format(site=settings.SITE_URL, pk=game.pk))
    assert "<svg" not in html
    assert str(game.pk) in html or "999999" in html


def test_a_private_game_is_shown_to_its_players_only(game, marta, jun):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    text = f"[game {game.pk}]"
    assert "<svg" in shown(text, marta)
    for viewer in (None, jun):
        html = shown(text, viewer)
        assert "<svg" not in html
        assert "Amber Heron" not in html
        assert text in html


def test_a_running_game_is_fetched_anew_and_a_position_of_the_past_is_not(game, client):
    assert "hx-trigger" in shown(f"[game {game.pk}]")
    assert "hx-trigger" not in shown(f"[game {game.pk} move 3]")
    fragment = client.get(reverse("forum_board"), {"what": f"game {game.pk}"})
    assert fragment.status_code == 200
    assert fragment.text.startswith('<span class="embed-card"')
    for what in ("game 999999", "game x", "boat 1", "", f"game {game.pk}] [game {game.pk}"):
        assert client.get(reverse("forum_board"), {"what": what}).status_code == 404


def test_many_boards_take_few_queries(game):
    html = text_render(text=" ".join(f"[game {game.pk} move {n}]" for n in range(1, 21))).html
    with CaptureQueriesContext(connection) as queries:
        (page,) = embeds_fill(htmls=[html], viewer=None)
    assert page.count("<svg") == 20
    assert len(queries) <= 3
    with CaptureQueriesContext(connection) as queries:
        embeds_fill(htmls=[html], viewer=None)
    assert len(queries) == 1, "what was drawn is kept"


def test_a_post_with_a_board_on_its_page(game, topic, marta, client):
    post_reply(author=marta, topic=topic, text=f"Look: [game {game.pk} move 30]")
    page = client.get(topic.get_absolute_url()).text
    assert '<svg class="mini"' in page
    assert "board.css" in page
