"""What a fresh site shows of leagues and tournaments."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.selectors import user_named
from games.models import Game, OpenDecision
from leagues.demo import load_demo
from leagues.models import League, LeagueTable, Season, Tournament, TournamentTable
from leagues.selectors.cockpit import cockpit_of
from notifications.models import Notification

pytestmark = pytest.mark.django_db


def test_a_season_that_is_over_one_that_runs_and_three_tournaments(client: Client):
    load_demo()
    made = Game.objects.count()
    load_demo()
    assert Game.objects.count() == made
    first, second = Season.objects.order_by("number")
    assert (first.state, second.state) == (Season.State.CLOSED, Season.State.RUNNING)
    claims = set(second.entries.values_list("claim", flat=True))
    assert claims == {"stayed", "promoted", "demoted"}
    tables = LeagueTable.objects.filter(group__division__season=second)
    assert (tables.count(), tables.exclude(scores__isnull=True).count()) == (14, 5)
    now = timezone.now()
    seen = cockpit_of(second, now=now)
    assert seen.disputed
    assert seen.urgent
    assert not seen.stalled
    # Whatever a table waits for lies ahead, and nobody is told of what was over long ago.
    owed = OpenDecision.objects.filter(answered=False, due_at__isnull=False)
    assert owed.exists()
    assert not owed.filter(due_at__lte=now).exists()
    assert owed.filter(seat__user=user_named(username="marta")).exists()
    assert Notification.objects.filter(kind__startswith="league").count() < 20
    states = dict(Tournament.objects.values_list("slug", "state"))
    running = ("autumn-cup", "lighthouse-swiss")
    assert states == dict.fromkeys(running, "running") | {"four-at-the-door": "open"}
    assert TournamentTable.objects.exclude(scores__isnull=True).count() == 6
    league = League.objects.get()
    group = client.get(reverse("league_group", args=[league.slug, 2, 1, 1])).content.decode()
    assert "Outlook" in group
    assert "Relegation to division 2" in group
    cup = client.get(reverse("tournament", args=["autumn-cup"])).content.decode()
    assert "Semi-finals" in cup
    assert "place 2 of table 2" in cup
