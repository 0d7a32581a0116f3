"""Quiet hours, the pause in which mails become one, and the daily mail."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from forum.models import DailyDigest
from notifications.hours import QuietHours, next_allowed, next_daily
from notifications.models import GameSilence, Notification, OutgoingMail, Preference, Rhythm
from notifications.reminders import reminders_sweep
from notifications.services.notifying import notify
from notifications.services.outbox import parsed
from notifications.services.preferences import game_extent_set, rhythm_set
from notifications.services.telling import notification_deliver, notifications_sweep
from tests.factories import UserFactory
from tests.games.scene import scene

PRAGUE = ZoneInfo("Europe/Prague")
NIGHT = QuietHours(time(22), time(7), PRAGUE)
NOON = datetime(2026, 3, 10, 11, 0, tzinfo=UTC)
"""Twelve in Prague."""


@pytest.mark.parametrize(
    ("moment", "allowed"),
    [
        ("2026-01-10T20:59", "2026-01-10T20:59"),
        ("2026-01-10T21:00", "2026-01-11T06:00"),
        ("2026-01-11T03:00", "2026-01-11T06:00"),
        ("2026-01-11T06:00", "2026-01-11T06:00"),
        ("2026-03-28T23:30", "2026-03-29T05:00"),  # the night in which clocks go forward
        ("2026-10-24T23:30", "2026-10-25T06:00"),  # and back
    ],
)
def test_the_night_in_prague(moment, allowed):
    given = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert next_allowed(given, NIGHT) == datetime.fromisoformat(allowed).replace(tzinfo=UTC)


def test_what_would_be_too_late_in_the_morning_comes_in_the_evening():
    due = datetime(2026, 1, 11, 5, 0, tzinfo=UTC)
    told = next_allowed(due - timedelta(hours=1), NIGHT, latest=due)
    assert told == datetime(2026, 1, 10, 20, 59, 59, tzinfo=UTC)


zones = st.sampled_from(["UTC", "Europe/Prague", "America/New_York", "Australia/Lord_Howe"])
clock_times = st.times().map(lambda at: at.replace(second=0, microsecond=0, fold=0))
JANUARY = datetime(2026, 1, 1, tzinfo=UTC)
moments = st.integers(0, 2 * 365 * 24 * 60).map(lambda n: JANUARY + timedelta(minutes=n))


@given(moments, clock_times, clock_times, zones)
def test_nothing_is_told_in_quiet_hours_and_nothing_waits_a_day(moment, begin, end, zone):
    quiet = QuietHours(begin, end, ZoneInfo(zone))
    told = next_allowed(moment, quiet)
    assert quiet.stretch_at(told) is None
    assert moment <= told <= moment + timedelta(hours=26)


@given(moments, st.integers(0, 23), zones)
def test_the_daily_mail_comes_within_a_day_at_its_hour(moment, hour, zone):
    at = next_daily(moment, hour=hour, zone=ZoneInfo(zone))
    assert moment < at <= moment + timedelta(hours=26)
    shown = at.astimezone(ZoneInfo(zone))
    skipped = shown.replace(hour=hour, minute=0, fold=0).astimezone(UTC).astimezone(ZoneInfo(zone))
    assert shown.hour == hour or skipped.hour != hour  # an hour that this day does not have


@pytest.fixture
def marta(db):
    return UserFactory(username="Marta", email="marta@example.org", time_zone="Europe/Prague")


def rhythm(user, **values) -> None:
    usual = {"bundle_minutes": 0, "daily_hour": 7, "quiet_from": None, "quiet_to": None}
    rhythm_set(user=user, now=NOON, **{**usual, **values})


def sent() -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(recipients=["Marta <marta@example.org>"]))


def text_of(mail: OutgoingMail, form: str = "plain") -> str:
    return parsed(mail.source).get_body((form,)).get_content()


@time_machine.travel(NOON, tick=False)
def test_one_mail_for_all_tables_of_a_quarter_of_an_hour(marta, settings):
    settings.REPLY_ADDRESS = "move@reply.example.net"
    rhythm(marta, bundle_minutes=15)
    tables = [scene(), scene()]
    for number, table in enumerate(tables):
        table.game.__class__.objects.filter(pk=table.pk).update(name=f"Table {number}")
    rows = Notification.objects.filter(kind="your-turn", user=marta)
    assert {row.due_at for row in rows} == {NOON + timedelta(minutes=15)}
    notifications_sweep(NOON + timedelta(minutes=14))
    assert sent() == []
    notifications_sweep(NOON + timedelta(minutes=15))
    (mail,) = sent()
    assert mail.subject == "2 things wait for you: Table 0, Table 1"
    for form in ("plain", "html"):
        for number, table in enumerate(tables):
            assert f"Table {number}: Choose a faction" in text_of(mail, form)
            assert f"http://testserver/games/{table.pk}/" in text_of(mail, form)
    assert text_of(mail).count("move+") == 2, "each table has its own reply address"
    assert {row.state for row in rows.all()} == {"told"}
    assert {row.mail_id for row in rows.all()} == {mail.pk}
    assert "List-Unsubscribe" in parsed(mail.source)
    notifications_sweep(NOON + timedelta(minutes=16))
    assert len(sent()) == 1


@time_machine.travel(NOON, tick=False)
def test_of_a_bundle_only_what_is_still_true_is_told(marta):
    rhythm(marta, bundle_minutes=15)
    first, second = scene(), scene()
    first.plays(0, "setup witches")
    notifications_sweep(NOON + timedelta(minutes=15))
    (mail,) = sent()
    assert mail.subject == "1 thing waits for you: A quiet evening"
    assert text_of(mail).count("Choose a faction") == 1
    assert f"Open the game: http://testserver/games/{second.pk}/" in text_of(mail)
    dropped = Notification.objects.get(kind="your-turn", user=marta, game=first.game)
    assert (dropped.state, dropped.error) == ("dropped", "no longer true")


@time_machine.travel(NOON, tick=False)
def test_a_reminder_never_waits_for_others(marta):
    rhythm(marta, bundle_minutes=60)
    notify(kind="test", user=marta, key="x", facts={"title": "x", "url": "/"})
    row = Notification.objects.get(key="x")
    assert (row.due_at, row.bundled) == (NOON, False)


@time_machine.travel(NOON, tick=False)
def test_the_daily_mail_at_the_reader_s_own_hour(marta):
    rhythm(marta, daily_hour=20)
    Preference.objects.create(user=marta, kind="your-turn", channel="mail", wanted=False)
    Preference.objects.create(user=marta, kind="your-turn", channel="daily", wanted=True)
    scene()
    scene()
    evening = NOON + timedelta(hours=8)
    rows = Notification.objects.filter(kind="your-turn", user=marta)
    assert [(row.channel, row.due_at) for row in rows] == [("daily", evening)] * 2
    notifications_sweep(evening - timedelta(minutes=1))
    assert sent() == []
    notifications_sweep(evening)
    (mail,) = sent()
    assert mail.subject.startswith("2 things wait for you")


@time_machine.travel(NOON, tick=False)
def test_one_table_once_a_day_and_the_others_at_once(marta):
    first, second = scene(), scene()
    game_extent_set(user=marta, game=first.game, extent=GameSilence.Extent.DAILY, now=NOON)
    Notification.objects.all().delete()
    for table in (first, second):
        notify(kind="your-turn", user=marta, key=f"t{table.pk}", game=table.game)
    rows = Notification.objects.order_by("pk").values_list("channel", flat=True)
    assert list(rows) == ["daily", "mail"]


def test_nothing_is_sent_in_quiet_hours_but_due_right_after(marta):
    rhythm(marta, quiet_from=time(22), quiet_to=time(7))
    midnight = datetime(2026, 3, 10, 23, 0, tzinfo=UTC)
    morning = datetime(2026, 3, 11, 6, 0, tzinfo=UTC)
    with time_machine.travel(midnight, tick=False):
        table = scene()
        row = Notification.objects.get(kind="your-turn", user=marta)
        assert row.due_at == row.planned_at == morning
        notifications_sweep(morning - timedelta(seconds=1))
    assert sent() == []
    with time_machine.travel(morning, tick=False):
        notifications_sweep(morning)
    assert len(sent()) == 1
    assert table.pk


@time_machine.travel(NOON, tick=False)
def test_quiet_hours_that_were_set_later_hold_back_what_was_due(marta):
    scene()
    row = Notification.objects.get(kind="your-turn", user=marta)
    rhythm(marta, quiet_from=time(11), quiet_to=time(14))
    assert not notification_deliver(notification_id=row.pk, now=NOON)
    row.refresh_from_db()
    assert (row.state, row.tries, row.due_at) == ("queued", 0, NOON + timedelta(hours=2))


@time_machine.travel(NOON, tick=False)
def test_a_reminder_in_the_night_before_the_deadline_comes_in_the_evening(marta):
    rhythm(marta, quiet_from=time(22), quiet_to=time(7))
    scene(clock={"kind": "per-move", "hours": 16})  # until four in the morning
    reminders_sweep(NOON + timedelta(hours=5))
    times = Notification.objects.filter(kind="reminder").values_list("due_at", flat=True)
    evening = datetime(2026, 3, 10, 20, 59, 59, tzinfo=UTC)
    assert list(times.order_by("due_at")) == [NOON + timedelta(hours=8), evening, evening]


@time_machine.travel(NOON, tick=False)
def test_the_daily_mail_of_the_forum_follows_the_same_clock(marta):
    DailyDigest.objects.create(user=marta, since=NOON, due_at=NOON)
    rhythm(marta, daily_hour=18)
    assert DailyDigest.objects.get().due_at == NOON + timedelta(hours=6)
    assert Rhythm.objects.get().daily_hour == 18
