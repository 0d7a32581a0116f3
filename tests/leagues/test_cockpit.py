"""The organiser's actions: who may take them, what people are told, what is written down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.errors import SeatNotForYou
from games.models import Game, OpenDecision, SeatOffer
from games.services.stalling import tables_stall
from games.services.substitutes import seat_take
from leagues.errors import (
    NoAppeal,
    NoReason,
    NotAllowed,
    NotNow,
    NotPossible,
    PlanChanged,
    PlaysThere,
)
from leagues.models import Act, Entry, LeagueTable, Organiser, Season, Substitute
from leagues.presenters.grounds import grounds_shown
from leagues.selectors.cockpit import cockpit_of
from leagues.services.cockpit import ACTIONS, action_plan, action_take
from leagues.services.messages import message_plan, message_send
from leagues.services.results import result_dispute, results_settle
from leagues.services.rulings import grounds_sweep, ruling_appeal
from leagues.services.standing import standing_of
from leagues.services.substitutes import entry_leave, pool_of
from leagues.signals import people_told
from notifications.models import AddressState, Notification
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.leagues.scene import ends, entry_of, go_on, head_of, only_group, people, running

pytestmark = pytest.mark.django_db


@contextmanager
def told() -> Iterator[list[dict[str, Any]]]:
    """What people are told meanwhile."""
    heard: list[dict[str, Any]] = []

    def listen(**news: Any) -> None:
        heard.append(news)

    people_told.connect(listen)
    try:
        yield heard
    finally:
        people_told.disconnect(listen)


@dataclass
class Stage:
    """A running season, and everybody who might want to act in it."""

    season: Season
    table: LeagueTable
    who: dict[str, User]

    def target(self, key: str) -> int:
        kind = ACTIONS[key].target
        if kind == "season":
            return self.season.pk
        if kind == "table":
            return self.table.pk
        if kind == "group":
            return self.table.group_id
        return self.table.seats.all()[0].entry_id

    def wish(self, key: str) -> dict[str, Any]:
        return {
            "rule": {f"score-{seat}": 100 - seat for seat in range(4)},
            "award": {"points": "3/2"},
            "extend": {"hours": 24},
            "open-seat": {"seat": 0},
            "replace": {"seat": 0, "user": self.who["substitute"].pk},
        }.get(key, {})

    def plan(self, key: str, by: str = "head", **given: Any) -> Any:
        return action_plan(
            key=key,
            target=self.target(key),
            by=self.who[by],
            reason=given.get("reason", "Because."),
            wish=self.wish(key),
        )

    def does(self, key: str, by: str = "head") -> None:
        plan = self.plan(key, by)
        assert not plan.problems, plan.problems
        action_take(
            key=key,
            target=self.target(key),
            by=self.who[by],
            reason="Because.",
            wish=self.wish(key),
            seen=plan.fingerprint,
        )
        self.table.refresh_from_db()


@pytest.fixture
def stage() -> Stage:
    season = running(people(4), group=4)
    table = only_group(season).tables.select_related("game", "group__division__season")[0]
    player = table.seats.all()[0].entry.user
    helper = UserFactory(username="helper")
    Organiser.objects.create(league=season.league, user=helper)
    Organiser.objects.create(league=season.league, user=player)
    [substitute] = people(1, "reserve")
    Substitute.objects.create(league=season.league, user=substitute)
    who = {
        "head": head_of(season.league),
        "co-organiser": helper,
        "operator": OperatorFactory(username="otto"),
        "playing organiser": player,
        "player": table.seats.all()[1].entry.user,
        "substitute": substitute,
        "stranger": UserFactory(username="stranger"),
        "moderator": ModeratorFactory(username="mira"),
    }
    return Stage(season, table, who)


def made_ready(stage: Stage, key: str) -> None:
    """What has to have happened before an action makes sense."""
    if key == "nudge-all":
        old = timezone.now() - timedelta(days=5)
        Game.objects.filter(pk=stage.table.game_id).update(moved_at=old)
    if key == "resume":
        stage.does("pause")
    if key == "uphold":
        ends(stage.table, [120, 110, 100, 90])
        result_dispute(table_id=stage.table.pk, user=stage.who["player"], text="No.")
    if key == "lots":
        season = stage.season
        season.rules = {**season.rules, "up": 0, "down": 1}
        season.save()
        season.divisions.create(number=2)
        for table in LeagueTable.objects.filter(group=stage.table.group):
            ends(table, [100, 100, 100, 100])
    stage.table.refresh_from_db()


MAY = {"head", "co-organiser", "operator"}


@pytest.mark.parametrize("key", sorted(ACTIONS))
def test_who_may_act_and_who_may_not(stage: Stage, key: str):
    """The table of permissions: every action against every kind of person."""
    made_ready(stage, key)
    for name in stage.who:
        if name in MAY:
            assert not stage.plan(key, by=name).problems, name
        elif name == "playing organiser" and ACTIONS[key].target == "season":
            assert stage.plan(key, by=name).problems  # where he plays himself nobody is asked
        elif name == "playing organiser":
            with pytest.raises(PlaysThere):
                stage.plan(key, by=name)
        else:
            with pytest.raises(NotAllowed):
                stage.plan(key, by=name)


@pytest.mark.parametrize("key", sorted(ACTIONS))
def test_every_action_tells_those_concerned_and_is_written_down_with_its_reason(
    stage: Stage, key: str
):
    made_ready(stage, key)
    Notification.objects.all().delete()
    with told() as heard:
        plan = stage.plan(key)
        assert plan.notices
        stage.does(key)
    letters = [(news["kind"], str(news["title"]), news["users"]) for news in heard]
    shown = [(notice.kind, str(notice.title), notice.users) for notice in plan.notices]
    assert letters == shown
    # Nothing comes from elsewhere either, but for reminders of clocks that run otherwise now.
    others = Notification.objects.exclude(key__startswith="league:").exclude(kind="reminder")
    assert not others.exists()
    act = Act.objects.filter(kind=key).get()
    assert (act.by, act.reason) == (stage.who["head"], "Because.")


@pytest.mark.parametrize("key", sorted(ACTIONS))
def test_no_action_without_a_reason(stage: Stage, key: str):
    made_ready(stage, key)
    with pytest.raises(NoReason):
        stage.plan(key, reason=" ")


def test_what_has_changed_meanwhile_is_shown_again(stage: Stage):
    plan = stage.plan("nudge")
    OpenDecision.objects.filter(game=stage.table.game_id).update(answered=True)
    with pytest.raises((PlanChanged, NotPossible)):
        action_take(
            key="nudge",
            target=stage.table.pk,
            by=stage.who["head"],
            reason="Because.",
            wish={},
            seen=plan.fingerprint,
        )
    assert not Act.objects.filter(kind="nudge").exists()


def test_more_time_and_a_pause_reach_the_clocks(stage: Stage):
    due = OpenDecision.objects.filter(game=stage.table.game_id).values_list("due_at", flat=True)
    [before] = due
    stage.does("extend")
    [after] = due.all()
    assert after - before == timedelta(hours=24)
    stage.does("pause")
    assert list(due.all()) == [None]
    stage.does("resume")
    assert list(due.all()) != [None]


def test_points_given_taken_and_given_again_are_three_pieces_of_news(stage: Stage):
    with told() as heard:
        stage.does("award")
        Entry.objects.filter(pk=stage.target("award")).update(bonus="0")
        stage.does("award")
    keys = [news["key"] for news in heard]
    assert len(set(keys)) == len(keys) == 2


def test_a_player_is_replaced_and_the_points_stay_with_the_seat(stage: Stage):
    owner = stage.table.seats.all()[0].entry
    with told() as heard:
        stage.does("replace")
    seat = Game.objects.get(pk=stage.table.game_id).seats.get(number=0)
    assert seat.user == stage.who["substitute"]
    assert seat.tenures.count() == 2
    kinds = {news["kind"]: news["users"] for news in heard}
    assert kinds["substitute-briefing"] == (stage.who["substitute"],)
    ends(stage.table, [120, 110, 100, 90])
    assert standing_of(only_group(stage.season)).rows[0].player == owner.pk


def test_a_seat_is_for_the_pool_and_not_for_rivals(stage: Stage, client: Client):
    game = stage.table.game
    [rival] = people(1, "rival")
    Entry.objects.create(
        season=stage.season, user=rival, state="playing", group=stage.table.group, number=9
    )
    Substitute.objects.create(league=stage.season.league, user=rival)
    stage.does("open-seat")
    where = reverse("seat_take", args=[game.pk, 0])
    for user, words in (
        (stage.who["stranger"], "put yourself on their list first"),
        (rival, "a substitute comes from outside of it"),
    ):
        assert user not in pool_of(stage.table)
        with pytest.raises(SeatNotForYou):
            seat_take(game_id=game.pk, number=0, user=user)
        client.force_login(user)
        page = client.get(where).content.decode()
        assert words in page
        assert "Take over this seat" not in page
    client.force_login(stage.who["substitute"])
    with told() as heard:
        client.post(where)
    assert game.seats.get(number=0).user == stage.who["substitute"]
    assert [(news["kind"], news["users"]) for news in heard] == [
        ("substitute-briefing", (stage.who["substitute"],))
    ]


def test_a_game_that_was_given_up_is_told_and_gets_grounds_for_a_ruling(stage: Stage):
    """Nobody moves, and no clock runs that would see to it."""
    now = timezone.now()
    OpenDecision.objects.filter(game=stage.table.game_id).update(due_at=None)
    Game.objects.filter(pk=stage.table.game_id).update(moved_at=now - timedelta(weeks=5))
    tables_stall(now)
    with told() as heard:
        tables_stall(now + timedelta(days=8))
    [news] = heard
    assert {user.username for user in news["users"]} == {"ilse", "helper", "p000"}
    assert "was given up" in str(news["title"])
    assert Act.objects.get(kind="given-up").table == stage.table
    assert cockpit_of(stage.season, now=now).unfinished == [stage.table]
    assert grounds_sweep(now) == 1
    assert grounds_sweep(now) == 0
    stage.table.refresh_from_db()
    stage.does("rule")
    assert stage.table.source == "ruling"


def test_who_leaves_stands_last_and_the_pool_hears_of_his_seats(stage: Stage):
    leaver = stage.who["playing organiser"]
    for table in LeagueTable.objects.filter(group=stage.table.group):
        seats = [seat.entry.user_id == leaver.pk for seat in table.seats.all()]
        ends(table, [150 if mine else 100 for mine in seats]) if table != stage.table else None
    with told() as heard:
        entry_leave(season_id=stage.season.pk, user=leaver)
    assert SeatOffer.objects.get().seat.user == leaver
    wanted = [news for news in heard if news["kind"] == "substitute-wanted"]
    assert [news["users"] for news in wanted] == [(stage.who["substitute"],)]
    rows = standing_of(only_group(stage.season)).rows
    assert rows[-1].player == entry_of(stage.season, leaver).pk
    assert rows[-1].place == 4
    with pytest.raises(Exception, match="not-entered"):
        entry_leave(season_id=stage.season.pk, user=leaver)


def test_a_game_that_does_not_end_is_ruled_on_appealed_and_upheld(stage: Stage):
    for table in LeagueTable.objects.filter(group=stage.table.group).exclude(pk=stage.table.pk):
        ends(table, [120, 110, 100, 90])
    season = go_on(stage.season)
    assert grounds_sweep(timezone.now()) == 1
    assert grounds_sweep(timezone.now()) == 0
    stage.table.refresh_from_db()
    grounds = stage.table.grounds["seats"]["0"]
    assert grounds["certain"] <= grounds["most"]
    assert grounds["estimate"] > 0
    assert cockpit_of(season, now=timezone.now()).unfinished == [stage.table]
    stage.does("rule")
    assert stage.table.source == "ruling"
    assert Game.objects.get(pk=stage.table.game_id).status == "cancelled"
    assert not OpenDecision.objects.filter(game=stage.table.game_id).exists()
    assert stage.table.final_at is None
    ruling = ruling_appeal(table_id=stage.table.pk, user=stage.who["player"], text="I was winning.")
    with pytest.raises(NoAppeal):
        ruling_appeal(table_id=stage.table.pk, user=stage.who["player"], text="Really.")
    assert cockpit_of(season, now=timezone.now()).appealed == [stage.table]
    assert results_settle(timezone.now() + timedelta(days=9)) == 3
    stage.does("uphold")
    ruling.refresh_from_db()
    assert ruling.settled_at is not None
    assert stage.table.final_at is not None
    with pytest.raises(NotNow):
        stage.plan("rule")


def test_an_appeal_comes_in_time_or_not_at_all(stage: Stage):
    stage.does("rule")
    late = timezone.now() + timedelta(days=4)
    with pytest.raises(NoAppeal):
        ruling_appeal(table_id=stage.table.pk, user=stage.who["player"], text="Late.", now=late)
    assert results_settle(late) == 1


def test_lots_decide_what_nothing_else_decides(stage: Stage):
    made_ready(stage, "lots")
    assert standing_of(only_group(stage.season)).undecided()
    [(_group, names)] = cockpit_of(stage.season, now=timezone.now()).undecided
    assert len(names) == 4
    stage.does("lots")
    standing = standing_of(only_group(stage.season))
    assert [row.place for row in standing.rows] == [1, 2, 3, 4]
    assert cockpit_of(stage.season, now=timezone.now()).undecided == []


def test_the_cockpit_sees_what_wants_attention(stage: Stage, client: Client):
    now = timezone.now()
    assert cockpit_of(stage.season, now=now).is_quiet
    player = stage.who["player"]
    AddressState.objects.create(address=player.email, trouble="bounces", since=now, last_at=now)
    Game.objects.filter(pk=stage.table.game_id).update(moved_at=now - timedelta(days=5))
    OpenDecision.objects.filter(game=stage.table.game_id).update(due_at=now + timedelta(hours=5))
    seen = cockpit_of(stage.season, now=now)
    assert seen.stalled == [stage.table]
    assert (seen.urgent_count, seen.vacant, seen.pool) == (1, [], 1)
    assert [row.table for row in seen.urgent] == [stage.table]
    assert [(entry.user, code) for entry, code in seen.unreached] == [(player, "bounces")]
    stage.does("open-seat")
    [vacant] = cockpit_of(stage.season, now=now).vacant
    assert (vacant.table, vacant.offer.seat.number) == (stage.table, 0)
    client.force_login(stage.who["head"])
    page = client.get(reverse("season_cockpit", args=["harbour", 1])).content.decode()
    assert "Seats that look for a substitute" in page
    assert reverse("league_action", args=["nudge-all", stage.season.pk]) in page


def test_the_pages_show_a_plan_before_the_button(client: Client, stage: Stage):
    client.force_login(stage.who["head"])
    url = reverse("league_action", args=["rule", stage.table.pk])
    given = {**stage.wish("rule"), "reason": "Time is up."}
    shown = client.post(url, given)
    assert "The game is called off" in shown.content.decode()
    assert Game.objects.get(pk=stage.table.game_id).is_running
    seen = shown.context["plan"].fingerprint
    done = client.post(url, {**given, "seen": seen, "do": "1"})
    assert done.status_code == 302
    log = client.get(reverse("season_log", args=["harbour", 1])).content.decode()
    assert "Time is up." in log
    client.force_login(stage.who["playing organiser"])
    assert client.get(url).status_code == 403


def test_letters_are_filled_in_for_each_reader(stage: Stage):
    season, head = stage.season, stage.who["head"]
    letter = {"subject": "Hello {name}", "body": "You play in {division}/{group}.", "division": 1}
    wrong = message_plan(season=season, by=head, **{**letter, "body": "{shoe size}{shoe}"})
    assert wrong.problems
    plan = message_plan(season=season, by=head, **letter)
    with told() as heard:
        message_send(season_id=season.pk, by=head, seen=plan.fingerprint, **letter)
    assert sorted(str(news["title"]) for news in heard) == [f"Hello p00{n}" for n in range(4)]
    assert {str(news["paragraphs"][0]) for news in heard} == {"You play in 1/1."}
    with pytest.raises(NotAllowed):
        message_send(season_id=season.pk, by=stage.who["player"], seen="", **letter)


def test_a_dispute_keeps_a_result_from_becoming_final(stage: Stage):
    ends(stage.table, [120, 110, 100, 90])
    result_dispute(table_id=stage.table.pk, user=stage.who["player"], text="A bug.")
    assert results_settle(timezone.now() + timedelta(days=9)) == 0
    assert cockpit_of(stage.season, now=timezone.now()).disputed == [stage.table]
    assert Entry.objects.filter(season=stage.season, state="playing").count() == 4


def test_bounds_say_which_places_are_still_possible():
    rows = [(100, 110), (80, 99), (80, 85), (70, 80)]
    kept = {
        "seats": {
            str(seat): {"score": 60, "certain": low, "most": high, "estimate": low}
            for seat, (low, high) in enumerate(rows)
        }
    }
    assert [row["places"] for row in grounds_shown(kept).values()] == ["1", "2–3", "2–3", "2–4"]
    assert grounds_shown({}) == {}
