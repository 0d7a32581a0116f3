"""Through which channels somebody hears of a thing: wishes, what works, and single tables."""

from __future__ import annotations

import pytest
from django.utils import timezone

from notifications.inbound.reports import Permanence
from notifications.kinds import CHANNELS, KINDS, SENT
from notifications.models import GameSilence, Preference
from notifications.reaching import plan_for, plans_for
from notifications.services.addresses import bounce_note, complaint_note
from notifications.services.channels import calendar_reset, webhook_add
from notifications.services.preferences import game_extent_set
from tests.factories import UserFactory
from tests.games.scene import scene
from tests.notifications.browsers import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def marta():
    return UserFactory(username="Marta", email="Marta@example.org")


@pytest.fixture
def reached(marta, place):
    """Marta, who has set up everything."""
    Browser().subscribes(marta, f"{place.url}/push")
    webhook_add(user=marta, form="raw", url=f"{place.url}/hook")
    calendar_reset(user=marta)
    return marta


def channels(user, kind="your-turn", game=None) -> list[str]:
    return list(plan_for(user=user, kind=kind, game=game).channels)


def wish(user, kind: str, channel: str, wanted: bool) -> None:
    Preference.objects.create(user=user, kind=kind, channel=channel, wanted=wanted)


def bounce(user) -> None:
    bounce_note(
        address=user.email.lower(),
        permanence=Permanence.PERMANENT,
        reason="5.1.1",
        now=timezone.now(),
    )


def test_every_kind_speaks_of_channels_that_there_are():
    known = {channel.key for channel in CHANNELS}
    for kind in KINDS:
        assert kind.default | kind.compulsory <= kind.channels <= known
    assert len({kind.key for kind in KINDS}) == len(KINDS)


def test_mail_alone_until_more_is_set_up(marta):
    assert channels(marta) == ["mail"]
    assert channels(marta, "moved") == []


def test_all_that_is_set_up_and_wanted(reached):
    assert channels(reached) == ["mail", "push", "webhook", "calendar"]
    assert channels(reached, "chat") == ["mail"]
    wish(reached, "your-turn", "webhook", False)
    assert channels(reached) == ["mail", "push", "calendar"]


def test_three_queries_for_however_many_people(reached, django_assert_num_queries):
    """What works for them, what they want, and what they do not want of this table."""
    game = scene().game
    people = [reached, *(seat.user for seat in game.seats.all())]
    with django_assert_num_queries(3):
        plans_for({(user.pk, kind, game.pk) for user in people for kind in ("chat", "reminder")})


def test_what_comes_at_once_is_not_in_the_daily_mail_again(marta):
    wish(marta, "your-turn", "daily", True)
    assert channels(marta) == ["mail"]
    wish(marta, "your-turn", "mail", False)
    assert channels(marta) == ["daily"]


def test_whose_mail_does_not_arrive_is_told_through_the_next_channel(marta, place):
    Browser().subscribes(marta, f"{place.url}/push")
    wish(marta, "chat", "push", False)
    bounce(marta)
    plan = plan_for(user=marta, kind="chat")
    assert (plan.channels, plan.instead_of) == (("push",), {"push": "mail"})


def test_nobody_is_told_what_he_has_switched_off_altogether(marta, place):
    Browser().subscribes(marta, f"{place.url}/push")
    for channel in ("mail", "push"):
        wish(marta, "chat", channel, False)
    bounce(marta)
    assert channels(marta, "chat") == []


def test_a_broken_webhook_never_brings_mail_to_who_wants_none(marta, place):
    webhook_add(user=marta, form="raw", url=f"{place.url}/hook").__class__.objects.update(
        paused_at=timezone.now()
    )
    wish(marta, "your-turn", "mail", False)
    assert channels(marta) == []
    Preference.objects.all().delete()
    wish(marta, "mention", "mail", True)
    assert channels(marta, "mention") == ["mail"]


def test_a_complaint_ends_mails_and_nothing_else_is_set_up(marta):
    complaint_note(address="marta@example.org", reason="spam", now=timezone.now())
    assert channels(marta) == []


def test_who_has_left_hears_nothing(reached):
    reached.is_active = False
    reached.save()
    assert channels(reached) == []


@pytest.mark.parametrize(
    ("extent", "turn", "talk"),
    [
        ("", ["mail", "push", "webhook", "calendar"], ["mail"]),
        ("all", [], []),
        ("mail", ["push", "webhook", "calendar"], []),
        ("unasked", ["mail", "push", "webhook", "calendar"], []),
        ("daily", ["daily", "calendar"], ["daily"]),
    ],
)
def test_a_table_s_own_rule(reached, extent, turn, talk):
    one, other = scene().game, scene().game
    game_extent_set(user=reached, game=one, extent=extent, now=timezone.now())
    assert channels(reached, "your-turn", one) == turn
    assert channels(reached, "chat", one) == talk
    assert "mail" in channels(reached, "your-turn", other)


def test_every_extent_is_told_apart():
    assert {extent.value for extent in GameSilence.Extent} == {"all", "mail", "unasked", "daily"}
    assert set(SENT) < {channel.key for channel in CHANNELS}
