"""The rated games of the demo content."""

from __future__ import annotations

import json

import pytest

from accounts.demo import load_demo as load_people
from engine.log import LogRow, replay
from engine.registry import latest
from notifications.models import Notification
from ratings import demo
from ratings.demo import load_demo
from ratings.models import BackTest, Played, Rating, Tally

KEPT = json.loads(demo.GAMES.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kept", KEPT)
def test_they_can_be_played_by_the_rules_of_now(kept):
    rules = latest(demo.KEY)
    rows = [LogRow(seat=seat, line=line) for seat, line in kept["rows"]]
    assert rules.result(replay(rules, kept["options"], kept["seats"], rows)) is not None


@pytest.mark.django_db
def test_a_fresh_site_has_ratings_and_statistics(monkeypatch):
    monkeypatch.setattr(demo, "NAMES", demo.NAMES[:3])
    load_people()
    assert load_demo() == []
    assert Played.objects.filter(unrated="", settled_at__isnull=False).count() == 3
    assert Rating.objects.count() == 6
    assert Tally.objects.filter(kind="faction").count() > 10
    assert BackTest.objects.get().games == 3
    # What ended long ago is no news to anybody.
    assert not Notification.objects.filter(kind="game-over").exists()
    load_demo()
    assert Played.objects.count() == 3
