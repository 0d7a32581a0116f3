"""The pages of a league: what they show, to whom, and at what price."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from leagues.check_in_token import check_in_token
from leagues.errors import NotAllowed, NotNow
from leagues.models import Entry, Group, Message, Season
from leagues.services.entries import entry_check_in, entry_sign_up
from leagues.services.live import live_sweep
from leagues.services.outlooks import outlook_sweep
from leagues.services.placing import placing_plan, placing_take
from leagues.services.results import results_settle
from leagues.services.standing import standing_refresh
from tests.leagues.scene import ends, entry_of, go_on, head_of, league, only_group, people, running

pytestmark = pytest.mark.django_db

AT_MOST = 12


def page(client: Client, name: str, *args: object) -> str:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def as_head(client: Client):
    def signed_in(season: Season) -> Client:
        client.force_login(head_of(season.league))
        return client

    return signed_in


def test_a_league_from_the_form_to_the_first_games(client: Client):
    from accounts.models import Role
    from tests.factories import UserFactory

    ilse = UserFactory(username="ilse", role=Role.ORGANISER)
    client.force_login(ilse)
    shown = client.get(reverse("league_new"))
    given = {
        name: field.value() if field.value() is not None else ""
        for name, field in ((f.html_name, f) for f in shown.context["form"])
    }
    given = {name: value for name, value in given.items() if value is not False}
    given |= {"name": "Harbour", "slug": "harbour", "points": "10-6-3"}
    refused = client.post(reverse("league_new"), given)
    assert "Points are needed for each place" in refused.content.decode()
    made = client.post(reverse("league_new"), {**given, "points": "12-6-3-1"})
    assert made.status_code == 302
    season = Season.objects.get(league__slug="harbour")
    assert season.agreed.points == (12, 6, 3, 1)
    assert season.agreed.tie_breaks == ("wins", "seconds", "share", "head-to-head", "total")
    step = client.get(reverse("season_step", args=["harbour", 1]))
    assert "Nothing has happened yet" in step.content.decode()
    client.post(
        reverse("season_step", args=["harbour", 1]), {"seen": step.context["plan"].fingerprint}
    )
    season.refresh_from_db()
    assert season.state == "sign-up"


def test_signing_up_and_checking_in_on_the_pages(client: Client):
    season = go_on(league().seasons.get())
    [marta] = people(1)
    client.force_login(marta)
    where = reverse("season_sign_up", args=["harbour", 1])
    assert "I accept the rules" in page(client, "season_sign_up", "harbour", 1)
    client.post(where, {})
    assert not Entry.objects.exists()
    client.post(where, {"accept": "on"})
    assert entry_of(season, marta).state == "signed"
    season = go_on(season)
    client.post(reverse("season_check_in", args=["harbour", 1]))
    assert entry_of(season, marta).checked_in_at is not None


def test_who_has_not_checked_in_is_written_to_alone(as_head):
    season = go_on(league().seasons.get())
    users = people(3)
    for user in users:
        entry_sign_up(season_id=season.pk, user=user, accepts=True)
    season = go_on(season)
    entry_check_in(season_id=season.pk, user=users[0])
    client = as_head(season)
    where = reverse("season_write", args=["harbour", 1])
    letter = {"division": "unchecked", "subject": "{name}?", "body": "Are you there?"}
    plan = client.post(where, letter).context["plan"]
    assert [str(notice.title) for notice in plan.notices] == ["p001?", "p002?"]
    client.post(where, {**letter, "seen": plan.fingerprint, "send": "1"})
    assert Message.objects.get().unchecked
    assert "has not checked in" in client.get(where).content.decode()


def test_divisions_of_a_season_played_elsewhere_are_taken_over(as_head):
    """A list from a spreadsheet places everybody; nobody is written to before the draw."""
    season = go_on(league(most=21).seasons.get())
    users = people(21)
    for user in users:
        entry_sign_up(season_id=season.pk, user=user, accepts=True)
    client = as_head(season)
    where = reverse("season_place", args=["harbour", 1])
    given = {"reason": "As after season 69.", "lines": "p000 1 2\nnobody 2\nP000;3\np001"}
    plan = client.post(where, given).context["plan"]
    assert [str(problem) for problem in plan.problems] == [
        "Has not signed up: nobody",
        "Named twice: P000",
        "Not understood: p001",
    ]
    last = [f"{user.username}, 1, {place}" for place, user in enumerate(users[14:], start=1)]
    given["lines"] = "\n".join([*last, "P000\t2"])
    plan = client.post(where, given).context["plan"]
    assert (plan.problems, plan.told, len(plan.lines)) == ((), 0, 8)
    client.post(where, {**given, "seen": plan.fingerprint, "do": "1"})
    season = go_on(season)
    client.post(where, {"lines": "p000 -", "reason": "A mistake.", "seen": "", "do": "1"})
    assert entry_of(season, users[0]).given_division == 2  # not what was shown
    for user in users:
        entry_check_in(season_id=season.pk, user=user)
    assert (
        "placed by an organiser"
        in client.get(reverse("season_step", args=["harbour", 1])).content.decode()
    )
    season = go_on(season)
    top = Entry.objects.filter(season=season, group__division__number=1)
    assert {entry.user for entry in top} == set(users[14:])
    assert set(top.values_list("claim", flat=True)) == {"placed"}
    assert "As after season 69." in page(client, "season_log", "harbour", 1)
    with pytest.raises(NotNow):
        placing_take(season_id=season.pk, by=head_of(season.league), text="", reason="x", seen="")
    late = client.post(where, {"lines": "p000 1", "reason": "Too late."})
    assert str(NotNow.text) in late.content.decode()


def test_nobody_places_himself_and_no_stranger_anybody():
    season = go_on(league().seasons.get())
    head = head_of(season.league)
    EmailAddress.objects.update_or_create(
        user=head, defaults={"email": head.email, "verified": True, "primary": True}
    )
    entry_sign_up(season_id=season.pk, user=head, accepts=True)
    assert placing_plan(season=season, by=head, text=f"{head.username} 1").problems
    [stranger] = people(1)
    with pytest.raises(NotAllowed):
        placing_take(season_id=season.pk, by=stranger, text="", reason="x", seen="")


def test_one_tap_in_the_mail_needs_no_sign_in_and_looking_is_not_tapping(client: Client):
    season = go_on(league().seasons.get())
    [marta] = people(1)
    entry_sign_up(season_id=season.pk, user=marta, accepts=True)
    season = go_on(season)
    entry = entry_of(season, marta)
    url = reverse("check_in_by_token", args=[check_in_token(entry)])
    assert "Yes, I play" in client.get(url).content.decode()
    assert entry_of(season, marta).checked_in_at is None
    client.post(url)
    assert entry_of(season, marta).checked_in_at is not None
    client.post(url, {"withdraw": "1"})
    assert entry_of(season, marta).state == "out"


def test_standings_crosstable_and_outlook_of_a_group(client: Client):
    users = people(7)
    season = running(users)
    first, second, *_rest = only_group(season).tables.all()
    ends(first, [120, 110, 110, 90])
    now = timezone.now() + timedelta(minutes=5)
    assert live_sweep(now) == 7
    assert outlook_sweep(now) == 1
    shown = page(client, "league_group", "harbour", 1, 1, 1)
    assert all(user.username in shown for user in users)
    assert "1. 120" in shown
    assert "4½ pts" in shown
    assert "not final" in shown
    assert "Outlook" in shown
    ends(second, [100, 100, 100, 100])


def test_before_the_first_result_nobody_goes_up_or_down(client: Client):
    season = running(people(8), group=4)
    for name, args in (("league_group", (2, 1)), ("season", ())):
        shown = page(client, name, "harbour", 1, *args)
        assert "z-up" not in shown
        assert "Promotion to division 1" not in shown
        assert "tied" not in shown
    group = Group.objects.get(division__season=season, division__number=2)
    ends(group.tables.all()[0], [120, 110, 100, 90])
    assert "z-up" in page(client, "season", "harbour", 1)
    assert "Promotion to division 1" in page(client, "league_group", "harbour", 1, 2, 1)


def test_a_broken_tie_is_told_in_words(client: Client):
    """Two winners with ten points each: the one with more victory points stands first."""
    season = running(people(7))
    first, second, *_rest = only_group(season).tables.all()
    ends(first, [120, 110, 100, 90])
    ends(second, [90, 100, 110, 130])
    shown = page(client, "league_group", "harbour", 1, 1, 1)
    assert "more victory points in all: 130 to 120" in shown


def test_feeds_say_what_the_pages_say(client: Client):
    season = running(people(7))
    table = ends(only_group(season).tables.all()[0], [120, 110, 110, 90])
    standings = client.get(reverse("season_standings_json", args=["harbour", 1])).json()
    [group] = standings["divisions"][0]["groups"]
    assert [row["points"] for row in group["standings"]][:3] == ["10", "9/2", "9/2"]
    results = client.get(reverse("season_results_json", args=["harbour", 1])).json()
    assert [seat["score"] for seat in results["results"][0]["seats"]] == [120, 110, 110, 90]
    assert results["results"][0]["final"] is False
    results_settle(timezone.now() + timedelta(hours=49))
    feed = client.get(reverse("season_results_feed", args=["harbour", 1])).content.decode()
    assert table.get_absolute_url() in feed
    calendar = Calendar.from_ical(
        client.get(reverse("season_dates_ics", args=["harbour", 1])).content
    )
    assert len(calendar.walk("VEVENT")) == 3


def test_a_player_agrees_to_a_result_on_its_page(client: Client):
    season = running(people(4), group=4)
    table = ends(only_group(season).tables.all()[0], [120, 110, 100, 90])
    for seat in table.seats.select_related("entry__user"):
        client.force_login(seat.entry.user)
        assert "I agree to this result" in page(client, "league_table", table.pk)
        client.post(reverse("league_table_sign", args=[table.pk]))
    table.refresh_from_db()
    assert table.final_at is not None


def test_every_page_of_an_organiser_opens(as_head):
    season = running(people(7))
    client = as_head(season)
    for name in (
        "season",
        "season_log",
        "season_step",
        "season_dates",
        "season_cockpit",
        "season_write",
    ):
        page(client, name, "harbour", 1)
    page(client, "league", "harbour")
    page(client, "leagues")
    page(client, "league_settings", "harbour")


def big_season(players: int) -> Season:
    """Standings of many groups, without their games."""
    season = running(people(7))
    users = people(players - 7, "q")
    division = season.divisions.get()
    rows = []
    for number in range(2, players // 7 + 1):
        group = Group.objects.create(division=division, number=number)
        rows += [
            Entry(season=season, user=user, state="playing", group=group, number=place)
            for place, user in enumerate(users[(number - 2) * 7 : (number - 1) * 7])
        ]
    Entry.objects.bulk_create(rows)
    for group in Group.objects.filter(division__season=season).select_related("division__season"):
        standing_refresh(group=group)
    return season


@pytest.mark.parametrize("signed_in", [False, True])
def test_standings_of_350_players_cost_twelve_queries_at_most(client: Client, signed_in: bool):
    season = big_season(350)
    if signed_in:
        client.force_login(Entry.objects.filter(season=season)[0].user)
    for name, args in (("season", ("harbour", 1)), ("league_group", ("harbour", 1, 1, 1))):
        with CaptureQueriesContext(connection) as queries:
            shown = page(client, name, *args)
        assert len(queries) <= AT_MOST, "\n".join(query["sql"][:160] for query in queries)
    assert "p000" in shown
