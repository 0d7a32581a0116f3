"""The pages about time: what they say, and what their buttons do."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game, MissedDeadline, OpenDecision, PlayerTimes, TableVote
from games.player_facts import reliability_of
from games.reliability import WEIGHTS, Reliability, percent_of
from games.services.reliability import (
    FRESH,
    deadline_missed,
    reliabilities,
    reliabilities_refresh,
    reliability,
)
from games.services.stalling import tables_stall
from games.services.timeouts import timeouts_sweep
from notifications.models import OutgoingMail
from notifications.services.telling import notifications_sweep
from tests.factories import UserFactory
from tests.games.played import on_turn, stored
from tests.games.scene import Scene, scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Scene:
    return scene(seats=3, clock={"kind": "per-move", "hours": 72}, time_out={"forgive": False})


def act(client, table: Scene, user, **data):
    client.force_login(user)
    return client.post(reverse("table_clock_act", args=[table.pk]), data, follow=True)


def said(answer) -> str:
    return answer.content.decode()


def test_the_page_says_what_was_agreed(client, table):
    words = said(client.get(reverse("table_clock", args=[table.pk])))
    assert "3 d per move" in words
    assert "the safest move is made" in words
    assert "Give" not in words, "a visitor gives nothing"


def test_the_buttons_of_the_host_and_of_players(client, table):
    host, second, third = table.players
    assert "All clocks stand still." in said(act(client, table, host, act="pause"))
    assert "You may not do that." in said(act(client, table, second, act="resume"))
    act(client, table, host, act="resume")
    assert "The others are asked." in said(act(client, table, second, act="propose"))
    vote = TableVote.objects.get()
    act(client, table, third, act="answer", vote=vote.pk, answer="no")
    vote.refresh_from_db()
    assert vote.state == "refused"
    due_at = table.game.decisions.get().due_at
    act(client, table, second, act="give", seat=0, hours=24)
    assert table.game.decisions.get().due_at == due_at + timedelta(hours=24)
    act(client, table, second, act="ask-substitute")
    assert table.game.seat_offers.get().wish
    act(client, table, second, act="stay")
    act(client, table, third, act="leave", sure="on")
    assert table.game.seats.get(number=2).dropped_at is not None


def test_what_happens_to_the_time_stands_in_the_talk(client, table):
    act(client, table, table.players[0], act="pause")
    words = said(client.get(reverse("talk", args=[table.pk])))
    assert "Marta stopped the clocks." in words


def test_a_table_that_was_given_up_can_still_be_looked_at(client, table):
    tables_stall(table.game.moved_at + timedelta(days=100))
    tables_stall(table.game.moved_at + timedelta(days=107))
    for name in ("table", "table_clock"):
        assert "the table was given up" in said(client.get(reverse(name, args=[table.pk])))
    act(client, table, table.players[0], act="pause")
    assert table.game.paused_at is None


@pytest.mark.parametrize(
    "data", [{}, {"act": "give", "seat": "x"}, {"act": "answer", "vote": "1"}, {"act": "leave"}]
)
def test_a_form_that_is_not_whole_is_refused(client, table, data):
    assert act(client, table, table.players[0], **data).status_code == 400


def test_who_was_away_comes_back_with_one_tap(client):
    table = scene(
        clock={"kind": "per-move", "hours": 1},
        time_out={"forgive": False, "action": "caretaker"},
    )
    timeouts_sweep(table.game.decisions.get().due_at)
    client.force_login(table.players[0])
    assert "I am back" in said(client.get(reverse("table", args=[table.pk])))
    act(client, table, table.players[0], act="back", **{"from": "table"})
    assert table.game.seats.get(number=0).caretaker == ""


def test_a_seat_is_found_and_taken_over(client):
    marta = UserFactory(username="Marta")
    game = stored([marta, "random", "random", "random"], on_turn(0, after=80))
    Game.objects.filter(pk=game.pk).update(time_out={"action": "substitute", "forgive": False})
    OpenDecision.objects.update(due_at=timezone.now())
    timeouts_sweep(timezone.now())
    helper = UserFactory(username="Olga")
    client.force_login(helper)
    assert game.name in said(client.get(reverse("substitutes")))
    page = reverse("seat_take", args=[game.pk, 0])
    briefing = said(client.get(page))
    assert "until now played by Marta" in briefing
    assert client.post(page).headers["Location"] == reverse("table", args=[game.pk])
    assert game.seats.get(number=0).user == helper
    assert game.name not in said(client.get(reverse("substitutes")))


def test_hours_and_vacations_are_kept_on_their_page(client):
    user = UserFactory()
    client.force_login(user)
    page = reverse("settings_hours")
    client.post(page, {"act": "sleep", "sleep_from": "22:30", "sleep_to": "06:45"})
    first = timezone.now().date() + timedelta(days=10)
    client.post(page, {"act": "announce", "first": first, "last": first + timedelta(days=4)})
    times = PlayerTimes.objects.get(user=user)
    assert times.sleep_from.isoformat("minutes") == "22:30"
    assert [date.fromisoformat(day) for day in times.vacations[0]] == [
        first,
        first + timedelta(days=4),
    ]
    assert "On vacation" in said(client.get(reverse("profile", args=[user.username])))
    wrong = client.post(page, {"act": "announce", "first": first, "last": first})
    assert "on some of these days already" in said(wrong)
    client.post(page, {"act": "withdraw", "first": first.isoformat()})
    assert PlayerTimes.objects.get(user=user).vacations == []
    client.post(page, {"act": "withdraw", "first": "never"})


# ---- reliability -------------------------------------------------------------------------------


def test_the_formula():
    assert set(WEIGHTS) == set(MissedDeadline.Kind.values)
    assert percent_of([]) == 100
    assert percent_of([""] * 50) == 100
    assert percent_of(["default"]) == 0
    assert percent_of([*[""] * 99, "default"]) == 99, "an old lapse weighs little"
    assert percent_of(["default", *[""] * 99]) == 98
    assert percent_of(["dropped", *[""] * 99]) < percent_of(["left", *[""] * 99]) < 90
    new = Reliability(percent=50, deadlines=10, missed=5, left=0, games=9)
    assert (new.is_known, new.counts_as) == (False, 100)
    old = Reliability(percent=50, deadlines=20, missed=5, left=0, games=3)
    assert (old.is_known, old.counts_as) == (True, 50)


def test_what_was_kept_and_missed_is_counted_and_a_miss_shows_at_once(table):
    user = table.players[0]
    table.plays(0, "setup witches")
    assert reliability(user=user) == Reliability(
        percent=100, deadlines=1, missed=0, left=0, games=1
    )
    deadline_missed(
        user=user, game=table.game, kind=MissedDeadline.Kind.DEFAULT, now=timezone.now()
    )
    assert reliability(user=user).percent == 49
    assert reliability_of(user=user) == 100, "a newcomer"


def test_the_worker_keeps_reliability_up_and_pages_only_read_it(table, django_assert_num_queries):
    user, other = table.players[:2]
    table.plays(0, "setup witches")
    [stranger] = [UserFactory()]
    assert {found.deadlines for found in reliabilities([user, other, stranger]).values()} == {0, 1}
    table.plays(1, "setup nomads")
    now = timezone.now() + FRESH
    with django_assert_num_queries(2):  # the stranger has no row, and never sat anywhere
        assert reliabilities([user, other, stranger])[other.pk].deadlines == 0
    assert reliabilities_refresh(now) == 2
    assert reliabilities_refresh(now) == 0
    with django_assert_num_queries(1):
        assert reliabilities([user, other])[other.pk].deadlines == 1


# ---- mails -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "subject"),
    [
        ({}, "One day more"),
        ({"forgive": False, "action": "caretaker"}, "A bot plays for you"),
        ({"forgive": False, "action": "substitute"}, "Your seat looks for a substitute"),
        ({"forgive": False, "by": "vote"}, "The table asks you"),
    ],
)
def test_who_is_concerned_gets_a_mail(settings, policy, subject):
    settings.EMAIL_BACKEND = "notifications.backends.OutboxBackend"
    table = scene(clock={"kind": "per-move", "hours": 1}, time_out=policy)
    due_at = table.game.decisions.get().due_at
    timeouts_sweep(due_at)
    notifications_sweep(due_at + timedelta(minutes=1))
    assert OutgoingMail.objects.filter(subject=f"A quiet evening: {subject}").count() == 1
