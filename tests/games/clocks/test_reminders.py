"""Reminders come at half, four fifths and nearly all of the time, when the player is around."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given

from games.clocks import PerMove, PlayerHours, due_after, reminder_times, reminders_begin
from tests.games.clocks.test_due_times import allowances, clocks, moments, players

ZONE = ZoneInfo("Europe/Prague")
CLOCK = PerMove(hours=100)
START = datetime(2026, 11, 9, 8, tzinfo=ZONE)


def ladder(hours: PlayerHours) -> list[str]:
    due = due_after(START, timedelta(hours=100), clock=CLOCK, hours=hours)
    times = reminder_times(START, due, clock=CLOCK, hours=hours)
    return [f"{moment.astimezone(ZONE):%a %H:%M}" for moment in times]


def test_at_their_share_of_the_time_where_no_habit_is_known():
    assert ladder(PlayerHours("Europe/Prague")) == ["Wed 10:00", "Thu 16:00", "Fri 07:00"]


def test_moved_into_the_hour_at_which_the_player_moves():
    evening = PlayerHours("Europe/Prague", usual_hour=21)
    assert ladder(evening) == ["Tue 21:00", "Thu 21:00", "Fri 07:00"]


def test_not_into_an_hour_at_which_the_player_sleeps():
    asleep = PlayerHours("Europe/Prague", time(20), time(7), usual_hour=21)
    assert all(not moment.endswith("21:00") for moment in ladder(asleep))


@given(moments, allowances, clocks, players())
def test_in_order_after_the_opening_and_before_the_due_time(start, allowance, clock, hours):
    due = due_after(start, allowance, clock=clock, hours=hours)
    times = reminder_times(start, due, clock=clock, hours=hours)
    assert list(times) == sorted(set(times))
    begin = reminders_begin(start, due, allowance=allowance)
    assert all(begin <= moment for moment in times), "planned in time"
    assert all(start < moment < due for moment in times)
    for moment in times:
        assert due_after(moment, timedelta(0), clock=clock, hours=hours) == moment
