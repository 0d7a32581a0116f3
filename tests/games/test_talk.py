"""Words around a game, and who hears them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.errors import (
    NoSuchLine,
    NoSuchTable,
    NotAllowed,
    NothingSaid,
    NotYourRoom,
    TooFast,
    TooLong,
)
from games.models import ChatLine, Game, Note
from games.selectors.dashboard import games_finished_unseen
from games.selectors.talk import chat_lines, note_of, notes_found, unread_talk
from games.services.talk import (
    chat_post,
    game_mark_read,
    line_report,
    note_save,
    report_settle,
    user_mute,
    user_unmute,
)
from games.signals import line_reported
from tests.factories import ModeratorFactory, UserFactory

pytestmark = pytest.mark.django_db


def heard(scene, viewer, room="table"):
    return [line.text for line in chat_lines(game=scene.game, room=room, viewer=viewer)]


def test_what_is_said_bears_the_move(table):
    table.plays(0, "setup witches")
    line = chat_post(game_id=table.pk, user=table.players[1], text="  Oh no, witches!\r\n")
    assert (line.text, line.number) == ("Oh no, witches!", table.game.length)
    assert heard(table, None) == ["Oh no, witches!"]


@pytest.mark.parametrize(
    ("text", "refusal"), [("  ", NothingSaid), ("\0", NothingSaid), ("x" * 2001, TooLong)]
)
def test_what_cannot_be_said(table, text, refusal):
    with pytest.raises(refusal):
        chat_post(game_id=table.pk, user=table.players[0], text=text)


def test_players_talk_at_the_table_and_spectators_among_themselves(table):
    spectator = UserFactory()
    with pytest.raises(NotYourRoom):
        chat_post(game_id=table.pk, user=spectator, text="Build!")
    with pytest.raises(NotYourRoom):
        chat_post(game_id=table.pk, user=table.players[0], text="Psst", room="gallery")
    chat_post(game_id=table.pk, user=spectator, text="Witches win", room="gallery")
    assert heard(table, spectator, "gallery") == ["Witches win"]
    assert heard(table, table.players[0], "gallery") == []
    assert unread_talk(game=table.game, user=table.players[0]).gallery == 0
    Game.objects.filter(pk=table.pk).update(status="finished", result=[])
    assert heard(table, table.players[0], "gallery") == ["Witches win"]
    assert unread_talk(game=table.game, user=table.players[0]).gallery == 1
    chat_post(game_id=table.pk, user=table.players[0], text="So you knew", room="gallery")


def test_a_private_table_is_not_talked_at_from_outside(table):
    Game.objects.filter(pk=table.pk).update(visibility="private")
    with pytest.raises(NoSuchTable):
        chat_post(game_id=table.pk, user=UserFactory(), text="Hi", room="gallery")


def test_a_repeated_submission_is_said_once_and_floods_are_stopped(table):
    first = chat_post(game_id=table.pk, user=table.players[0], text="Hi", key="a")
    assert chat_post(game_id=table.pk, user=table.players[0], text="Hi", key="a") == first
    for number in range(19):
        chat_post(game_id=table.pk, user=table.players[0], text=str(number))
    with pytest.raises(TooFast):
        chat_post(game_id=table.pk, user=table.players[0], text="more")
    later = timezone.now() + timedelta(minutes=2)
    chat_post(game_id=table.pk, user=table.players[0], text="more", now=later)


def test_read_marks_count_what_others_said(table):
    marta, tomasz = table.players
    lines = [chat_post(game_id=table.pk, user=marta, text=text) for text in "abc"]
    chat_post(game_id=table.pk, user=tomasz, text="own words are read words")
    assert unread_talk(game=table.game, user=tomasz).table == 3
    game_mark_read(game=table.game, user=tomasz, table_line=lines[1].pk)
    game_mark_read(game=table.game, user=tomasz, table_line=lines[0].pk)  # never backwards
    assert unread_talk(game=table.game, user=tomasz).table == 1


def test_the_muted_are_not_heard(table):
    marta, tomasz = table.players
    chat_post(game_id=table.pk, user=marta, text="Hurry up")
    user_mute(user=tomasz, other=marta)
    user_mute(user=tomasz, other=tomasz)
    assert heard(table, tomasz) == []
    assert unread_talk(game=table.game, user=tomasz).table == 0
    assert heard(table, marta) == ["Hurry up"]
    user_unmute(user=tomasz, other=marta)
    assert heard(table, tomasz) == ["Hurry up"]


def test_a_moderator_settles_a_report(table):
    marta, tomasz = table.players
    reports = []

    def hear(*, report, **_):
        reports.append(report)

    line_reported.connect(hear)
    line = chat_post(game_id=table.pk, user=marta, text="Rude words")
    report = line_report(line_id=line.pk, user=tomasz, reason="Rude")
    assert line_report(line_id=line.pk, user=tomasz, reason="Still rude") == report
    assert reports == [report]
    with pytest.raises(NotAllowed):
        report_settle(report_id=report.pk, by=tomasz, upheld=True)
    report_settle(report_id=report.pk, by=ModeratorFactory(), upheld=True)
    assert heard(table, marta) == []
    assert ChatLine.objects.get().text == "Rude words"  # kept for an appeal
    with pytest.raises(NoSuchLine):
        line_report(line_id=0, user=tomasz, reason="?")
    with pytest.raises(NothingSaid):
        line_report(line_id=line.pk, user=marta, reason=" ")


def test_notes_are_private_and_can_be_searched(table):
    marta, tomasz = table.players
    note_save(game_id=table.pk, user=marta, text="Wants E6 badly, holds FAV11")
    assert note_of(game=table.game, user=tomasz) == ""
    assert [note.text for note in notes_found(user=marta, words="fav11 WANTS")] == [
        "Wants E6 badly, holds FAV11"
    ]
    assert not notes_found(user=marta, words="fav11 F4").exists()
    assert not notes_found(user=tomasz).exists()
    note_save(game_id=table.pk, user=marta, text="Changed")
    assert Note.objects.get().text == "Changed"
    note_save(game_id=table.pk, user=marta, text="")
    assert not Note.objects.exists()


def test_a_game_that_ended_unseen_is_shown_until_it_is_looked_at(lanterns):
    lanterns.goes_on(500)
    who = lanterns.players[0]
    assert [game.pk for game in games_finished_unseen(user=who)] == [lanterns.pk]
    game_mark_read(game=lanterns.game, user=who, revision=lanterns.game.revision)
    assert not games_finished_unseen(user=who).exists()
