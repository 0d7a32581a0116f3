"""Thinking time becomes one absolute due time: tables of real days, and what holds always."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.clocks import (
    Bank,
    NoClock,
    PerMove,
    PlayerHours,
    Vacation,
    allowance_of,
    bank_after,
    clock_problem,
    clock_read,
    clock_write,
    due_after,
    due_time,
    extended,
    hours_on_average,
    hours_per_move,
    hours_problem,
    remaining,
    running_time,
    vacation_days_in,
    vacation_problem,
)
from games.clocks.hours import granted_vacations, sleep_length
from games.clocks.standstill import moment_of

PRAGUE = PlayerHours("Europe/Prague", time(22), time(7))
AWAKE = PlayerHours("Europe/Prague")


def wall(text: str, zone: str = "Europe/Prague") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


@pytest.mark.parametrize(
    ("start", "hours", "clock", "player", "due"),
    [
        # Wednesday morning, a day and a half
        ("2026-11-11 10:00", 36, {}, AWAKE, "2026-11-12 22:00"),
        ("2026-11-11 10:00", 12, {}, PRAGUE, "2026-11-12 07:00"),
        ("2026-11-11 10:00", 13, {}, PRAGUE, "2026-11-12 08:00"),
        ("2026-11-11 23:30", 1, {}, PRAGUE, "2026-11-12 08:00"),
        ("2026-11-11 10:00", 13, {"sleep_counts": True}, PRAGUE, "2026-11-11 23:00"),
        # Friday evening, weekends off
        ("2026-11-13 20:00", 6, {"weekends_off": True}, AWAKE, "2026-11-16 02:00"),
        ("2026-11-13 20:00", 6, {"weekends_off": True}, PRAGUE, "2026-11-16 11:00"),
        ("2026-11-13 20:00", 4, {"weekends_off": True}, AWAKE, "2026-11-16 00:00"),
        ("2026-11-14 12:00", 1, {"weekends_off": True}, AWAKE, "2026-11-16 01:00"),
        # Clocks are put forward in the night of 29 March 2026, back in that of 25 October
        ("2026-03-28 12:00", 24, {}, AWAKE, "2026-03-29 13:00"),
        ("2026-10-24 12:00", 24, {}, AWAKE, "2026-10-25 11:00"),
        ("2026-03-28 21:00", 2, {}, PRAGUE, "2026-03-29 08:00"),
        ("2026-10-24 21:00", 2, {}, PRAGUE, "2026-10-25 08:00"),
    ],
)
def test_real_days(start, hours, clock, player, due):
    known = PerMove(hours=hours, **clock)
    assert due_time(known, wall(start), hours=player) == wall(due)


def test_a_vacation_stops_the_clock_as_far_as_the_table_allows():
    away = PlayerHours(
        "Europe/Prague", vacations=(Vacation(date(2026, 11, 12), date(2026, 11, 16)),)
    )
    start = wall("2026-11-11 12:00")
    for budget, due in [(0, "2026-11-12 12:00"), (2, "2026-11-14 12:00"), (20, "2026-11-17 12:00")]:
        clock = PerMove(hours=24, vacation_days=budget)
        assert due_time(clock, start, hours=away) == wall(due)


def test_two_players_in_two_zones_get_their_own_due_times():
    clock, start = PerMove(hours=8, weekends_off=True), datetime(2026, 11, 13, 20, tzinfo=UTC)
    tokyo = PlayerHours("Asia/Tokyo")  # Saturday has begun there
    assert due_time(clock, start, hours=tokyo) == datetime(2026, 11, 15, 23, tzinfo=UTC)
    assert due_time(clock, start, hours=AWAKE) == datetime(2026, 11, 16, 4, tzinfo=UTC)


def test_without_a_clock_nothing_is_due():
    assert due_time({"kind": "none"}, wall("2026-11-11 10:00")) is None
    assert due_time({}, wall("2026-11-11 10:00")) is None
    assert allowance_of(NoClock()) is None


def test_a_bank_pays_for_thinking_after_the_grace_and_is_filled_by_answers():
    clock, hour = Bank(hours=48, increment=6, grace=2, most=60), timedelta(hours=1)
    assert allowance_of(clock) == 50 * hour
    assert allowance_of(clock, 10 * hour) == 12 * hour
    assert bank_after(clock, bank=48 * hour, used=hour) == 54 * hour
    assert bank_after(clock, bank=48 * hour, used=12 * hour) == 44 * hour
    assert bank_after(clock, bank=58 * hour, used=hour) == 60 * hour
    assert bank_after(clock, bank=3 * hour, used=9 * hour) == 6 * hour


@pytest.mark.parametrize(
    ("stored", "says"),
    [
        ({"kind": "none"}, ""),
        ({"kind": "per-move", "hours": 72}, ""),
        ({"kind": "bank", "hours": 240, "increment": 12, "grace": 1}, ""),
        ({"kind": "sundial"}, "no such clock"),
        ({"kind": "per-move"}, "whole number"),
        ({"kind": "per-move", "hours": 0}, "from 1 to 504"),
        ({"kind": "per-move", "hours": 9999}, "from 1 to 504"),
        ({"kind": "per-move", "hours": True}, "whole number"),
        ({"kind": "per-move", "hours": "72"}, "whole number"),
        ({"kind": "bank", "hours": 9999}, "from 1 to 2160"),
        ({"kind": "bank", "hours": 24, "grace": -1}, "do not fit"),
    ],
)
def test_settings_are_checked_when_they_are_read(stored, says):
    assert says in clock_problem(stored)
    assert bool(clock_problem(stored)) is bool(says)


def test_settings_survive_json():
    clock = Bank(hours=240, increment=12, grace=1, weekends_off=True, vacation_days=20)
    assert clock_read(msgspec.json.decode(msgspec.json.encode(clock_write(clock)))) == clock
    assert clock_write(PerMove(hours=72)) == {"kind": "per-move", "hours": 72}
    hours = PlayerHours(
        "Europe/Warsaw", time(23), time(6, 30), (Vacation(date(2026, 7, 1), date(2026, 7, 9)),), 21
    )
    assert msgspec.json.decode(msgspec.json.encode(hours), type=PlayerHours) == hours
    assert hours_per_move({"kind": "per-move", "hours": 72}) == 72
    assert hours_per_move({"kind": "none"}) is None


@pytest.mark.parametrize(
    ("stored", "hours"),
    [
        ({"kind": "per-move", "hours": 72}, 72),
        ({"kind": "bank", "hours": 240}, 6),
        ({"kind": "bank", "hours": 240, "increment": 12, "grace": 2}, 20),
        ({"kind": "none"}, None),
    ],
)
def test_both_kinds_of_clock_have_a_pace(stored, hours):
    assert hours_on_average(stored, turns=40) == hours


@pytest.mark.parametrize(
    ("hours", "code"),
    [
        (PRAGUE, ""),
        (PlayerHours("Mars/Olympus"), "unknown-zone"),
        (PlayerHours("UTC", time(22)), "half-a-sleep"),
        (PlayerHours("UTC", time(20), time(9)), "sleep-too-long"),
        (PlayerHours("UTC", time(7), time(7)), ""),
    ],
)
def test_hours_are_checked(hours, code):
    assert hours_problem(hours) == code


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2026-12-01", "2026-12-05", ""),
        ("2026-12-05", "2026-12-01", "vacation-backwards"),
        ("2026-11-10", "2026-11-12", "vacation-past"),
        ("2026-12-01", "2027-02-28", "vacation-too-long"),
        ("2026-08-10", "2026-08-20", "vacation-past"),
        ("2026-12-22", "2026-12-28", "vacation-overlaps"),
        ("2026-12-01", "2026-12-12", "vacation-over-budget"),
        ("2027-01-05", "2027-01-24", ""),
    ],
)
def test_a_vacation_is_announced_ahead_and_within_the_year_s_budget(first, last, code):
    taken = (
        Vacation(date(2026, 8, 1), date(2026, 8, 5)),
        Vacation(date(2026, 12, 24), date(2026, 12, 27)),
    )
    new = Vacation(date.fromisoformat(first), date.fromisoformat(last))
    hours = PlayerHours(vacations=taken)
    assert vacation_days_in(taken, 2026) == 9
    assert vacation_problem(hours, new, today=date(2026, 11, 11), days_per_year=20) == code


def test_a_budget_is_counted_for_each_year():
    long = Vacation(date(2026, 12, 30), date(2027, 1, 9))
    granted = list(granted_vacations([long], days_per_year=4))
    assert granted == [
        Vacation(date(2026, 12, 30), date(2026, 12, 31)),
        Vacation(date(2027, 1, 1), date(2027, 1, 4)),
    ]


@pytest.mark.parametrize(
    ("day", "clock", "zone", "last", "instant"),
    [
        # 2:30 does not come in Prague on 29 March: it has passed when 2 becomes 3
        (date(2026, 3, 29), time(2, 30), "Europe/Prague", False, "2026-03-29 01:00"),
        (date(2026, 10, 25), time(2, 30), "Europe/Prague", False, "2026-10-25 00:30"),
        (date(2026, 10, 25), time(2, 30), "Europe/Prague", True, "2026-10-25 01:30"),
        # There is no midnight in Santiago on the day of the change
        (date(2026, 9, 6), time(0), "America/Santiago", False, "2026-09-06 04:00"),
        (date(2026, 10, 4), time(2, 10), "Australia/Lord_Howe", False, "2026-10-03 15:30"),
    ],
)
def test_wall_times_that_come_twice_or_never(day, clock, zone, last, instant):
    expected = datetime.fromisoformat(instant).replace(tzinfo=UTC)
    assert moment_of(day, clock, ZoneInfo(zone), last=last) == expected


# What holds always

ZONES = [
    "UTC",
    "Europe/Prague",
    "Europe/Warsaw",
    "America/New_York",
    "America/Santiago",
    "Africa/Cairo",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Pacific/Chatham",
]


def minutes_after(year: int, month: int, day: int, *, days: int) -> st.SearchStrategy[datetime]:
    first = datetime(year, month, day, tzinfo=UTC)
    return st.integers(0, days * 24 * 60).map(lambda count: first + timedelta(minutes=count))


starts = minutes_after(2026, 1, 1, days=730)
# Around the changes of clocks on both halves of the globe.
near_change = st.one_of(
    *(minutes_after(2026, month, day, days=4) for month, day in [(3, 27), (10, 23), (4, 3), (9, 4)])
)
moments = st.one_of(starts, near_change)
allowances = st.integers(0, 21 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))
vacations = st.lists(
    st.tuples(st.dates(date(2026, 1, 1), date(2027, 12, 1)), st.integers(0, 20)), max_size=3
).map(lambda pairs: tuple(Vacation(first, first + timedelta(days=n)) for first, n in pairs))


@st.composite
def players(draw: st.DrawFn) -> PlayerHours:
    sleep_from = draw(st.none() | st.times().map(lambda t: t.replace(second=0, microsecond=0)))
    sleep_to = None
    if sleep_from is not None:
        length = draw(st.integers(1, 12 * 60))
        begin = datetime.combine(date(2026, 1, 1), sleep_from)
        sleep_to = (begin + timedelta(minutes=length)).time()
    return PlayerHours(
        draw(st.sampled_from(ZONES)),
        sleep_from,
        sleep_to,
        draw(vacations),
        draw(st.none() | st.integers(0, 23)),
    )


clocks = st.builds(
    PerMove,
    hours=st.just(24),
    weekends_off=st.booleans(),
    sleep_counts=st.booleans(),
    vacation_days=st.integers(0, 60),
)


@given(moments, allowances, clocks, players())
def test_due_and_remaining_say_the_same(start, allowance, clock, hours):
    due = due_after(start, allowance, clock=clock, hours=hours)
    assert due >= start + allowance
    assert remaining(start, due, clock=clock, hours=hours) == allowance


@given(moments, allowances, clocks, players())
def test_nothing_is_due_while_the_player_sleeps_rests_or_is_away(start, allowance, clock, hours):
    due = due_after(start, allowance, clock=clock, hours=hours).astimezone(
        ZoneInfo(hours.time_zone)
    )
    if clock.weekends_off:
        assert due.weekday() < 5
    if hours.sleeps and not clock.sleep_counts:
        since_bedtime = (_minutes(due.time()) - _minutes(hours.sleep_from)) % (24 * 60)
        assert since_bedtime >= sleep_length(hours) / timedelta(minutes=1)
    for away in granted_vacations(hours.vacations, days_per_year=clock.vacation_days):
        assert not away.first <= due.date() <= away.last


def _minutes(clock: time) -> float:
    return clock.hour * 60 + clock.minute + clock.second / 60 + clock.microsecond / 60e6


@given(moments, allowances, allowances, clocks, players())
def test_more_time_is_never_due_earlier(start, one, other, clock, hours):
    less, more = sorted((one, other))
    early, late = (due_after(start, a, clock=clock, hours=hours) for a in (less, more))
    assert early <= late
    if less < more:
        assert early < late


@given(moments, st.integers(0, 10_000), allowances, clocks, players())
def test_who_starts_later_is_never_due_earlier(start, minutes, allowance, clock, hours):
    later = start + timedelta(minutes=minutes)
    first, second = (due_after(s, allowance, clock=clock, hours=hours) for s in (start, later))
    assert first <= second


@given(moments, allowances, allowances, st.integers(0, 30 * 24 * 60), clocks, players())
def test_a_pause_takes_nothing_and_gives_nothing(start, allowance, used, pause, clock, hours):
    assume(used <= allowance)
    due = due_after(start, allowance, clock=clock, hours=hours)
    paused_at = due_after(start, used, clock=clock, hours=hours)
    left = remaining(paused_at, due, clock=clock, hours=hours)
    assert left == allowance - used
    assert due_after(paused_at, left, clock=clock, hours=hours) == due
    resumed_at = paused_at + timedelta(minutes=pause)
    new_due = due_after(resumed_at, left, clock=clock, hours=hours)
    assert remaining(resumed_at, new_due, clock=clock, hours=hours) == left
    assert new_due >= due


@given(moments, allowances, allowances, clocks, players())
def test_an_extension_is_the_same_as_more_time_from_the_start(start, allowance, more, clock, hours):
    due = due_after(start, allowance, clock=clock, hours=hours)
    longer = due_after(start, allowance + more, clock=clock, hours=hours)
    assert extended(due, more, clock=clock, hours=hours) == longer


@given(moments, allowances, allowances, clocks, players())
def test_running_time_adds_up(start, one, two, clock, hours):
    middle, end = start + one, start + one + two
    parts = running_time(start, middle, clock=clock, hours=hours)
    parts += running_time(middle, end, clock=clock, hours=hours)
    assert parts == running_time(start, end, clock=clock, hours=hours)
