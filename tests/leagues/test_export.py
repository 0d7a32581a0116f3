"""What the file with one's own data says of leagues and tournaments."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Role, User
from accounts.services.export import export_build
from leagues.models import LeagueTable, Substitute, Tournament
from leagues.services.cockpit import action_plan, action_take
from leagues.services.results import result_dispute, result_sign
from leagues.services.rounds import next_step, tournament_step
from leagues.services.rulings import ruling_appeal
from leagues.services.tournaments import tournament_create, tournament_enter
from leagues.tournament_rules import TournamentRules
from tests.factories import UserFactory
from tests.leagues.scene import ends, head_of, people, running

pytestmark = pytest.mark.django_db


def exported(user: User, section: str) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(export_build(user=user, now=timezone.now()))) as files:
        found: dict[str, Any] = json.loads(files.read(f"{section}.json"))
        return found


def test_a_season_with_all_that_was_said_about_it():
    season = running(people(4), group=4)
    head = head_of(season.league)
    first, second = LeagueTable.objects.order_by("number")[:2]
    ends(first, (90, 80, 70, 60))
    marta = first.seats.get(number=0).entry.user
    result_sign(table_id=first.pk, user=marta)
    result_dispute(table_id=first.pk, user=marta, text="A wrong tile was dealt.")
    Substitute.objects.create(league=season.league, user=marta)
    scores = {f"score-{number}": 50 + number for number in range(4)}
    ruling = {
        "key": "rule",
        "target": second.pk,
        "by": head,
        "reason": "Nobody moves any more.",
        "wish": scores,
    }
    action_take(**ruling, seen=action_plan(**ruling).fingerprint)
    ruling_appeal(table_id=second.pk, user=marta, text="I was moving.")

    told = exported(marta, "leagues")
    [entered] = told["seasons"]
    assert (entered["season__league__name"], entered["state"]) == ("Harbour League", "playing")
    assert entered["group__division__number"] == 1
    games = {row["table"]: row for row in told["results"]}
    assert games["A"]["score"] == 90
    assert games["A"]["signed_at"]
    assert games["B"]["decided"] == "ruling"
    assert [row["dispute"] for row in told["disputes"]] == ["A wrong tile was dealt."]
    assert [row["appeal"] for row in told["appeals"]] == ["I was moving."]
    assert [row["league__name"] for row in told["stands_by"]] == ["Harbour League"]
    assert "p001" not in json.dumps(told)

    of_the_head = exported(head, "leagues")["organises"]
    assert [row["head"] for row in of_the_head["leagues"]] == [True]
    assert [row["text"] for row in of_the_head["rulings"]] == ["Nobody moves any more."]
    assert {"step", "rule"} <= {row["kind"] for row in of_the_head["acts"]}


def test_a_tournament_that_is_played_and_one_that_is_run():
    ilse = UserFactory(username="ilse", role=Role.ORGANISER)
    cup = tournament_create(
        by=ilse,
        slug="autumn",
        name="Autumn Cup",
        format=Tournament.Format.SWISS,
        rules=TournamentRules(),
    )
    users = people(4)
    for user in users:
        tournament_enter(pk=cup.pk, user=user)
    tournament_step(pk=cup.pk, by=ilse, seen=next_step(cup).fingerprint)
    told = exported(users[0], "tournaments")
    assert [row["tournament__name"] for row in told["entries"]] == ["Autumn Cup"]
    assert [(row["round"], row["score"]) for row in told["results"]] == [(1, None)]
    runs = exported(ilse, "tournaments")["organises"]
    assert [row["tournament__name"] for row in runs["tournaments"]] == ["Autumn Cup"]
    assert [row["kind"] for row in runs["acts"]] == ["published", "founded"]
