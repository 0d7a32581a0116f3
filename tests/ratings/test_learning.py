"""Learning from games: versions, back-test, and that a claim is made once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from ratings.models import BackTest, OffsetTable, Scale
from ratings.services import learning
from ratings.services.learning import learn, learning_due
from tests.factories import UserFactory
from tests.ratings.scene import KEY, finished, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [UserFactory() for _number in range(4)]


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(learning, "worker_hint", lambda task, key: found.append(key))
    return found


def test_nothing_is_learnt_from_nothing():
    assert learn(rules_key=KEY, now=timezone.now()) is None
    assert not Scale.objects.exists()


def test_offsets_and_back_test_are_stored_in_versions(people):
    for _number in range(5):
        finished(people, [120, 90, 80, 70])
    settle()
    test = learn(rules_key=KEY, now=timezone.now())
    first = OffsetTable.objects.get()
    assert first.version == 1
    assert first.offsets["faction:witches"] > 0 > first.offsets["faction:mermaids"]
    assert test.games == 5
    assert test.report["pairs"] == 5 * 6
    assert test.report["judged"] == 2 * 6
    losses = {name: row["loss"] for name, row in test.report["variants"].items()}
    assert losses["adjusted"] < losses["plain"] < losses["even"]
    assert losses["even"] == pytest.approx(0.693, abs=1e-3)
    learn(rules_key=KEY, now=timezone.now())
    assert OffsetTable.objects.count() == 1  # nothing new was learnt
    finished(people, [70, 80, 90, 120])
    settle()
    learn(rules_key=KEY, now=timezone.now())
    assert [row.version for row in OffsetTable.objects.order_by("version")] == [1, 2]
    assert BackTest.objects.count() == 3


def test_forecasts_are_judged_as_they_were_told(people):
    finished(people, [120, 90, 80, 70])
    finished(people, [120, 90, 80, 70])
    settle()
    report = learn(rules_key=KEY, now=timezone.now()).report
    # The first game was foretold as even, the second one in favour of what had come before.
    even, *bold = report["bins"]
    assert even["count"] + sum(row["count"] for row in bold) == 12
    assert even["count"] >= 6
    assert even["foretold"] < 0.55
    assert all(row["came"] == 1 for row in bold)


def test_the_work_is_claimed_once_and_again_if_it_was_lost(people, asked):
    now = timezone.now()
    finished(people, [120, 90, 80, 70])
    settle()
    assert learning_due(now) == 1
    assert learning_due(now) == 0
    assert learning_due(now + timedelta(hours=2)) == 0  # one game more is not worth the work yet
    assert learning_due(now + timedelta(days=2)) == 1
    assert asked == [KEY, KEY]
    learn(rules_key=KEY, now=now)
    assert learning_due(now + timedelta(days=3)) == 0  # nothing new


def test_many_new_games_are_not_kept_waiting_for_a_day(people, asked, monkeypatch):
    monkeypatch.setattr(learning, "ENOUGH", 2)
    now = timezone.now()
    finished(people, [120, 90, 80, 70])
    settle()
    learn(rules_key=KEY, now=now)
    finished(people, [120, 90, 80, 70])
    finished(people, [120, 90, 80, 70])
    settle()
    assert learning_due(now + timedelta(minutes=30)) == 0
    assert learning_due(now + timedelta(hours=2)) == 1
