"""What happens at a table is told to those who want to hear it, once, and while it is true."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.services.joining import invitation_send, invitation_withdraw
from games.services.tables import table_create
from games.services.talk import chat_post, game_mark_read
from games.services.undo import undo_request
from games.services.watching import game_watch
from notifications.game_receivers import TALK_SETTLES
from notifications.kinds import KINDS
from notifications.mails.registry import written_kinds
from notifications.models import GameSilence, Notification, OutgoingMail, Preference
from notifications.services.notifying import notify
from notifications.services.outbox import mail_deliver, outbox_sweep, parsed
from notifications.services.telling import (
    MAX_TRIES,
    STUCK_AFTER,
    notification_deliver,
    notifications_sweep,
)
from tests.factories import UserFactory
from tests.games.conftest import lanterns  # noqa: F401  # a fixture
from tests.games.scene import Scene, scene

pytestmark = pytest.mark.django_db
LATER = timedelta(hours=1)


@pytest.fixture
def table() -> Scene:
    return scene()


def told(kind: str = "") -> list[Notification]:
    rows = Notification.objects.order_by("pk").select_related("user")
    return list(rows.filter(kind=kind) if kind else rows)


def sweep() -> list[OutgoingMail]:
    """All that waits is written; the mails that came of it."""
    before = set(OutgoingMail.objects.values_list("pk", flat=True))
    notifications_sweep(timezone.now() + LATER)
    return list(OutgoingMail.objects.exclude(pk__in=before).order_by("pk"))


def subjects() -> list[tuple[str, str]]:
    return [(mail.recipients[0].split(" ")[0], mail.subject) for mail in sweep()]


def test_every_kind_has_a_writer_but_those_that_are_mails_from_elsewhere():
    elsewhere = {"security", "site-news", "forum-digest", "forum-decision"}
    assert written_kinds() == {kind.key for kind in KINDS} - elsewhere


def test_who_is_asked_is_told_once_and_who_waits_is_told_that_it_begins(table):
    assert [(row.kind, row.user.username) for row in told()] == [
        ("started", "Marta"),
        ("started", "Tomasz"),
        ("your-turn", "Marta"),
    ]
    begins, asks = subjects()
    assert begins == ("Tomasz", "A quiet evening: The game begins")
    assert asks[0] == "Marta"
    assert asks[1].startswith("A quiet evening: Choose a faction (")
    assert sweep() == []


def test_a_seat_that_still_thinks_gets_no_second_mail_when_others_act(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    rows = {row.pk for row in told("your-turn")}
    chat_post(game_id=table.pk, user=table.players[1], text="hello")
    assert {row.pk for row in told("your-turn")} == rows
    assert len({row.key for row in told()}) == len(told())


def test_a_turn_that_was_played_meanwhile_is_not_told(table):
    row = told("your-turn")[0]
    table.plays(0, "setup witches")
    assert not notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    assert (row.state, row.error) == ("dropped", "no longer true")


def test_a_mail_that_had_to_wait_is_dropped_when_it_is_no_longer_true(table):
    row = told("your-turn")[0]
    assert notification_deliver(notification_id=row.pk)
    row.refresh_from_db()
    table.plays(0, "setup witches")
    assert not mail_deliver(mail_id=row.mail_id)
    assert OutgoingMail.objects.get(pk=row.mail_id).state == "dropped"


def test_running_twice_tells_once(table):
    row = told("your-turn")[0]
    assert notification_deliver(notification_id=row.pk)
    assert not notification_deliver(notification_id=row.pk)
    assert OutgoingMail.objects.filter(message_id__contains=f"notification-{row.pk}@").count() == 1
    now = timezone.now()
    assert outbox_sweep(now) == 1
    assert outbox_sweep(now) == 0


def test_a_worker_that_died_while_writing_is_followed_by_another(table):
    now = timezone.now()
    row = told("your-turn")[0]
    Notification.objects.filter(pk=row.pk).update(
        state="composing", claimed_at=now - STUCK_AFTER - LATER
    )
    notifications_sweep(now + timedelta(seconds=1))
    row.refresh_from_db()
    assert row.state == "told"


def test_what_cannot_be_written_is_tried_again_and_then_given_up_with_its_reason(table):
    notify(kind="moved", user=table.players[0], key="x", game=table.game)
    assert not told("moved"), "switched off unless somebody asks for it"
    Preference.objects.create(user=table.players[0], kind="chat", channel="mail", wanted=True)
    notify(kind="chat", user=table.players[0], key="x")  # talk without a table
    (row,) = told("chat")
    now = timezone.now()
    for _ in range(MAX_TRIES):
        notification_deliver(notification_id=row.pk, now=now)
        row.refresh_from_db()
        now = row.due_at
    assert row.state == "failed"
    assert "AssertionError" in row.error


def test_wishes_are_kept_of_the_kind_and_of_the_table(table):
    marta, tomasz = table.players
    for kind in ("your-turn", "started"):
        Preference.objects.create(user=marta, kind=kind, channel="mail", wanted=False)
    GameSilence.objects.create(user=tomasz, game=table.game, since=timezone.now())
    table.plays(0, "setup witches")
    assert [row.user for row in told("your-turn")] == [marta]  # written before she said so
    assert sweep() == []
    assert {row.error for row in told()} == {"not wanted any more"}


def test_who_has_just_moved_on_the_page_is_not_written_to_at_once(table):
    table.plays(0, "setup witches")
    table.plays(1, "setup nomads")
    for seat in (0, 1, 1):  # the order of the first dwellings: the second places two in a row
        offers = table.game.rules.legal(table.state, seat)
        table.plays(seat, next(iter(offers)).line)
    looked_at = [row for row in told("your-turn") if row.due_at > row.created_at]
    assert {row.user.username for row in looked_at} == {"Tomasz"}


def test_an_invitation_is_told_and_not_once_it_was_withdrawn():
    host, guest = UserFactory(), UserFactory(username="Ilse")
    game = table_create(host=host, rules_key="terra_mystica", name="Late", seats=2, options={})
    invitation = invitation_send(game_id=game.pk, by=host, username="Ilse")
    (row,) = told("invitation")
    assert row.user == guest
    invitation_withdraw(invitation_id=invitation.pk, by=host)
    assert sweep() == []


def test_talk_of_ten_minutes_is_one_mail_without_what_was_read(table):
    marta, tomasz = table.players
    sweep()
    first = chat_post(game_id=table.pk, user=marta, text="Good luck!")
    chat_post(game_id=table.pk, user=marta, text="And fun.")
    (row,) = told("chat")
    assert row.due_at == first.at + TALK_SETTLES
    game_mark_read(game=table.game, user=tomasz, table_line=first.pk)
    (mail,) = sweep()
    text = parsed(mail.source).get_body(("plain",)).get_content()
    assert "Marta: And fun." in text
    assert "Good luck" not in text


def test_watchers_and_who_is_asked_for_consent(table):
    fan = UserFactory(username="Alice")
    game_watch(game_id=table.pk, user=fan)
    Preference.objects.create(user=fan, kind="moved", channel="mail", wanted=True)
    move = table.plays(0, "setup witches")
    undo_request(game_id=table.pk, user=table.players[0], after=move.sequence)
    sent = subjects()
    assert ("Alice", "A quiet evening: Marta has moved") in sent
    assert ("Tomasz", "A quiet evening: May a move be taken back?") in sent
    table.plays(1, "resign")
    sent = subjects()
    assert ("Marta", "A quiet evening: Tomasz leaves the game") in sent
    assert not any(name == "Tomasz" and "leaves" in subject for name, subject in sent)


def test_the_end_is_told_to_all_with_the_result(lanterns):  # noqa: F811
    lanterns.goes_on(500)
    assert lanterns.game.is_finished
    mails = sweep()
    assert [mail.subject for mail in mails] == ["A quiet evening: The game is over"] * 2
    assert "1. " in parsed(mails[0].source).get_body(("plain",)).get_content()
