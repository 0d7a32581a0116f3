"""Looking for what is due asks an index, on both databases, however many games run."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import OpenDecision
from games.services.timeouts import due_rows
from tests.games.scene import scene

pytestmark = pytest.mark.django_db


def test_the_sweep_uses_the_index_of_due_times():
    table = scene(clock={"kind": "per-move", "hours": 72})
    seat, now = table.game.seats.get(number=1), timezone.now()
    OpenDecision.objects.bulk_create(
        OpenDecision(
            game_id=table.pk,
            seat=seat,
            ident=f"test:{number}",
            kind="action",
            mode="single",
            opened_at=now,
            opened_revision=0,
            due_at=now + timedelta(minutes=number - 5),
        )
        for number in range(500)
    )
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A table of a few pages is read whole whatever its indexes are.
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = due_rows(now).explain()
    assert "decision_due" in plan
    assert len(due_rows(now)) == 6
