"""The calendar at its secret address."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from leagues.signals import people_told
from notifications.models import CalendarFeed, GameSilence, Notification, Preference
from notifications.services.channels import calendar_remove, calendar_reset, channel_test
from notifications.services.preferences import game_extent_set
from tests.factories import UserFactory
from tests.games.scene import scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def marta():
    return UserFactory(username="Marta", time_zone="Europe/Prague")


def address(user) -> str:
    return f"/calendar/{CalendarFeed.objects.get(user=user).token}.ics"


def events(user) -> list[dict]:
    answer = Client().get(address(user))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.content)
    assert calendar["version"] == "2.0"
    return calendar.walk("VEVENT")


def test_it_holds_what_is_asked_with_its_deadline_and_an_alarm(marta):
    calendar_reset(user=marta)
    table = scene(clock={"kind": "per-move", "hours": 72})
    due_at = table.game.decisions.get().due_at.replace(microsecond=0)
    (event,) = events(marta)
    assert str(event["summary"]) == "A quiet evening: Choose a faction"
    assert event.decoded("dtend") == due_at
    assert event.decoded("dtstart") < due_at
    assert event["url"] == f"http://testserver/games/{table.pk}/"
    (alarm,) = event.walk("VALARM")
    assert event.decoded("dtstart") + alarm.decoded("trigger") == due_at - timedelta(hours=2)
    assert not Notification.objects.filter(channel="calendar").exists(), "no row for what it reads"
    table.plays(0, "setup witches")
    assert events(marta) == []


def test_wishes_and_tables_of_which_one_hears_nothing_count(marta):
    calendar_reset(user=marta)
    quiet = scene(clock={"kind": "per-move", "hours": 72})
    scene()  # without a clock there is no deadline
    game_extent_set(user=marta, game=quiet.game, extent=GameSilence.Extent.ALL, now=timezone.now())
    assert events(marta) == []
    GameSilence.objects.all().delete()
    Preference.objects.create(user=marta, kind="reminder", channel="calendar", wanted=False)
    assert events(marta)[0].walk("VALARM") == []
    Preference.objects.create(user=marta, kind="your-turn", channel="calendar", wanted=False)
    assert events(marta) == []


def test_dates_of_leagues_are_in_it(marta):
    calendar_reset(user=marta)
    until = timezone.now().replace(microsecond=0) + timedelta(days=3)
    people_told.send(
        sender=None,
        kind="check-in",
        users=[marta],
        key="check-in:7",
        title="Will you play?",
        paragraphs=["The season begins soon."],
        url="/about/",
        button="Answer",
        about=7,
        until=until,
    )
    (event,) = events(marta)
    assert event.decoded("dtend") == until
    assert "The season begins soon." in event["description"]


def test_a_new_address_kills_the_old_one_and_switching_off_kills_it_too(marta):
    calendar_reset(user=marta)
    old = address(marta)
    calendar_reset(user=marta)
    assert Client().get(old).status_code == 404
    new = address(marta)
    assert Client().get(new).status_code == 200
    assert CalendarFeed.objects.get().read_at
    calendar_remove(user=marta)
    assert Client().get(new).status_code == 404


def test_a_test_is_a_date_that_lies_ahead(marta):
    calendar_reset(user=marta)
    now = timezone.now()
    channel_test(user=marta, channel="calendar", now=now)
    (event,) = events(marta)
    assert now < event.decoded("dtend") < now + timedelta(hours=4)


def test_it_speaks_the_reader_s_language(marta):
    marta.language = "cs"
    marta.save()
    calendar_reset(user=marta)
    scene(clock={"kind": "per-move", "hours": 72})
    assert "Choose" not in str(events(marta)[0]["summary"])
