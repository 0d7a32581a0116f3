"""What a fresh site shows of leagues."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from leagues.demo import load_demo
from leagues.models import League, LeagueTable

pytestmark = pytest.mark.django_db


def test_a_season_runs_and_is_made_once(client: Client):
    load_demo()
    load_demo()
    league = League.objects.get()
    states = [table.scores is not None for table in LeagueTable.objects.order_by("number")]
    assert states == [True, False, False, False]
    shown = client.get(reverse("league_group", args=[league.slug, 1, 1, 1])).content.decode()
    assert "Outlook" in shown
    assert "marta" in shown
