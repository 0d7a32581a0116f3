"""A whole season through the services, small in the suite and large at night."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from leagues.models import LeagueTable, Season
from leagues.simulation.season import Report, Simulation


def check(report: Report, players: int) -> None:
    """What must hold of every simulated season."""
    assert len(report.standings) == players
    assert len(report.results) == len(report.schedule)
    assert report.ruled == 1
    assert report.generated + report.played_by_bots + report.ruled == len(report.schedule)
    assert report.second > 0
    said = " ".join(report.events)
    for word in ("not checked in", "leaves the season", "takes over", "disputes", "Rule"):
        assert word in said
    assert any(row["tie"] for row in report.standings)
    moved = {row["player"]: row for row in report.movements}
    assert {row["why"] for row in report.movements} == {"promoted", "demoted"}
    following = {row["player"]: row for row in report.next_season}
    went = [following[name]["claim"] for name in moved if name in following]
    assert went
    assert set(went) == {"promoted", "demoted"}
    assert {"new", "stayed"} <= {row["claim"] for row in report.next_season}
    # Who sat out has kept his division, unless all its groups have one more already.
    assert report.returning
    assert all(row["division"] <= row["had"] or row["was_full"] for row in report.returning)


@pytest.mark.long
@pytest.mark.django_db
def test_forty_nine_players():
    report = Simulation(players=49, seed=3, bot_games=0).run()
    check(report, 49)
    states = [season.state for season in Season.objects.order_by("number")]
    assert states == ["closed", "closed", "running"]
    played = LeagueTable.objects.filter(group__division__season__number__lt=3)
    assert not played.filter(final_at=None).exists()


@pytest.mark.nightly
@pytest.mark.django_db
def test_three_hundred_and_fifty_players():
    report = Simulation(players=350, seed=1, bot_games=2).run()
    check(report, 350)
    assert {row["division"] for row in report.standings} == {1, 2, 3, 4, 5, 6}
    assert len(report.schedule) == 350


@pytest.mark.nightly
def test_the_command_leaves_no_trace_and_says_what_it_did(capfd):
    call_command("simulate_season", players=14, seed=2, json=True, stdout=StringIO())
    report = json.loads(capfd.readouterr().out)
    assert report["players"] == 14
    assert report["generated"] > 0
