"""Spectators who follow a game."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.errors import NoSuchTable
from games.models import Game, Watcher
from games.services.watching import game_unwatch, game_watch
from tests.factories import OperatorFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_a_spectator_follows_once_and_stops(table):
    spectator = UserFactory()
    assert game_watch(game_id=table.pk, user=spectator)
    assert game_watch(game_id=table.pk, user=spectator)
    assert Watcher.objects.count() == 1
    game_unwatch(game_id=table.pk, user=spectator)
    assert not Watcher.objects.exists()


def test_a_game_is_followed_from_its_page_and_found_among_one_s_own(client, table):
    spectator, address = UserFactory(), reverse("table", args=[table.pk])
    client.force_login(spectator)
    assert client.get(address).context["watching"] is False
    client.post(reverse("table_watch", args=[table.pk]))
    assert client.get(address).context["watching"] is True
    assert f'href="{address}"' in client.get(reverse("home")).text
    client.post(reverse("table_watch", args=[table.pk]), {"stop": "1"})
    assert f'href="{address}"' not in client.get(reverse("home")).text
    client.force_login(table.players[0])
    assert client.get(address).context["watching"] is None


def test_players_are_no_spectators_and_private_tables_are_not_followed(table):
    assert not game_watch(game_id=table.pk, user=table.players[0])
    Game.objects.filter(pk=table.pk).update(visibility="private")
    with pytest.raises(NoSuchTable):
        game_watch(game_id=table.pk, user=UserFactory())


@pytest.mark.parametrize("kind", ["game", "move", "report", "chatline"])
def test_operators_look_and_do_not_touch(client, table, kind):
    client.force_login(OperatorFactory())
    assert client.get(reverse(f"admin:games_{kind}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:games_{kind}_add")).status_code == 403
    page = client.get(reverse("admin:games_game_change", args=[table.pk]))
    assert page.status_code == 200
    assert "Marta" in page.text


def test_the_admin_shows_no_secret_line(client, lanterns):
    lanterns.plays(0, "bid 1")
    client.force_login(OperatorFactory())
    row = lanterns.game.moves.last()
    for url in (
        reverse("admin:games_move_changelist"),
        reverse("admin:games_move_change", args=[row.pk]),
    ):
        page = client.get(url)
        assert page.status_code == 200
        assert "bid 1" not in page.text
