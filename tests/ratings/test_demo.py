"""The rated games of the demo content."""

from __future__ import annotations

import pytest

from accounts.demo import load_demo as load_people
from notifications.models import Notification
from ratings import demo
from ratings.demo import load_demo
from ratings.models import BackTest, Played, Rating, Tally

pytestmark = pytest.mark.django_db


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
