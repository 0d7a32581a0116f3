"""The page to which the buttons of a mail lead: looking plays nothing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Game, Move, OpenDecision
from tests.factories import UserFactory
from tests.games.played import WITCHES, offered, stored
from tests.games.scene import NAMES

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> list[User]:
    return [UserFactory(username=name) for name in NAMES[:4]]


@pytest.fixture
def game(players) -> Game:
    return stored(players, upto=offered(WITCHES))


@pytest.fixture
def asked(game) -> OpenDecision:
    return game.decisions.get(kind="leech", seat__number=WITCHES)


@pytest.fixture
def address(asked) -> str:
    return reverse("table_question", args=[asked.game_id, asked.pk])


def lines_of(game: Game) -> int:
    return Move.objects.filter(game=game, live=True).count()


def test_looking_plays_nothing(client, players, game, address):
    client.force_login(players[WITCHES])
    before = lines_of(game)
    for _ in range(2):
        answer = client.get(address, {"line": "leech 1 from nomads"})
        assert answer.status_code == 200
    assert client.head(address).status_code == 200
    assert lines_of(game) == before
    assert 'value="leech 1 from nomads">' in answer.text
    assert 'class="btn big pri" name="line" value="leech 1 from nomads"' in answer.text
    assert "no-cache" in answer.headers["Cache-Control"]


def test_the_button_plays_and_a_second_press_hears_that_it_is_settled(
    client, players, game, address
):
    client.force_login(players[WITCHES])
    sent = {"line": "decline 1 from nomads", "key": "once"}
    answer = client.post(address, sent, follow=True)
    assert "Played: decline 1 from nomads" in answer.text
    move = Move.objects.filter(game=game, live=True).latest("number")
    assert (move.line, move.user) == ("decline 1 from nomads", players[WITCHES])
    again = client.post(address, sent)
    assert "no longer open" in again.text
    assert lines_of(game) == move.number


def test_another_line_than_the_question_allows_is_refused(client, players, game, address):
    client.force_login(players[WITCHES])
    before = lines_of(game)
    answer = client.post(address, {"line": "leech 9 from nomads", "key": "x"})
    assert 'role="alert"' in answer.text
    assert lines_of(game) == before


def test_it_is_for_whom_it_asks(client, players, address):
    assert client.get(address).status_code == 302
    client.force_login(UserFactory(username="stranger"))
    assert client.get(address).status_code == 404
    other = players[WITCHES - 1]
    client.force_login(other)
    assert "no longer open" in client.get(address).text
    assert client.post(address, {"line": "decline"}).status_code == 200
