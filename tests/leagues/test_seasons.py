"""A season from the draft to the final standings."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Game
from leagues.errors import (
    AlreadyEntered,
    ConditionUnmet,
    NotAllowed,
    NotNow,
    NotPossible,
    PlanChanged,
)
from leagues.models import Act, Entry, Group, LeagueTable, Season, TableSeat
from leagues.season_rules import SeasonRules
from leagues.services.entries import entry_check_in, entry_sign_up, entry_withdraw
from leagues.services.leagues import league_create
from leagues.services.opening import tables_open
from leagues.services.outlooks import outlook_refresh
from leagues.services.results import results_settle
from leagues.services.standing import standing_refresh
from leagues.services.steps import step_plan, step_take
from leagues.services.substitutes import entry_leave
from tests.factories import UserFactory
from tests.leagues.scene import (
    ends,
    entry_of,
    go_on,
    head_of,
    league,
    only_group,
    people,
    running,
    signed_up,
)

pytestmark = pytest.mark.django_db


def test_only_organisers_found_leagues():
    with pytest.raises(NotAllowed):
        league_create(by=UserFactory(), slug="x", name="X", rules=SeasonRules())


def test_a_step_does_what_was_shown_or_nothing():
    season = league().seasons.get()
    seen = step_plan(season).fingerprint
    season.check_in_at += timedelta(days=1)
    season.save()
    with pytest.raises(PlanChanged):
        step_take(season_id=season.pk, by=head_of(season.league), seen=seen)
    season.refresh_from_db()
    assert season.state == "draft"


def test_strangers_take_no_step():
    season = league().seasons.get()
    with pytest.raises(NotAllowed):
        step_take(season_id=season.pk, by=UserFactory(), seen=step_plan(season).fingerprint)


def test_who_cannot_be_reached_does_not_get_in():
    season = go_on(league().seasons.get())
    unproven = people(1)[0]
    EmailAddress.objects.filter(user=unproven).update(verified=False)
    with pytest.raises(ConditionUnmet, match="condition-unmet") as refusal:
        entry_sign_up(season_id=season.pk, user=unproven, accepts=True)
    assert "Confirm your e-mail address" in refusal.value.sentence


def test_who_does_not_accept_the_rules_does_not_get_in():
    season = go_on(league().seasons.get())
    with pytest.raises(ConditionUnmet):
        entry_sign_up(season_id=season.pk, user=people(1)[0], accepts=False)


def test_the_waiting_list_moves_up(mailoutbox):
    season = go_on(league(most=4).seasons.get())
    users = people(6)
    for user in users:
        entry_sign_up(season_id=season.pk, user=user, accepts=True)
    with pytest.raises(AlreadyEntered):
        entry_sign_up(season_id=season.pk, user=users[0], accepts=True)
    states = [entry_of(season, user).state for user in users]
    assert states == ["signed"] * 4 + ["waiting"] * 2
    entry_withdraw(season_id=season.pk, user=users[1])
    states = [entry_of(season, user).state for user in users]
    assert states == ["signed", "out", "signed", "signed", "signed", "waiting"]


def test_who_does_not_check_in_has_no_place_and_the_waiting_list_fills_it():
    season = league(most=7).seasons.get()
    users = people(9)
    season = go_on(season)
    for user in users:
        entry_sign_up(season_id=season.pk, user=user, accepts=True)
    season = go_on(season)
    for user in users[:6] + users[8:]:
        entry_check_in(season_id=season.pk, user=user)
    season = go_on(season)
    playing = Entry.objects.filter(season=season, state="playing")
    assert {entry.user for entry in playing} == {*users[:6], users[8]}
    assert entry_of(season, users[6]).state == "out"


def test_nobody_enters_a_season_that_runs():
    season = signed_up(league().seasons.get(), people(7))
    season = go_on(season)
    with pytest.raises(NotNow):
        entry_sign_up(season_id=season.pk, user=people(1, "late")[0], accepts=True)


def test_too_few_for_a_table_is_said():
    season = signed_up(league().seasons.get(), people(3))
    plan = step_plan(season)
    assert plan.problems
    with pytest.raises(NotPossible):
        step_take(season_id=season.pk, by=head_of(season.league), seen=plan.fingerprint)


def test_the_plan_names_every_player_and_the_draw_does_what_it_says():
    users = people(7)
    season = signed_up(league().seasons.get(), users)
    plan = step_plan(season)
    shown = " ".join(str(line) for part in plan.parts for line in part.lines)
    assert all(user.username in shown for user in users)
    assert "Tables of 4: 7" in str(plan.lines[3])
    assert plan.told == 7
    assert not Group.objects.exists()
    go_on(season)
    assert LeagueTable.objects.count() == 7
    assert Act.objects.filter(kind="step", season=season).count() == 3


def test_tables_are_ordinary_games_with_the_options_of_the_league():
    season = running(people(7), clock={"kind": "per-move", "hours": 48}, rated=False)
    games = Game.objects.all()
    assert len(games) == 7
    assert {game.status for game in games} == {"running"}
    assert {(game.rated, game.clock["hours"]) for game in games} == {(False, 48)}
    for seat in TableSeat.objects.select_related("table__game", "entry"):
        assert seat.table.game.seats.get(number=seat.number).user_id == seat.entry.user_id
    assert tables_open(timezone.now()) == 0
    assert season.state == "running"


def test_games_wait_for_their_day():
    season = signed_up(league().seasons.get(), people(7))
    go_on(season)
    assert tables_open(timezone.now()) == 0


def test_a_result_is_final_after_two_days_and_closes_the_season():
    users = people(7)
    season = running(users)
    group = only_group(season)
    for table in group.tables.all():
        table = ends(table, [120, 110, 100, 90])
        assert table.final_at is None
    later = timezone.now() + timedelta(hours=47)
    assert results_settle(later) == 0
    season = go_on(season)
    assert any("not final" in str(problem) for problem in step_plan(season).problems)
    assert results_settle(later + timedelta(hours=2)) == 7
    # Everybody was once in each place: only lots can decide.
    plan = step_plan(season)
    assert not plan.problems  # a single division has no zones, so ties do no harm
    season = go_on(season)
    assert season.state == "closed"
    assert season.closed_at is not None
    entry = entry_of(season, users[0])
    assert (entry.next_division, entry.next_claim, entry.final_place) == (1, "stayed", 1)
    assert Season.objects.get(league=season.league, number=2).state == "draft"


def test_promotion_relegation_and_a_break_lead_into_the_next_season():
    users = people(21)
    season = running(users)
    assert [d.groups.count() for d in season.divisions.all()] == [1, 2]
    for table in LeagueTable.objects.prefetch_related("seats__entry"):
        # The earlier somebody signed up, the better he plays.
        ends(table, [200 - seat.entry.user_id for seat in table.seats.all()])
    results_settle(timezone.now() + timedelta(hours=49))
    season = go_on(go_on(season))
    claims = {
        claim: Entry.objects.filter(season=season, next_claim=claim).count()
        for claim in ("promoted", "demoted", "stayed")
    }
    assert claims == {"promoted": 2, "demoted": 2, "stayed": 17}
    top = season.divisions.get(number=1).groups.get()
    champion = top.entries.get(final_place=1).user
    second = Season.objects.get(league=season.league, number=2)
    stayers = [user for user in users if user != champion]
    second = go_on(signed_up(second, stayers))
    new_top = {
        e.user
        for e in Entry.objects.filter(group__division__season=second, group__division__number=1)
    }
    promoted = {e.user for e in Entry.objects.filter(season=season, next_claim="promoted")}
    assert promoted <= new_top
    demoted = {e.user for e in Entry.objects.filter(season=season, next_claim="demoted")}
    # The place of the champion, who sits out, goes to the first of the division below.
    assert len(demoted & new_top) == 1
    # The champion sat out once and comes back to the first division.
    Season.objects.filter(pk=second.pk).update(state="closed")
    Entry.objects.filter(season=second).update(next_division=2, next_claim="stayed")
    third = league_next(second)
    go_on(signed_up(third, [champion, *stayers]))
    back = entry_of(third, champion)
    assert (back.claim, back.group.division.number) == ("returning", 1)


def test_who_leaves_is_placed_behind_those_who_stayed():
    """Also out of the last division, from which nobody comes down."""
    users = people(8)
    season = running(users, group=4, up=1, down=1)
    leavers = [
        Entry.objects.filter(season=season, group__division__number=number).first()
        for number in (1, 2)
    ]
    for leaver in leavers:
        entry_leave(season_id=season.pk, user=leaver.user)
    gone = {leaver.pk for leaver in leavers}
    for table in LeagueTable.objects.prefetch_related("seats"):
        ends(
            table,
            [150 if seat.entry_id in gone else 100 - seat.number for seat in table.seats.all()],
        )
    results_settle(timezone.now() + timedelta(hours=49))
    for group in Group.objects.filter(division__season=season):
        for number, entry in enumerate(group.entries.all()):
            Entry.objects.filter(pk=entry.pk).update(lot=number)
        standing_refresh(group=group)
        outlook_refresh(group=group, now=timezone.now())
        group.refresh_from_db()
        [left] = gone & {entry.pk for entry in group.entries.all()}
        marks = {row["up_is"] + row["down_is"] for row in group.outlook["odds"].values()}
        assert marks <= {"sureout", "outsure", "outout"}  # nothing is open any more
        assert group.outlook["odds"][str(left)]["up_is"] == "out"
    go_on(go_on(season))
    found = [
        (row.final_place, row.next_division, row.next_claim)
        for row in Entry.objects.filter(pk__in=gone).order_by("group__division__number")
    ]
    assert found == [(4, 2, "demoted"), (4, 2, "stayed")]
    # The leaver has taken the only place below the line: nobody else falls.
    assert Entry.objects.filter(season=season, next_claim="demoted").count() == 1


def league_next(season: Season) -> Season:
    from leagues.services.leagues import season_make

    return season_make(league=season.league, now=timezone.now())
