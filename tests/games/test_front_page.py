"""The front page shows a game that is really played here."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from games.demo import load_demo
from games.models import Game
from games.selectors.front import front_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_is_kept():
    cache.clear()
    yield
    cache.clear()


def front_page(client) -> str:
    return client.get(reverse("home")).content.decode()


def test_before_anybody_has_played_a_drawing_stands_there(client):
    page = front_page(client)
    assert "A board in the middle of a game" in page
    assert "Being played now" not in page


def test_the_liveliest_public_game_then_a_finished_one_never_a_private_one(client):
    load_demo()
    game = front_game()
    assert game is not None
    assert game.is_running
    page = front_page(client)
    assert "Being played now" in page
    assert game.name in page
    assert reverse("table", args=[game.pk]) in page
    assert "bots" in page

    Game.objects.filter(status="running").update(visibility=Game.Visibility.PRIVATE)
    cache.clear()
    over = front_game()
    assert over is not None
    assert over.is_finished
    page = front_page(client)
    assert game.name not in page
    assert over.name in page
    assert "Played to the end here" in page


def test_it_is_drawn_once_for_many_visitors(client, django_assert_max_num_queries):
    load_demo()
    first = front_page(client)
    with django_assert_max_num_queries(3):
        second = front_page(client)
    assert "Being played now" in first
    assert "Being played now" in second
