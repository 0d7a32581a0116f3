"""What organisers of a tournament do at its tables: who may, what people hear, what is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role, User
from games.models import Game, OpenDecision, SeatOffer
from games.organisers import is_organiser
from games.services.stalling import tables_stall
from leagues.errors import NoReason, NotAllowed, NotNow, PlanChanged, PlaysThere
from leagues.models import Tournament, TournamentAct, TournamentTable
from leagues.selectors.tournament_watch import watched_tables
from leagues.selectors.tournaments import course_of
from leagues.services.cockpit.tournaments import (
    TOURNAMENT_ACTIONS,
    tournament_action_plan,
    tournament_action_take,
)
from leagues.services.live import live_sweep
from leagues.services.round_tables import tournament_tables_open
from leagues.services.rounds import next_step, tournament_step
from leagues.services.tournaments import (
    tournament_create,
    tournament_enter,
    tournament_organiser_add,
)
from leagues.tournament_rules import TournamentRules
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.leagues.scene import people
from tests.leagues.test_cockpit import told

pytestmark = pytest.mark.django_db


@dataclass
class Stage:
    """A table in play, and everybody who might want to act at it."""

    tournament: Tournament
    table: TournamentTable
    who: dict[str, User]

    def given(self, key: str, by: str = "head", reason: str = "Because.") -> dict[str, Any]:
        seats = list(self.table.seats.order_by("number"))
        wishes: dict[str, dict[str, Any]] = {
            "rule": {f"score-{seat.contender_id}": 90 - seat.number for seat in seats},
            "extend": {"hours": 24},
            "open-seat": {"seat": 0},
        }
        at_table = TOURNAMENT_ACTIONS[key].target == "table"
        return {
            "key": key,
            "target": self.table.pk if at_table else seats[1].contender_id,
            "by": self.who[by],
            "reason": reason,
            "wish": wishes.get(key, {}),
        }

    def does(self, key: str) -> None:
        given = self.given(key)
        plan = tournament_action_plan(**given)
        assert not plan.problems
        tournament_action_take(**given, seen=plan.fingerprint)
        self.table.refresh_from_db()


@pytest.fixture
def stage() -> Stage:
    ilse = UserFactory(username="ilse", role=Role.ORGANISER)
    tournament = tournament_create(
        by=ilse,
        slug="autumn",
        name="Autumn Cup",
        format=Tournament.Format.SWISS,
        rules=TournamentRules(),
    )
    otto = OperatorFactory(username="otto")
    players = people(4)
    for user in (*players[:3], otto):
        tournament_enter(pk=tournament.pk, user=user)
    tournament_step(pk=tournament.pk, by=ilse, seen=next_step(tournament).fingerprint)
    tournament_tables_open(timezone.now())
    tournament.refresh_from_db()
    for name in (players[0].username, UserFactory(username="helper").username):
        tournament_organiser_add(tournament=tournament, by=ilse, username=name)
    who = {
        "head": ilse,
        "co-organiser": User.objects.get(username="helper"),
        "operator": OperatorFactory(username="olga"),
        "playing operator": otto,
        "playing organiser": players[0],
        "player": players[1],
        "stranger": players[3],
        "moderator": ModeratorFactory(username="mira"),
    }
    table = TournamentTable.objects.select_related("round__tournament", "game").get()
    return Stage(tournament, table, who)


MAY = {"head", "co-organiser", "operator"}


@pytest.mark.parametrize("key", sorted(TOURNAMENT_ACTIONS))
def test_every_action_by_everybody_then_told_and_written_down(stage: Stage, key: str):
    if key == "resume":
        stage.does("pause")
    for name in stage.who:
        if name in MAY:
            assert not tournament_action_plan(**stage.given(key, by=name)).problems, name
            continue
        with pytest.raises(PlaysThere if name.startswith("playing") else NotAllowed) as refusal:
            tournament_action_plan(**stage.given(key, by=name))
        assert (refusal.type is PlaysThere) == name.startswith("playing"), name
    with pytest.raises(NoReason):
        tournament_action_plan(**stage.given(key, reason=" "))
    with pytest.raises(PlanChanged):
        tournament_action_take(**stage.given(key), seen="something else")
    plan = tournament_action_plan(**stage.given(key))
    with told() as heard:
        stage.does(key)
    assert [str(news["title"]) for news in heard] == [str(note.title) for note in plan.notices]
    assert heard
    act = TournamentAct.objects.first()
    assert act is not None
    assert (act.by, act.reason) == (stage.who["head"], "Because.")
    assert "%" not in act.sentence
    page = Client().get(reverse("tournament", args=["autumn"])).content.decode()
    assert "Because." in page


def test_a_game_that_was_given_up_waits_for_an_organiser(stage: Stage):
    now = timezone.now()
    game = Game.objects.filter(pk=stage.table.game_id)
    OpenDecision.objects.filter(game=stage.table.game_id).update(due_at=None)
    game.update(moved_at=now - timedelta(weeks=5))
    tables_stall(now)
    with told() as heard:
        tables_stall(now + timedelta(days=8))
    [news] = heard
    assert {user.username for user in news["users"]} == {"ilse", "helper", "p000"}
    assert TournamentAct.objects.get(kind="given-up").sentence.startswith("Round 1, table 1")
    stage.does("rule")
    assert stage.table.ruled


def test_what_the_actions_do(stage: Stage):
    game = Game.objects.get(pk=stage.table.game_id)
    due = OpenDecision.objects.filter(game=game).values_list("due_at", flat=True)
    [before] = due
    stage.does("extend")
    assert due.all()[0] - before == timedelta(hours=24)
    stage.does("pause")
    assert list(due.all()) == [None]
    stage.does("resume")
    stage.does("open-seat")
    assert SeatOffer.objects.get().seat.number == 0
    stage.does("withdraw")
    assert stage.tournament.contenders.exclude(withdrawn_at=None).count() == 1
    assert tournament_action_plan(**stage.given("withdraw")).problems
    stage.does("rule")
    assert stage.table.ruled
    assert sorted(stage.table.scores.values()) == [87, 88, 89, 90]
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    tournament_step(
        pk=stage.tournament.pk,
        by=stage.who["head"],
        seen=next_step(stage.tournament).fingerprint,
    )
    with pytest.raises(NotNow):
        tournament_action_plan(**stage.given("rule"))


def test_whoever_plays_looks_after_nothing_at_the_table_itself(stage: Stage):
    """Not even an operator, through the doors of ordinary tables."""
    game = Game.objects.get(pk=stage.table.game_id)
    looks_after = {name for name, user in stage.who.items() if is_organiser(user=user, game=game)}
    assert looks_after == MAY


def test_the_cockpit_shows_what_wants_attention_first(stage: Stage):
    now = timezone.now()
    game = Game.objects.filter(pk=stage.table.game_id)
    course = course_of(stage.tournament)
    [calm] = watched_tables(course, now=now, viewer=stage.who["head"])
    assert (calm.stalled, calm.plays_there, len(calm.owed)) == (False, False, 1)
    game.update(moved_at=now - timedelta(days=5))
    OpenDecision.objects.filter(game=stage.table.game_id).update(due_at=now + timedelta(hours=3))
    course = course_of(stage.tournament)
    [seen] = watched_tables(course, now=now, viewer=stage.who["playing organiser"])
    assert (seen.stalled, seen.plays_there, seen.owed[0].is_soon) == (True, True, True)


def test_the_pages(client: Client, stage: Stage):
    """A plan before the button, and how the games stand, as the worker saw it."""
    assert live_sweep(timezone.now() + timedelta(minutes=5)) == 1
    client.force_login(stage.who["head"])
    shown = client.get(reverse("tournament_organise", args=["autumn"])).content.decode()
    assert "Ask for a move" in shown
    url = reverse("tournament_action", args=["rule", stage.table.pk])
    assert client.post(url, stage.given("rule")["wish"]).status_code == 200  # no reason
    given = {**stage.given("rule")["wish"], "reason": "Time is up."}
    answer = client.post(url, given)
    assert "The game is called off" in answer.content.decode()
    assert Game.objects.get(pk=stage.table.game_id).is_running
    seen = answer.context["plan"].fingerprint
    assert client.post(url, {**given, "seen": seen, "do": "1"}).status_code == 302
    assert not Game.objects.get(pk=stage.table.game_id).is_running
    client.force_login(stage.who["playing organiser"])
    assert client.get(url).status_code == 403
    assert "another organiser decides" in (
        client.get(reverse("tournament_organise", args=["autumn"])).content.decode()
    )
    client.force_login(stage.who["player"])
    page = client.get(reverse("tournament", args=["autumn"])).content.decode()
    assert "by ruling" in page
