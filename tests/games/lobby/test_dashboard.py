"""My games: what waits for me first, by deadline; answers in one tap; the next game."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game, OpenDecision
from games.positions import position_at
from games.services.joining import table_join
from games.services.plans import plan_save
from games.services.talk import chat_post, game_mark_read
from games.services.undo import undo_request
from tests.factories import UserFactory
from tests.games.lobby.conftest import open_for
from tests.games.scene import Scene

HOME = "/"


def begin(*people, **given) -> Scene:
    game = open_for(people[0], seats=len(people), **given)
    for person in people[1:]:
        table_join(game_id=game.pk, user=person)
    return Scene(game, list(people))


def names(response, which: str) -> list[str]:
    return [card.table.game.name for card in response.context[which]]


def test_a_visitor_gets_the_front_page(client, db):
    assert client.get(HOME).templates[0].name == "home.html"


def test_without_games_one_step_is_offered(as_, alice):
    page = as_(alice).get(HOME).text
    assert "You sit at no table yet." in page
    assert reverse("lobby") in page


def test_the_nearest_deadline_comes_first(as_, marta, alice):
    for name, hours in (("Third", None), ("Second", 48), ("First", 24)):
        clock = {"kind": "per-move", "hours": hours} if hours else {"kind": "none"}
        begin(marta, alice, name=name, clock=clock)
    response = as_(marta).get(HOME)
    assert names(response, "waiting") == ["First", "Second", "Third"]
    assert "3 games wait for you. The next deadline is in 23 h" in response.text
    assert names(as_(alice).get(HOME), "waiting") == []
    assert len(names(as_(alice).get(HOME), "running")) == 3


def test_what_others_did_is_told_in_words(as_, marta, alice):
    table = begin(marta, alice)
    table.plays(0, "setup witches")
    page = as_(alice).get(HOME).text
    assert "<b>Marta</b>" in page
    assert "Witches" in page


def test_the_next_game_is_the_most_urgent_other_one(as_, marta, alice):
    first = begin(marta, alice, clock={"kind": "per-move", "hours": 24})
    second = begin(marta, alice, clock={"kind": "per-move", "hours": 48})
    client = as_(marta)
    assert client.get(reverse("next_game")).url == reverse("table", args=[first.pk])
    after = client.get(reverse("next_game"), {"after": first.pk})
    assert after.url == reverse("table", args=[second.pk])


def test_without_a_next_game_one_is_told_so(as_, alice):
    response = as_(alice).get(reverse("next_game"), follow=True)
    assert "No game waits for you." in response.text


def test_finished_games_stay_until_they_were_looked_at(as_, marta, alice):
    table = begin(marta, alice, name="Green Lantern")
    ended = {"seat": 0, "place": 1, "score": 91, "dropped": False, "details": {}}
    Game.objects.filter(pk=table.pk).update(
        status=Game.Status.FINISHED, result=[ended], ended_at=timezone.now()
    )
    client = as_(marta)
    page = client.get(HOME)
    assert [row.result.game.name for row in page.context["finished"]] == ["Green Lantern"]
    assert "place 1 of 2, 91 points" in page.text
    game_mark_read(game=table.game, user=marta, revision=table.game.revision)
    after = client.get(HOME)
    assert after.context["finished"] == []
    assert [row.result.game.name for row in after.context["results"]] == ["Green Lantern"]


def test_who_asks_to_take_a_move_back_is_named(as_, marta, alice):
    table = begin(marta, alice)
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    asked = undo_request(game_id=table.pk, user=marta, after=table.game.revision)
    client = as_(alice)
    page = client.get(HOME).text
    assert "<b>Marta</b> asks to take a move back in “Pale Lantern”." in page
    answer = reverse("table_undo_answer", args=[table.pk, asked.pk])
    assert f'action="{answer}"' in page
    assert client.post(answer, {"answer": "yes", "back": "home"}).url == HOME
    assert table.lines[-1] != "setup nomads"


def test_invitations_are_answered_from_here(as_, marta, alice):
    game = open_for(marta, name="Kitchen table", seats=2, guests=[alice])
    page = as_(alice).get(HOME).text
    assert "<b>Marta</b> invites you to “Kitchen table” for 2 players." in page
    assert reverse("lobby_answer", args=[game.invitations.get().pk]) in page


def test_plans_and_new_talk_are_mentioned(as_, marta, alice):
    table = begin(marta, alice)
    plan_save(game_id=table.pk, user=marta, name="Rivers")
    chat_post(game_id=table.pk, user=alice, text="Hello")
    page = as_(marta).get(HOME).text
    assert "You have a plan saved" in page
    assert "1 new line of talk" in page


@pytest.fixture
def offer(marta, alice, tomasz) -> Scene:
    """A game in which somebody is offered power and owes nothing else."""
    table = begin(marta, alice, tomasz, UserFactory(), options={"preset": "first-game"})
    for seed in range(300):
        table.goes_on(1, seed=seed)
        rows = OpenDecision.objects.filter(game_id=table.pk)
        leeches = [row for row in rows.select_related("seat") if row.kind == "leech"]
        if leeches and not rows.filter(seat=leeches[0].seat).exclude(kind="leech").exists():
            return table
    raise AssertionError("nobody was offered power")


def test_power_is_taken_with_one_tap(as_, offer):
    row = OpenDecision.objects.filter(game_id=offer.pk, kind="leech").select_related("seat").first()
    assert row is not None
    taker = offer.players[row.seat.number]
    client = as_(taker)
    page = client.get(HOME)
    [card] = page.context["waiting"]
    assert "One tap, no need to open the game" in page.text
    answer = card.quick.answers[0]
    response = client.post(
        reverse("quick_answer", args=[offer.pk]),
        {"decision": card.quick.decision, "line": answer.line},
        follow=True,
    )
    assert "Played: leech" in response.text
    again = client.post(
        reverse("quick_answer", args=[offer.pk]),
        {"decision": card.quick.decision, "line": answer.line},
        follow=True,
    )
    assert "This question is no longer open" in again.text


def test_an_answer_that_makes_no_sense_is_refused_in_words(as_, offer):
    row = OpenDecision.objects.filter(game_id=offer.pk, kind="leech").select_related("seat").first()
    assert row is not None
    response = as_(offer.players[row.seat.number]).post(
        reverse("quick_answer", args=[offer.pk]),
        {"decision": row.ident, "line": "sing"},
        follow=True,
    )
    assert "This answer is no longer possible." in response.text


@pytest.mark.parametrize("count", [1, 8])
def test_the_number_of_queries_does_not_grow(
    as_, marta, alice, tomasz, count, django_assert_max_num_queries
):
    for number in range(count):
        table = begin(marta, alice, name=f"Table {number}")
        table.goes_on(6, seed=number)
        chat_post(game_id=table.pk, user=alice, text="Hello")
        open_for(tomasz, guests=[marta])
    client = as_(marta)
    client.get("/about/")  # what a process remembers for some seconds
    with django_assert_max_num_queries(16):
        page = client.get(HOME)
    assert len(page.context["waiting"]) + len(page.context["running"]) == count


def test_secrets_stay_secret(as_, lanterns):
    """At the toy game a hand is hidden: the neighbour's dashboard must not show it."""
    response = as_(lanterns.players[0]).get(HOME)
    assert response.status_code == 200
    cards = [*response.context["waiting"], *response.context["running"]]
    rules = lanterns.game.rules
    assert cards[0].table.view == rules.view(position_at(game=lanterns.game), 0)
