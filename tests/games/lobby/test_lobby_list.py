"""The list of open tables: filters, who may sit down, and why not."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.forms.lobby import SLOWEST
from games.models import Game
from games.player_facts import STARTING_RATING
from games.services.joining import table_join
from games.services.tables import Limits
from tests.factories import UserFactory
from tests.games.lobby.conftest import open_for

LOBBY = "/lobby/"


def names(response) -> list[str]:
    return [row.table.game.name for row in response.context["rows"]]


@pytest.fixture
def tables(marta, tomasz):
    open_for(marta, name="Slow", clock={"kind": "per-move", "hours": 240})
    open_for(marta, name="Quick", clock={"kind": "per-move", "hours": 12}, seats=2)
    open_for(marta, name="Fjords", options={"map": "fjords"}, seats=4)
    open_for(tomasz, name="Secret", visibility="private", guests=[marta])
    strong = open_for(marta, name="Strong")
    Game.objects.filter(pk=strong.pk).update(min_rating=STARTING_RATING + 1)


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("", {"Slow", "Quick", "Fjords"}, id="for me: what takes me"),
        pytest.param("which=all", {"Slow", "Quick", "Fjords", "Strong"}, id="all"),
        pytest.param("which=mine", set(), id="where I sit"),
        pytest.param("which=all&seats=2", {"Quick"}, id="for two"),
        pytest.param("which=all&slowest=24", {"Quick"}, id="a day per move at most"),
        pytest.param("which=all&board=fjords", {"Fjords"}, id="by map"),
        pytest.param("seats=many&which=all", {"Slow", "Quick", "Fjords", "Strong"}, id="nonsense"),
    ],
)
def test_filters(as_, alice, query, found):
    assert set(names(as_(alice).get(f"{LOBBY}?{query}"))) == found


@pytest.mark.parametrize(
    ("clock", "slowest"),
    [
        pytest.param({"hours": 380}, 24, id="ten hours for each of 38 moves"),
        pytest.param({"hours": 380, "increment": 12, "grace": 1}, 24, id="and 13 with each"),
        pytest.param({"hours": 380, "increment": 24}, 48, id="34 hours"),
        pytest.param({"hours": 760, "increment": 72}, 120, id="92 hours"),
    ],
)
def test_a_time_bank_has_a_pace_too(as_, alice, marta, clock, slowest):
    open_for(marta, name="Bank", clock={"kind": "bank", **clock})
    found = {
        hours: names(as_(alice).get(f"{LOBBY}?slowest={hours}")) == ["Bank"] for hours in SLOWEST
    }
    assert found == {hours: hours >= slowest for hours in SLOWEST}
    assert "usually over in about" in as_(alice).get(LOBBY).text


@pytest.mark.usefixtures("tables")
def test_private_tables_are_shown_to_those_invited(as_, marta):
    assert "Secret" in names(as_(marta).get(f"{LOBBY}?which=all"))
    assert "Secret" not in names(as_(None).get(LOBBY))


def test_a_limit_says_what_it_needs_and_what_one_has(as_, alice, marta):
    strong = open_for(marta)
    Game.objects.filter(pk=strong.pk).update(min_rating=STARTING_RATING + 500)
    page = as_(alice).get(f"{LOBBY}?which=all").text
    assert f"Needs {STARTING_RATING + 500}" in page
    assert f"Your rating is {STARTING_RATING}." in page


def test_who_lets_too_many_tables_wait_is_told_so(as_, alice, marta, monkeypatch):
    monkeypatch.setattr("games.services.joining.MOST_WAITING", 1)
    game = open_for(alice, seats=2)
    table_join(game_id=game.pk, user=marta)
    open_for(UserFactory(username="Jun"), name="One more")
    page = as_(alice).get(f"{LOBBY}?which=all").text
    assert "Too busy" in page
    assert "Tables that wait for you: 1." in page


def test_pace_and_length_are_told(as_, alice, marta):
    open_for(marta, seats=4, clock={"kind": "per-move", "hours": 72})
    page = as_(alice).get(LOBBY).text
    assert "3 d per move" in page
    assert "usually over in about" in page


def test_invitations_stand_on_top(as_, alice, marta):
    open_for(marta, name="Kitchen table", visibility="private", guests=[alice])
    page = as_(alice).get(LOBBY).text
    assert "<b>Marta</b> invites you to “Kitchen table”." in page


@pytest.mark.parametrize("count", [1, 12])
def test_the_number_of_queries_does_not_grow(
    as_, alice, marta, tomasz, count, django_assert_max_num_queries
):
    for number in range(count):
        open_for(marta, name=f"Table {number}", guests=[tomasz], limits=Limits(min_rating=900))
    client = as_(alice)
    with django_assert_max_num_queries(15):
        client.get(LOBBY)


def test_without_tables_one_step_is_offered(as_, alice):
    page = as_(alice).get(LOBBY).text
    assert "No table is open to you now" in page
    assert reverse("lobby_new") in page


def test_a_visitor_may_look(as_, marta):
    open_for(marta)
    page = as_(None).get(LOBBY).text
    assert "Pale Lantern" in page
    assert "Sign in to sit down or to open a table of your own." in page
