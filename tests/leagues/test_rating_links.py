"""Leagues and ratings: seasons to filter by, ratings frozen when a season ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from leagues.models import Division, Group, League, LeagueTable, Season
from leagues.signals import season_state_changed
from ratings.models import Played, RatingSnapshot
from tests.factories import UserFactory
from tests.ratings.scene import finished, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    now = timezone.now()
    league = League.objects.create(slug="open", name="Open League")
    return Season.objects.create(
        league=league,
        number=3,
        state=Season.State.RUNNING,
        check_in_at=now,
        starts_at=now,
        ends_at=now + timedelta(days=60),
    )


def test_a_league_game_is_counted_under_its_season_and_division(season):
    people = [UserFactory() for _number in range(4)]
    game = finished(people, [90, 120, 110, 70])
    group = Group.objects.create(
        division=Division.objects.create(season=season, number=2), number=1
    )
    LeagueTable.objects.create(group=group, number=0, game=game)
    other = finished(people, [90, 120, 110, 70])
    settle()
    played = Played.objects.get(pk=game.pk)
    assert (played.event, played.tier) == ("Open League 3", "2")
    assert Played.objects.get(pk=other.pk).event == ""


def test_ratings_are_frozen_when_a_season_is_closed(season):
    finished([UserFactory() for _number in range(4)], [90, 120, 110, 70])
    season_state_changed.send(sender=Season, season=season, before="finishing")
    assert not RatingSnapshot.objects.exists()
    season.state = Season.State.CLOSED
    season_state_changed.send(sender=Season, season=season, before="finishing")
    snapshot = RatingSnapshot.objects.get()
    assert snapshot.label == "Open League 3"
    assert snapshot.ratings.count() == 4  # the game that waited was settled before
