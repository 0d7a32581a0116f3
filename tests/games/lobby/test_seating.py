"""Sitting down, leaving, inviting, calling off: through the pages, with words for every refusal."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.bots.policies import policies_for
from games.forms.options import PREFIX
from games.models import Game, Invitation
from games.services.joining import table_join
from tests.games.lobby.conftest import open_for

RULES = {
    f"{PREFIX}preset": "none",
    f"{PREFIX}auction": "none",
    f"{PREFIX}setup": "choice",
    f"{PREFIX}draft-size": "7",
    f"{PREFIX}starting-vp": "20",
}


def room(game: Game) -> str:
    return reverse("lobby_table", args=[game.pk])


def new_table(**changes: object) -> dict[str, object]:
    return {
        "name": "Copper Otter",
        "seats": "3",
        "hours": "72",
        "who": "public",
        "start": "full",
        f"{PREFIX}map": "fjords",
        **RULES,
        **changes,
    }


def test_a_table_is_opened_with_guests_and_link(as_, marta, tomasz):
    response = as_(marta).post(
        reverse("lobby_new"), new_table(who="link", invite="tomasz"), follow=True
    )
    game = Game.objects.get()
    assert response.redirect_chain[-1][0] == room(game)
    assert game.visibility == Game.Visibility.PRIVATE
    assert game.options["map"] == "fjords"
    assert game.clock == {"kind": "per-move", "hours": 72, "sleep_counts": True}
    assert game.invitations.get().user == tomasz
    assert f"/join/{game.link_token}/" in response.text


def test_nobody_may_demand_more_than_he_has(as_, marta):
    response = as_(marta).post(reverse("lobby_new"), new_table(min_rating="3000"))
    assert "You cannot demand more than you have" in response.text
    assert 'value="Copper Otter"' in response.text
    assert not Game.objects.exists()


def test_a_start_at_a_time_with_bots(as_, marta):
    tomorrow = timezone.now() + timedelta(days=1)
    as_(marta).post(
        reverse("lobby_new"),
        new_table(start="time", start_at=f"{tomorrow:%Y-%m-%dT%H:%M}", fill="hasty", rated="on"),
    )
    game = Game.objects.get()
    assert game.start_at is not None
    assert game.fill_with == "hasty"
    assert not game.rated


@pytest.mark.parametrize("preset", ["beginner", "league", "everything"])
def test_a_preset_fills_the_form(as_, marta, preset):
    response = as_(marta).get(reverse("lobby_new"), {"preset": preset})
    chosen = response.context["form"]
    assert [card.key for card in response.context["presets"] if card.chosen] == [preset]
    assert chosen[f"{PREFIX}preset"].value() == ("first-game" if preset == "beginner" else "none")


def test_a_copy_has_what_the_other_table_had(as_, marta, alice):
    game = open_for(marta, options={"map": "archipelago"}, seats=4)
    form = as_(alice).get(reverse("lobby_new"), {"copy": game.pk}).context["form"]
    assert form[f"{PREFIX}map"].value() == "archipelago"
    assert form["seats"].value() == 4


def test_the_last_to_sit_down_begins_the_game(as_, marta, alice):
    game = open_for(marta, seats=2)
    response = as_(alice).post(reverse("lobby_join", args=[game.pk]), follow=True)
    game.refresh_from_db()
    assert game.is_running
    assert "the game begins" in response.text


def test_a_full_table_says_so(as_, marta, alice, tomasz):
    game = open_for(marta, seats=2, guests=[tomasz])
    response = as_(alice).post(reverse("lobby_join", args=[game.pk]), follow=True)
    assert "All seats are taken or kept for invited players." in response.text


def test_leaving_frees_the_seat(as_, marta, alice):
    game = open_for(marta)
    table_join(game_id=game.pk, user=alice)
    page = as_(alice).get(room(game)).text
    assert "Leave the table" in page
    as_(alice).post(reverse("lobby_leave", args=[game.pk]))
    assert not game.seats.filter(user=alice).exists()


def test_only_the_host_calls_it_off(as_, marta, alice):
    game = open_for(marta)
    response = as_(alice).post(reverse("lobby_cancel", args=[game.pk]), follow=True)
    assert "Only whoever made this table may do that." in response.text
    as_(marta).post(reverse("lobby_cancel", args=[game.pk]))
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    assert "This table was called off." in as_(marta).get(room(game)).text


def test_inviting_by_name(as_, marta, tomasz):
    game = open_for(marta)
    as_(marta).post(reverse("lobby_invite", args=[game.pk]), {"username": "TOMASZ"})
    assert game.invitations.get().user == tomasz
    page = as_(tomasz).get(room(game)).text
    assert "<b>Marta</b> keeps a seat for you." in page


def test_inviting_nobody_comes_back_with_the_name(as_, marta):
    game = open_for(marta)
    response = as_(marta).post(reverse("lobby_invite", args=[game.pk]), {"username": "Nemo"})
    assert response.status_code == 422
    assert 'value="Nemo"' in response.text
    assert "Nemo" in response.context["guest"].errors["username"][0]


@pytest.mark.parametrize(
    ("answer", "state"), [("accept", "accepted"), ("decline", "declined")], ids=str
)
def test_answering_an_invitation(as_, marta, tomasz, answer, state):
    game = open_for(marta, guests=[tomasz])
    invitation = Invitation.objects.get()
    as_(tomasz).post(reverse("lobby_answer", args=[invitation.pk]), {"answer": answer})
    invitation.refresh_from_db()
    assert invitation.state == state
    assert game.seats.filter(user=tomasz).exists() == (answer == "accept")


def test_nobody_answers_for_another(as_, marta, tomasz, alice):
    open_for(marta, guests=[tomasz])
    url = reverse("lobby_answer", args=[Invitation.objects.get().pk])
    assert as_(alice).post(url, {"answer": "accept"}).status_code == 404


def test_an_invitation_is_withdrawn(as_, marta, tomasz):
    open_for(marta, guests=[tomasz])
    invitation = Invitation.objects.get()
    as_(marta).post(reverse("lobby_withdraw", args=[invitation.pk]))
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.WITHDRAWN


def test_a_link_lets_a_stranger_in(as_, marta, alice):
    game = open_for(marta, visibility="private", with_link=True)
    assert as_(alice).get(room(game)).status_code == 404
    link = reverse("lobby_by_link", args=[game.link_token])
    page = as_(alice).get(link)
    assert "<b>Marta</b> invites you to this table." in page.text
    as_(alice).post(reverse("lobby_join", args=[game.pk]), {"token": game.link_token})
    assert game.seats.filter(user=alice).exists()


def test_a_link_to_a_table_that_began_says_so(as_, marta, tomasz, alice):
    game = open_for(marta, visibility="private", with_link=True, seats=2)
    table_join(game_id=game.pk, user=tomasz, token=game.link_token)
    response = as_(alice).get(reverse("lobby_by_link", args=[game.link_token]))
    assert response.status_code == 410
    assert "has begun without you" in response.text


def test_a_wrong_link_leads_nowhere(as_, alice):
    assert as_(alice).get(reverse("lobby_by_link", args=["wrong"])).status_code == 404


def test_the_host_chooses_which_bots_fill_the_table_and_it_begins(as_, marta):
    game = open_for(marta)
    page = as_(marta).get(room(game))
    assert "Fill with bots and start" in page.text
    offered = dict(page.context["bots"].fields["policy"].choices)
    assert list(offered) == list(policies_for(game.rules_key))
    assert offered["hasty"] == "Quick"
    as_(marta).post(reverse("lobby_bots", args=[game.pk]), {"policy": "hasty"})
    game.refresh_from_db()
    assert game.is_running
    assert not game.rated
    assert {seat.bot for seat in game.seats.filter(user=None)} == {"hasty"}
    assert "· quick" in as_(marta).get(reverse("table", args=[game.pk])).text


def test_bots_nobody_knows_are_refused_with_a_sentence(as_, marta):
    game = open_for(marta)
    page = as_(marta).post(reverse("lobby_bots", args=[game.pk]), {"policy": "genius"}, follow=True)
    assert "there is no bot called “genius”." in page.text
    game.refresh_from_db()
    assert game.is_open


def test_the_waiting_room_of_a_running_game_is_the_game(as_, marta, alice):
    game = open_for(marta, seats=2)
    table_join(game_id=game.pk, user=alice)
    assert as_(alice).get(room(game)).status_code == 302


def test_a_mirror_set_begins_with_factions_that_go_with_the_seats(as_, marta):
    form = as_(marta).get(reverse("lobby_mirror")).context["form"]
    assert form[f"{PREFIX}setup"].value() == "random"


def test_a_mirror_set_invites_to_every_table(as_, marta, tomasz):
    as_(marta).post(
        reverse("lobby_mirror"),
        {
            "name": "Twins",
            "players": "tomasz",
            "hours": "72",
            f"{PREFIX}map": "original",
            **RULES,
        },
    )
    games = list(Game.objects.order_by("pk"))
    assert [game.name for game in games] == ["Twins 1/2", "Twins 2/2"]
    first = Invitation.objects.filter(user=tomasz).first()
    as_(tomasz).post(reverse("lobby_answer", args=[first.pk]), {"answer": "accept-all"})
    assert all(game.is_running for game in Game.objects.all())
    assert [game.seats.get(user=marta).number for game in games] == [0, 1]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"players": "nobody"}, "Nobody here is called “nobody”."),
        ({"games": "3"}, "More tables than players would repeat the seats."),
    ],
)
def test_a_mirror_set_is_refused_in_words(as_, marta, tomasz, changes, sentence):
    data = {
        "name": "Twins",
        "players": tomasz.username,
        "hours": "72",
        f"{PREFIX}map": "original",
        **RULES,
    }
    assert sentence in as_(marta).post(reverse("lobby_mirror"), {**data, **changes}).text


def test_the_waiting_room_takes_few_queries(
    as_, marta, alice, tomasz, django_assert_max_num_queries
):
    game = open_for(marta, guests=[tomasz], with_link=True)
    client = as_(marta)
    with django_assert_max_num_queries(20):
        client.get(room(game))
