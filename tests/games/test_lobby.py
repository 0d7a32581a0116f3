"""From the new table to the start: who may come, who is kept a seat, when it begins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.api import OptionError
from engine.registry import latest
from games import player_facts
from games.errors import (
    AlreadySeated,
    BadTable,
    ByInvitationOnly,
    DemandsTooMuch,
    NoSuchPlayer,
    NotInvited,
    NotOpen,
    NotTheHost,
    OutsideLimits,
    TableFull,
    TooBusy,
)
from games.models import Game, Seat
from games.presets import presets_for
from games.selectors.dashboard import games_waiting_on, invitations_for
from games.services import joining
from games.services.joining import (
    invitation_accept,
    invitation_decline,
    invitation_send,
    invitation_withdraw,
    table_join,
    table_leave,
)
from games.services.starting import tables_start
from games.services.tables import (
    Limits,
    table_cancel,
    table_create,
    table_link,
    tables_expire,
)
from games.signals import table_closed
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def marta():
    return UserFactory(username="Marta")


@pytest.fixture
def tomasz():
    return UserFactory(username="Tomasz")


def new_table(host, **given):
    choices = {"rules_key": "terra_mystica", "name": "Evening", "seats": 2, "options": {}}
    return table_create(host=host, **(choices | given))


def again(game):
    return Game.objects.get(pk=game.pk)


# ---- making ------------------------------------------------------------------------------------


def test_a_new_table_waits_with_its_host_on_a_seat(marta):
    game = new_table(marta, seats=4)
    assert game.is_open
    assert [seat.user for seat in game.seats.all()] == [marta, None, None, None]
    assert game.options["map"] == "original"  # every choice is written down, defaults too


@pytest.mark.parametrize(
    ("choices", "refusal"),
    [
        ({"options": {"map": "atlantis"}}, OptionError),
        ({"options": {"dragons": True}}, OptionError),
        ({"seats": 9}, OptionError),
        ({"name": "  "}, BadTable),
        ({"name": "x" * 81}, BadTable),
        ({"clock": {"kind": "hourglass"}}, BadTable),
        ({"clock": {"kind": "per-move", "hours": 0}}, BadTable),
        ({"clock": {"kind": "per-move"}}, BadTable),
        ({"fill_with": "oracle"}, BadTable),
        ({"start_at": NOW - timedelta(hours=1)}, BadTable),
    ],
)
def test_choices_that_do_not_fit_are_refused(marta, choices, refusal):
    with pytest.raises(refusal):
        new_table(marta, now=NOW, **choices)
    assert not Game.objects.exists()


@pytest.mark.parametrize("preset", presets_for("terra_mystica"), ids=lambda preset: preset.key)
@pytest.mark.parametrize("seats", latest("terra_mystica").seats)
def test_every_preset_makes_a_table(marta, preset, seats):
    assert new_table(marta, seats=seats, options=preset.options).seat_count == seats


def test_other_games_have_presets_only_if_they_bring_them():
    assert presets_for("unheard-of") == ()


# ---- joining -----------------------------------------------------------------------------------


def test_the_last_player_starts_the_game(marta, tomasz):
    game = new_table(marta)
    seat = table_join(game_id=game.pk, user=tomasz)
    game = again(game)
    assert game.is_running
    assert seat.user == tomasz
    assert {seat.user for seat in game.seats.all()} == {marta, tomasz}
    assert all(seat.tenures.get().user == seat.user for seat in game.seats.all())
    with pytest.raises(NotOpen):
        table_join(game_id=game.pk, user=UserFactory())


def test_nobody_sits_twice(marta):
    game = new_table(marta, seats=3)
    with pytest.raises(AlreadySeated):
        table_join(game_id=game.pk, user=marta)


def test_seats_are_shuffled_at_the_start_unless_agreed_otherwise(marta):
    orders = set()
    for _ in range(40):
        game = new_table(marta, seats=2)
        guest = UserFactory()
        table_join(game_id=game.pk, user=guest)
        orders.add(game.seats.get(user=marta).number)
    assert orders == {0, 1}


def test_a_private_table_takes_the_invited_and_those_with_the_link(marta, tomasz):
    game = new_table(marta, seats=3, visibility="private")
    stranger = UserFactory()
    with pytest.raises(ByInvitationOnly):
        table_join(game_id=game.pk, user=stranger)
    token = table_link(game_id=game.pk, by=marta)
    assert table_link(game_id=game.pk, by=marta) == token
    with pytest.raises(ByInvitationOnly):
        table_join(game_id=game.pk, user=stranger, token=token[:-1])
    table_join(game_id=game.pk, user=stranger, token=token)
    invitation_send(game_id=game.pk, by=marta, username="tomasz")
    table_join(game_id=game.pk, user=tomasz)
    assert again(game).is_running


def test_a_seat_is_kept_for_who_was_invited(marta, tomasz):
    game = new_table(marta, seats=2)
    invitation = invitation_send(game_id=game.pk, by=marta, username="TOMASZ")
    assert list(invitations_for(user=tomasz)) == [invitation]
    with pytest.raises(TableFull):
        table_join(game_id=game.pk, user=UserFactory())
    assert again(game).is_open  # no clock runs before the answer
    invitation_decline(invitation_id=invitation.pk, user=tomasz)
    table_join(game_id=game.pk, user=UserFactory())
    assert again(game).is_running


def test_an_invitation_is_for_one_person_and_one_answer(marta, tomasz):
    game = new_table(marta, seats=3)
    invitation = invitation_send(game_id=game.pk, by=marta, username="Tomasz")
    with pytest.raises(NotInvited):
        invitation_accept(invitation_id=invitation.pk, user=marta)
    invitation_withdraw(invitation_id=invitation.pk, by=marta)
    with pytest.raises(NotInvited):
        invitation_accept(invitation_id=invitation.pk, user=tomasz)
    asked_again = invitation_send(game_id=game.pk, by=marta, username="Tomasz")
    assert invitation_accept(invitation_id=asked_again.pk, user=tomasz).user == tomasz
    with pytest.raises(AlreadySeated):
        invitation_send(game_id=game.pk, by=marta, username="Tomasz")


@pytest.mark.parametrize("name", ["nobody-here", "a\0b"])
def test_whom_nobody_knows_cannot_be_invited(marta, name):
    with pytest.raises(NoSuchPlayer):
        invitation_send(game_id=new_table(marta).pk, by=marta, username=name)


def test_only_the_host_invites(marta, tomasz):
    game = new_table(marta)
    with pytest.raises(NotTheHost):
        invitation_send(game_id=game.pk, by=tomasz, username="Tomasz")


# ---- limits ------------------------------------------------------------------------------------


@pytest.fixture
def ratings(monkeypatch):
    """Another app that knows ratings and reliability."""
    known: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr(player_facts, "_rating", [])
    monkeypatch.setattr(player_facts, "_reliability", [])

    def told(users, which: int) -> dict[int, int]:
        return {user.pk: known.get(user.username, (1000, 100))[which] for user in users}

    player_facts.register_rating(lambda users, key: told(users, 0))
    player_facts.register_reliability(lambda users: told(users, 1))
    return known


def test_a_table_may_ask_for_rating_and_reliability(ratings, marta, tomasz):
    ratings |= {"Marta": (1400, 95), "Tomasz": (1200, 80)}
    strong = new_table(marta, limits=Limits(min_rating=1300))
    steady = new_table(marta, limits=Limits(min_reliability=90))
    gentle = new_table(tomasz, limits=Limits(max_rating=1300))
    for game, who in ((strong, tomasz), (steady, tomasz), (gentle, marta)):
        with pytest.raises(OutsideLimits) as refusal:
            table_join(game_id=game.pk, user=who)
        assert str(refusal.value.facts["yours"]) in refusal.value.sentence


def test_who_is_invited_may_come_whatever_the_limits(ratings, marta, tomasz):
    ratings |= {"Marta": (1400, 95)}
    game = new_table(marta, limits=Limits(min_rating=1300))
    invitation = invitation_send(game_id=game.pk, by=marta, username="Tomasz")
    invitation_accept(invitation_id=invitation.pk, user=tomasz)
    assert again(game).is_running


@pytest.mark.parametrize(
    "limits", [Limits(min_rating=1500), Limits(max_rating=900), Limits(min_reliability=101)]
)
def test_nobody_demands_more_than_he_has(ratings, marta, limits):
    with pytest.raises(DemandsTooMuch):
        new_table(marta, limits=limits)


def test_who_keeps_too_many_tables_waiting_joins_no_other(marta, tomasz, monkeypatch):
    monkeypatch.setattr(joining, "MOST_WAITING", 1)
    game = new_table(marta, shuffle_seats=False)
    table_join(game_id=game.pk, user=tomasz)
    assert [waiting.pk for waiting in games_waiting_on(user=marta)] == [game.pk]
    another = new_table(tomasz)
    with pytest.raises(TooBusy) as refusal:
        table_join(game_id=another.pk, user=marta)
    assert refusal.value.facts == {"waiting": 1, "limit": 1}


# ---- leaving, cancelling, expiry, starting at a time -------------------------------------------


def test_leaving_frees_the_seat_and_passes_the_table_on(marta, tomasz):
    game = new_table(marta, seats=3)
    table_join(game_id=game.pk, user=tomasz)
    table_leave(game_id=game.pk, user=marta)
    assert again(game).host == tomasz
    table_leave(game_id=game.pk, user=tomasz)
    assert again(game).status == "cancelled"


def test_a_game_that_runs_is_not_left_or_cancelled_here(marta, tomasz):
    game = new_table(marta)
    table_join(game_id=game.pk, user=tomasz)
    for way in (
        lambda: table_leave(game_id=game.pk, user=tomasz),
        lambda: table_cancel(game_id=game.pk, by=marta),
    ):
        with pytest.raises(NotOpen):
            way()


def test_only_the_host_cancels(marta, tomasz):
    game = new_table(marta, seats=3)
    invitation = invitation_send(game_id=game.pk, by=marta, username="Tomasz")
    with pytest.raises(NotTheHost):
        table_cancel(game_id=game.pk, by=tomasz)
    assert table_cancel(game_id=game.pk, by=marta).status == "cancelled"
    with pytest.raises(NotInvited):
        invitation_accept(invitation_id=invitation.pk, user=tomasz)


def test_a_table_that_does_not_fill_expires_after_two_weeks_with_notice(marta):
    closed = []

    def hear(*, game, **_):
        closed.append((game.pk, game.status))

    table_closed.connect(hear)
    game = new_table(marta, now=NOW)
    assert tables_expire(NOW + timedelta(days=13, hours=23)) == 0
    assert tables_expire(NOW + timedelta(days=14)) == 1
    assert tables_expire(NOW + timedelta(days=14)) == 0
    assert closed == [(game.pk, "expired")]


def test_a_full_table_waits_for_its_time(marta, tomasz):
    at = NOW + timedelta(hours=5)
    game = new_table(marta, start_at=at, now=NOW)
    table_join(game_id=game.pk, user=tomasz, now=NOW)
    assert again(game).is_open
    assert tables_start(at - timedelta(seconds=1)) == 0
    assert tables_start(at) == 1
    assert tables_start(at) == 0
    assert again(game).is_running


def test_bots_fill_up_at_the_time_if_agreed(marta, tomasz):
    at = NOW + timedelta(hours=5)
    game = new_table(marta, seats=3, start_at=at, fill_with="hasty", now=NOW)
    invitation_send(game_id=game.pk, by=marta, username="Tomasz")
    tables_start(at)
    game = again(game)
    assert game.is_running
    assert not game.rated
    assert Seat.objects.filter(game=game, bot="hasty").count() == 2
    assert not invitations_for(user=tomasz).exists()


def test_who_is_not_full_at_the_time_starts_with_the_last_player(marta, tomasz):
    at = NOW + timedelta(hours=5)
    game = new_table(marta, start_at=at, now=NOW)
    tables_start(at)
    assert again(game).is_open
    table_join(game_id=game.pk, user=tomasz, now=at + timedelta(hours=1))
    assert again(game).is_running
