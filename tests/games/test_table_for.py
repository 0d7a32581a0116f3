"""What a page about a table is given."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.contrib.auth.models import AnonymousUser

from games import positions
from games.errors import NoSuchTable
from games.models import Game, Invitation, Snapshot
from games.positions import position_at
from games.selectors.access import games_visible_to
from games.selectors.log import log_page
from games.selectors.tables import revision_of, table_for
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_a_player_sees_what_is_asked_of_him_and_of_others(table):
    mine = table_for(game_id=table.pk, viewer=table.players[0])
    assert [(owed.decision.kind, owed.mine) for owed in mine.owed] == [("faction", True)]
    assert mine.owed_by_me[0].row.opened_at == table.game.started_at
    other = table_for(game_id=table.pk, viewer=table.players[1])
    assert [owed.seat.user.username for owed in other.owed] == ["Marta"]
    assert other.owed_by_me == []


@pytest.fixture
def dense(monkeypatch):
    """Positions are kept every ten rows, so that short games show what long ones do."""
    monkeypatch.setattr(positions, "EVERY", 10)


@pytest.mark.usefixtures("dense")
def test_the_page_costs_the_same_at_the_end_as_at_the_beginning(
    four, django_assert_max_num_queries
):
    table = four
    table.goes_on(5)
    for _ in range(3):
        with django_assert_max_num_queries(7):
            table_for(game_id=table.pk, viewer=table.players[0])
        table.goes_on(12)
    assert table.game.length > 30


@pytest.mark.usefixtures("dense")
def test_snapshots_are_few_and_near(four):
    table = four
    table.goes_on(40)
    numbers = sorted(Snapshot.objects.filter(game_id=table.pk).values_list("number", flat=True))
    assert numbers[-1] == table.game.length
    assert len(numbers) <= 2 + table.game.length // 10
    assert all(later - earlier <= 20 for earlier, later in pairwise([0, *numbers]))


@pytest.mark.usefixtures("dense")
def test_any_position_can_be_looked_at_again(table):
    seen = {}
    for _ in range(5):
        table.goes_on(5)
        seen[table.game.length] = table.game.rules.dump(table.state)
    game = table.game
    for number, dumped in seen.items():
        assert game.rules.dump(position_at(game=game, number=number)) == dumped
    old = table_for(game_id=table.pk, viewer=None, number=3)
    assert (old.number, old.is_latest, old.owed) == (3, False, [])
    with pytest.raises(ValueError, match="no row"):
        position_at(game=game, number=game.length + 1)


def test_since_my_last_move(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    mine = table_for(game_id=table.pk, viewer=table.players[0])
    assert [row.line for row in mine.since] == ["setup nomads"]
    theirs = table_for(game_id=table.pk, viewer=table.players[1])
    assert theirs.since == []
    assert table_for(game_id=table.pk, viewer=None).since == []


@pytest.mark.parametrize(("viewer", "line"), [(0, "bid 1"), (1, None), (None, None)])
def test_a_sealed_line_is_for_its_writer_only(lanterns, viewer, line):
    lanterns.plays(0, "bid 1")
    who = None if viewer is None else lanterns.players[viewer]
    seen = table_for(game_id=lanterns.pk, viewer=who)
    assert seen.log[-1].line == line
    assert next(row.line for row in seen.log if row.seat == -1) is None  # the deal of the cards
    assert seen.view["mine"] == (
        None if viewer is None else {**seen.view["mine"], "bid": 1 if viewer == 0 else None}
    )
    seat = None if viewer is None else seen.my_seat
    assert log_page(game=lanterns.game, seat=seat)[-1].line == line


def test_a_sealed_line_is_for_everybody_once_it_is_revealed(lanterns):
    lanterns.plays(0, "bid 1")
    lanterns.plays(1, "bid 2")
    lines = [row.line for row in table_for(game_id=lanterns.pk, viewer=None).log]
    assert lines[-2:] == ["bid 1", "bid 2"]


def test_the_log_comes_in_pages(table):
    table.goes_on(30)
    last = log_page(game=table.game, seat=None, count=10)
    earlier = log_page(game=table.game, seat=None, count=10, before=last[0].sequence)
    assert [row.number for row in (*earlier, *last)] == list(
        range(table.game.length - 19, table.game.length + 1)
    )


PUBLIC, PRIVATE = Game.Visibility.PUBLIC, Game.Visibility.PRIVATE


@pytest.mark.parametrize(
    ("visibility", "status", "strangers_see_it"),
    [
        (PUBLIC, "open", True),
        (PUBLIC, "running", True),
        (PUBLIC, "finished", True),
        (PUBLIC, "cancelled", False),
        (PRIVATE, "open", False),
        (PRIVATE, "running", False),
        (PRIVATE, "finished", True),
        (PRIVATE, "expired", False),
    ],
)
def test_who_may_look(table, visibility, status, strangers_see_it):
    Game.objects.filter(pk=table.pk).update(
        visibility=visibility, status=status, result=[] if status == "finished" else None
    )
    stranger, guest, refused = UserFactory(), UserFactory(), UserFactory()
    Invitation.objects.create(game_id=table.pk, user=guest)
    Invitation.objects.create(game_id=table.pk, user=refused, state="declined")
    for viewer in (stranger, refused, AnonymousUser(), None):
        assert games_visible_to(viewer=viewer).exists() == strangers_see_it
        if strangers_see_it:
            assert revision_of(game_id=table.pk, viewer=viewer) == table.game.revision
        else:
            with pytest.raises(NoSuchTable):
                table_for(game_id=table.pk, viewer=viewer)
    for viewer in (guest, *table.players):
        assert table_for(game_id=table.pk, viewer=viewer).game.pk == table.pk


def test_the_link_opens_a_private_table(table):
    Game.objects.filter(pk=table.pk).update(visibility=PRIVATE, link_token="a-long-token")
    assert table_for(game_id=table.pk, viewer=None, token="a-long-token").is_spectator
    with pytest.raises(NoSuchTable):
        table_for(game_id=table.pk, viewer=None, token="another-token")
