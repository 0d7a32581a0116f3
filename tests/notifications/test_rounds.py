"""What a called worker does: handfuls of mails, one connection, nothing twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.mails.crowd import LATE
from notifications.models import MailboxMessage, Notification, OutgoingMail
from notifications.services import rounds
from notifications.services.outbox import Delivery, mail_hand_over, outbox_sweep
from notifications.services.rounds import mails_tell
from notifications.services.telling import HANDED_OVER_BY, handful_write
from tests.factories import UserFactory
from tests.games.scene import Scene, scene
from tests.notifications.post_office import collecting

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Scene:
    return scene()


def test_all_that_is_due_is_written_and_sent_at_once(table):
    assert mails_tell()
    # "The game begins" went to both; to the first player it is no news beside "your turn".
    assert sorted(Notification.objects.filter(state="told").values_list("kind", flat=True)) == [
        "started",
        "your-turn",
    ]
    assert set(OutgoingMail.objects.values_list("state", flat=True)) == {"sent"}
    assert MailboxMessage.objects.count() == 2
    assert mails_tell()
    assert MailboxMessage.objects.count() == 2, "a second round finds nothing"


def test_many_mails_go_through_one_connection(table, settings):
    with collecting(settings) as collector:
        assert mails_tell()
    assert len(collector.arrived) == 2
    assert len(collector.connections) == 1


def test_what_is_no_longer_true_is_settled_without_a_mail(table):
    table.plays(0, "setup witches")
    asked = Notification.objects.get(kind="your-turn", user=table.players[0])
    mails_tell()
    asked.refresh_from_db()
    assert (asked.state, asked.error) == ("dropped", "no longer true")


@pytest.mark.parametrize(("waited", "pictures"), [(LATE, 1), (2 * LATE, 0)])
def test_where_somebody_waits_for_long_mails_go_without_pictures(table, waited, pictures):
    row = Notification.objects.get(kind="your-turn")
    Notification.objects.exclude(pk=row.pk).delete()
    (mail,) = handful_write(now=row.due_at + waited) or []
    assert bytes(mail.source).count(b"image/png") == pictures


def test_two_questions_to_one_seat_are_one_mail(table):
    row = Notification.objects.get(kind="your-turn")
    Notification.objects.create(
        key="another",
        kind="decision",
        user=row.user,
        game=row.game,
        about=row.about,
        due_at=row.due_at,
    )
    mails_tell()
    assert Notification.objects.get(key="another").error == "told in another mail"
    assert OutgoingMail.objects.filter(recipients__0__startswith="Marta").count() == 1


def test_a_letter_that_cannot_be_written_does_not_keep_the_others(table):
    broken = Notification.objects.create(
        key="talk without a table", kind="mention", user=UserFactory(), due_at=timezone.now()
    )
    mails_tell()
    broken.refresh_from_db()
    assert (broken.state, broken.tries) == ("queued", 1)
    assert "AssertionError" in broken.error
    queued = OutgoingMail.objects.filter(state="queued").count()
    assert MailboxMessage.objects.count() + queued == 2


def test_who_dies_between_writing_and_sending_leaves_it_to_the_sweep(table):
    now = timezone.now()
    Notification.objects.filter(kind="started").delete()
    mails = handful_write(now=now)
    assert mails
    assert outbox_sweep(now) == 0, "whoever wrote it is still at it"
    assert outbox_sweep(now + HANDED_OVER_BY) == len(mails)
    with Delivery() as delivery:
        assert not mail_hand_over(mail=mails[0], delivery=delivery, now=now), "sent already"
    assert MailboxMessage.objects.count() == len(mails)


def test_a_server_that_is_away_costs_a_try_and_nothing_else(table, settings):
    settings.MAIL_DELIVERY_BACKEND = "notifications.backends.SmtpBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert mails_tell()
    tried = sorted(OutgoingMail.objects.values_list("state", "tries"))
    assert tried == [("queued", 0), ("queued", 1)], "nobody waits for it once for each mail"
    settings.MAIL_DELIVERY_BACKEND = "notifications.backends.MailboxBackend"
    assert outbox_sweep(timezone.now() + timedelta(minutes=1)) == 2


def test_a_worker_stops_after_a_while_and_is_called_again(table, monkeypatch):
    """Else two busy workers would never come to the sweep that keeps the deadlines."""
    called: list[str] = []
    Notification.objects.filter(kind="started").delete()
    monkeypatch.setattr(rounds, "MOST_SECONDS", -1.0)
    monkeypatch.setattr("notifications.tasks.worker_call", lambda task: called.append(task.name))
    from notifications.tasks import tell_now

    tell_now()
    assert called == ["notifications.tasks.tell_now"]
    assert MailboxMessage.objects.exists()


def test_one_call_is_enough_for_however_many_moves(table, settings, monkeypatch):
    """Where there is Redis: until a worker says that it comes."""
    from notifications.tasks import tell_now
    from operations import hints

    sent: list[str] = []
    kept: dict[str, int] = {}

    class Shared:
        def add(self, key: str, value: int, timeout: int) -> bool:
            if key in kept:
                return False
            kept[key] = value
            return True

        def delete(self, key: str) -> None:
            kept.pop(key, None)

    monkeypatch.setattr(hints, "cache", Shared())
    monkeypatch.setattr(hints, "worker_hint", lambda task: not sent.append(task.name))
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert hints.worker_call(tell_now)
    assert hints.worker_call(tell_now)
    assert len(sent) == 1
    sent.clear()
    hints.call_taken(tell_now)
    assert hints.worker_call(tell_now)
    assert len(sent) == 1
