"""What is done to a league itself, and to a season before its games: who may, and who may not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import transaction

from accounts.models import Role, User
from leagues.errors import NotAllowed
from leagues.models import Act, League, Organiser, Season
from leagues.season_rules import SeasonRules
from leagues.services.leagues import (
    league_change,
    league_create,
    organiser_add,
    organiser_remove,
    season_dates_set,
)
from leagues.services.messages import message_plan, message_send
from leagues.services.placing import placing_plan, placing_take
from leagues.services.steps import step_plan, step_take
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.leagues.scene import head_of, league, people, signed_up

pytestmark = pytest.mark.django_db


@dataclass
class Stage:
    """A season at check-in, and everybody who might want to run it."""

    league: League
    season: Season
    player: User
    helper: User

    def changes(self, by: User) -> None:
        league_change(
            league=self.league, by=by, name="New", summary="", terms="", rules=SeasonRules()
        )

    def moves_dates(self, by: User) -> None:
        season_dates_set(
            season=self.season,
            by=by,
            check_in_at=self.season.check_in_at,
            starts_at=self.season.starts_at,
            ends_at=self.season.ends_at + timedelta(days=7),
        )

    def goes_on(self, by: User) -> None:
        step_take(season_id=self.season.pk, by=by, seen=step_plan(self.season).fingerprint)

    def writes(self, by: User) -> None:
        letter = {"subject": "Soon", "body": "We begin."}
        seen = message_plan(season=self.season, by=by, **letter).fingerprint
        message_send(season_id=self.season.pk, by=by, seen=seen, **letter)

    def places(self, by: User) -> None:
        text = f"{self.player.username} 1"
        seen = placing_plan(season=self.season, by=by, text=text).fingerprint
        placing_take(season_id=self.season.pk, by=by, text=text, reason="So it was.", seen=seen)

    def names(self, by: User) -> None:
        organiser_add(league=self.league, by=by, username="newcomer")

    def dismisses(self, by: User) -> None:
        organiser_remove(league=self.league, by=by, user_id=self.helper.pk)

    def founds(self, by: User) -> None:
        league_create(by=by, slug="another", name="Another", rules=SeasonRules())


HEAD, HELPER, OPERATOR, ORGANISER = "head", "helper", "operator", "organiser elsewhere"
RUNS = {HEAD, HELPER, OPERATOR}
TABLE: list[tuple[Callable[[Stage, User], None], set[str]]] = [
    (Stage.changes, RUNS),
    (Stage.moves_dates, RUNS),
    (Stage.goes_on, RUNS),
    (Stage.writes, RUNS),
    (Stage.places, RUNS),
    (Stage.names, {HEAD, OPERATOR}),
    (Stage.dismisses, {HEAD, OPERATOR, HELPER}),  # the helper himself may give it up
    (Stage.founds, {HEAD, ORGANISER, OPERATOR}),
]


@pytest.fixture
def stage() -> Stage:
    users = people(4)
    made = league(group=4)
    season = signed_up(made.seasons.get(), users)
    helper = UserFactory(username="helper")
    Organiser.objects.create(league=made, user=helper)
    UserFactory(username="newcomer")
    return Stage(made, season, users[0], helper)


@pytest.mark.parametrize(("does", "may"), TABLE, ids=lambda value: getattr(value, "__name__", ""))
def test_who_may_run_a_league_and_who_may_not(stage: Stage, does, may: set[str]):
    everybody = {
        "player": stage.player,
        "stranger": UserFactory(username="stranger"),
        "moderator": ModeratorFactory(username="mira"),
        ORGANISER: UserFactory(username="elsewhere", role=Role.ORGANISER),
        HEAD: head_of(stage.league),
        HELPER: stage.helper,
        OPERATOR: OperatorFactory(username="otto"),
    }
    acts = Act.objects.count()
    for name, user in everybody.items():
        with transaction.atomic():
            if name in may:
                does(stage, user)
                assert Act.objects.latest("pk").by == user, name
            else:
                with pytest.raises(NotAllowed):
                    does(stage, user)
                assert Act.objects.count() == acts, name
            transaction.set_rollback(True)


def test_a_head_is_not_dismissed(stage: Stage):
    head = head_of(stage.league)
    with pytest.raises(NotAllowed):
        organiser_remove(league=stage.league, by=head, user_id=head.pk)
