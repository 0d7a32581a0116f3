"""Tables that follow from others."""

from __future__ import annotations

import pytest

from games.errors import BadTable, NotYourSeat
from games.models import Game, MirrorSet
from games.selectors.dashboard import invitations_for
from games.services.joining import invitation_accept
from games.services.series import (
    mirror_set_accept,
    mirror_set_create,
    rematch_create,
    table_copy,
)
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(lanterns3):
    lanterns3.goes_on(500)
    assert lanterns3.game.is_finished
    return lanterns3


def accept_all(user):
    for invitation in invitations_for(user=user):
        invitation_accept(invitation_id=invitation.pk, user=user)


def test_a_copy_has_the_choices_and_not_the_guests(finished):
    stranger = UserFactory()
    copy = table_copy(game_id=finished.pk, user=stranger)
    assert copy.options == finished.game.options
    assert [seat.user for seat in copy.seats.all()] == [stranger, None, None]
    assert copy.is_open


def test_in_a_rematch_everybody_sits_one_seat_further(finished):
    first, second, third = finished.players
    game = rematch_create(game_id=finished.pk, user=second)
    assert rematch_create(game_id=finished.pk, user=first) == game
    for player in (first, third):
        accept_all(player)
    game.refresh_from_db()
    assert game.is_running
    assert [seat.user for seat in game.seats.all()] == [third, first, second]
    assert game.rematch_of == finished.game


def test_a_rematch_is_for_those_who_played_and_after_the_end(finished, table):
    with pytest.raises(NotYourSeat):
        rematch_create(game_id=finished.pk, user=UserFactory())
    with pytest.raises(BadTable):
        rematch_create(game_id=table.pk, user=table.players[0])


def test_a_mirror_set_has_the_same_deal_and_rotating_seats():
    players = [UserFactory(), UserFactory(), UserFactory()]
    mirror = mirror_set_create(
        host=players[0],
        rules_key="terra_mystica",
        name="Mirror",
        options={"setup": "random-colours"},
        players=players,
    )
    for player in players[1:]:
        assert mirror_set_accept(mirror_set_id=mirror.pk, user=player) == 3
    games = list(Game.objects.filter(mirror_set=mirror).order_by("pk"))
    assert [game.status for game in games] == ["running"] * 3
    deals = {tuple(game.moves.values_list("line", flat=True)) for game in games}
    assert len(deals) == 1
    assert next(iter(deals))
    seats = [[seat.user for seat in game.seats.all()] for game in games]
    a, b, c = players
    assert seats == [[a, b, c], [c, a, b], [b, c, a]]
    assert [game.name for game in games] == ["Mirror 1/3", "Mirror 2/3", "Mirror 3/3"]


def test_a_mirror_set_against_bots_starts_at_once():
    host = UserFactory()
    mirror = mirror_set_create(
        host=host,
        rules_key="terra_mystica",
        name="Mirror",
        options={},
        players=[host, "random"],
    )
    assert {(game.status, game.rated) for game in mirror.games.all()} == {("running", False)}
    assert len(MirrorSet.objects.get(pk=mirror.pk).draws) >= 2


@pytest.mark.parametrize("guests", [[], ["oracle"], "twice"])
def test_a_mirror_set_needs_people_who_exist_once(guests):
    host = UserFactory()
    players = [host, host] if guests == "twice" else guests or [UserFactory(), UserFactory()]
    if guests == ["oracle"]:
        players = [host, "oracle"]
    with pytest.raises(BadTable):
        mirror_set_create(
            host=host, rules_key="terra_mystica", name="M", options={}, players=players
        )
    assert not Game.objects.exists()
