"""A record can be checked: whoever changes a row is found out."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.models import Game, Move, OpenDecision, Snapshot
from games.services.verify import game_verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(table):
    table.goes_on(12)
    return table


def tampered(row, **values):
    Move.objects.filter(pk=row.pk).update(**values)


def a_row(scene):
    return Move.objects.filter(game_id=scene.pk, live=True, seat=0).first()


def say_otherwise(scene):
    row = a_row(scene)
    tampered(row, line="setup giants" if row.line != "setup giants" else "setup witches")


def drop_last(scene):
    Move.objects.filter(game_id=scene.pk).order_by("sequence").last().delete()


def other_snapshot(scene):
    snapshot = Snapshot.objects.filter(game_id=scene.pk).last()
    Snapshot.objects.filter(pk=snapshot.pk).update(data=snapshot.data.replace(":1", ":0", 1))


TRICKS = {
    "another line": (say_otherwise, "was changed"),
    "another seat": (lambda s: tampered(a_row(s), seat=1), "was changed"),
    "other events": (lambda s: tampered(a_row(s), events=[]), "other events"),
    "another door": (lambda s: tampered(a_row(s), door="mail"), "was changed"),
    "a row left out": (lambda s: a_row(s).delete(), "is missing"),
    "the last row left out": (drop_last, "end of the log"),
    "not counted": (lambda s: tampered(a_row(s), live=False), "left out wrongly"),
    "other options": (
        lambda s: Game.objects.filter(pk=s.pk).update(options={"map": "fjords"}),
        "was changed",
    ),
    "another position": (other_snapshot, "position kept"),
    "a decision lost": (lambda s: OpenDecision.objects.all().delete(), "open decisions"),
}


def test_a_game_as_it_was_played_has_no_problems(played):
    assert game_verify(game=played.game) == []


@pytest.mark.parametrize("trick", TRICKS)
def test_whatever_is_changed_is_found(played, trick):
    change, complaint = TRICKS[trick]
    change(played)
    assert any(complaint in problem for problem in game_verify(game=played.game))


def test_the_command_says_which_game(played):
    out = io.StringIO()
    call_command("verify", stdout=out)
    assert "1 games checked, 0 with problems" in out.getvalue()
    say_otherwise(played)
    with pytest.raises(CommandError):
        call_command("verify", str(played.pk), stdout=out)
    assert f"game {played.pk}: row" in out.getvalue()
    with pytest.raises(CommandError, match="no such game"):
        call_command("verify", "0")


def test_a_player_checks_the_record_he_kept(client, table):
    """On the page of the log: the whole record, and the hash of an earlier one."""
    table.goes_on(5)
    kept, number = table.game.chain, table.game.length
    table.goes_on(3)
    page = reverse("table_log", args=[table.pk])
    client.force_login(table.players[0])
    assert client.get(page).context["verified"] is None
    found = client.get(page, {"check": "1", "kept": kept.upper()}).context["verified"]
    assert (found.fits, found.rows, found.number) == (True, table.game.revision, number)
    text = client.get(page, {"check": "1", "kept": "0" * 64}).text
    assert "No move of this game has the hash you kept." in text
    Move.objects.filter(game_id=table.pk, sequence=2).update(door=Move.Door.MAIL)
    changed = client.get(page, {"check": "1"})
    assert not changed.context["verified"].fits
    assert "does not fit" in changed.text
