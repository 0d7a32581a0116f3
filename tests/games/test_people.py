"""Accounts that go, and what the site knows of one player."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.deletion import deletion_request, deletions_carry_out
from accounts.services.export import export_build
from games.models import Game, Note, Plan, Watcher
from games.selectors.dashboard import games_waiting_on, next_game
from games.selectors.tables import table_for
from games.services.joining import invitation_send
from games.services.plans import branch_save, plan_save
from games.services.tables import table_create
from games.services.talk import chat_post, note_save
from games.services.verify import game_verify
from tests.factories import UserFactory
from tests.games.scene import scene

pytestmark = pytest.mark.django_db


def leaves_the_site(user):
    now = timezone.now()
    deletion_request(user=user, now=now)
    deletions_carry_out(now + timedelta(days=8))
    user.refresh_from_db()


def test_a_deleted_account_leaves_its_games_whole(table):
    marta, tomasz = table.players
    table.plays(0, "setup witches")
    chat_post(game_id=table.pk, user=marta, text="Bye")
    note_save(game_id=table.pk, user=marta, text="secret")
    plan_save(game_id=table.pk, user=marta, name="secret")
    hosted = table_create(host=marta, rules_key="terra_mystica", name="B", seats=2, options={})
    guest_at = table_create(host=tomasz, rules_key="terra_mystica", name="C", seats=3, options={})
    invitation_send(game_id=guest_at.pk, by=tomasz, username="Marta")
    leaves_the_site(marta)
    shown = table_for(game_id=table.pk, viewer=None)
    assert shown.seats[0].holder_name == marta.username
    assert shown.seats[0].holder_name.startswith("Former player")
    assert shown.log[-1].line == "setup witches"
    assert game_verify(game=table.game) == []
    assert not Note.objects.exists()
    assert not Plan.objects.exists()
    assert Game.objects.get(pk=hosted.pk).status == "cancelled"
    assert guest_at.invitations.get().state == "declined"


def test_the_export_holds_games_notes_plans_and_talk(table):
    marta, tomasz = table.players
    table.plays(0, "setup witches")
    chat_post(game_id=table.pk, user=marta, text="Hello there")
    chat_post(game_id=table.pk, user=tomasz, text="Words of another")
    note_save(game_id=table.pk, user=marta, text="my note")
    plan = plan_save(game_id=table.pk, user=marta, name="my plan")
    branch_save(user=marta, plan_id=plan.pk, lines=[(1, "setup nomads")])
    Watcher.objects.create(game_id=table.pk, user=marta)
    archive = zipfile.ZipFile(io.BytesIO(export_build(user=marta, now=timezone.now())))
    files = {name: json.loads(archive.read(name)) for name in archive.namelist()}
    assert [row["line"] for row in files["games.json"]["moves"]] == ["setup witches"]
    assert [row["seat__game_id"] for row in files["games.json"]["seats"]] == [table.pk]
    assert files["notes.json"][0]["text"] == "my note"
    assert files["plans.json"][0]["branches"][0]["lines"][0]["line"] == "setup nomads"
    assert [row["text"] for row in files["table_talk.json"]["said"]] == ["Hello there"]


def test_the_most_urgent_table_comes_first(db):
    marta = UserFactory(username="Marta")
    games = []
    for hours in (None, 48, 12):
        running = scene(
            clock={"kind": "none"} if hours is None else {"kind": "per-move", "hours": hours}
        )
        games.append(running.game)
    never, later, soon = games
    assert list(games_waiting_on(user=marta)) == [soon, later, never]
    assert games_waiting_on(user=marta)[0].due_at == soon.started_at + timedelta(hours=12)
    assert next_game(user=marta) == soon
    assert next_game(user=marta, after=soon.pk) == later
    assert next_game(user=marta, after=never.pk) == soon
    assert next_game(user=UserFactory()) is None
