"""Check-in by mail: the mail that asks, one tap in it, and a reply to it."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django.test import Client

from leagues.models import Season
from leagues.services.entries import entry_sign_up
from notifications.models import InboundMail, OutgoingMail
from notifications.services.inbound import inbound_accept, inbound_process
from notifications.services.outbox import parsed
from notifications.services.telling import notifications_sweep
from tests.leagues.scene import entry_of, go_on, league, people
from tests.notifications.inbound.scene import letter

pytestmark = pytest.mark.django_db
NUMBERS = count(1)


@pytest.fixture
def asked() -> tuple[Season, Any, Any]:
    """A season in check-in, a player, and the mail that asks him."""
    from django.utils import timezone

    season = go_on(league().seasons.get())
    [marta] = people(1)
    entry_sign_up(season_id=season.pk, user=marta, accepts=True)
    season = go_on(season)
    notifications_sweep(timezone.now())
    mail = parsed(OutgoingMail.objects.get(subject__contains="do you play").source)
    return season, marta, mail


def answer(mail: Any, sender: str, text: str) -> InboundMail:
    to = str(mail["Reply-To"]).strip()
    row = inbound_accept(
        raw=letter(to, text, sender, message_id=f"<check-{next(NUMBERS)}@example.org>"),
        door="smtp",
        envelope_sender=sender,
        envelope_recipient=to,
    )
    assert row is not None
    inbound_process(mail_id=row.pk)
    row.refresh_from_db()
    assert row.outcome != "broken", row.detail
    return row


@pytest.mark.parametrize(
    ("text", "state", "there"), [("Yes!", "signed", True), ("no", "out", False)]
)
def test_a_reply_checks_in_or_withdraws(asked, text: str, state: str, there: bool):
    season, marta, mail = asked
    row = answer(mail, marta.email, text)
    assert row.outcome == "accepted"
    entry = entry_of(season, marta)
    assert (entry.state, entry.checked_in_at is not None) == (state, there)
    back = OutgoingMail.objects.get(message_id__startswith=f"<answer-{row.pk}@")
    assert str(season) in back.subject


def test_what_is_neither_yes_nor_no_is_sent_back(asked):
    season, marta, mail = asked
    row = answer(mail, marta.email, "Perhaps, if the weather is bad.")
    assert row.outcome == "refused"
    assert entry_of(season, marta).checked_in_at is None
    body = parsed(OutgoingMail.objects.get(message_id__startswith=f"<answer-{row.pk}@").source)
    assert "Answer with yes or no." in body.get_body(("plain",)).get_content()


def test_the_answer_of_a_stranger_changes_nothing(asked):
    season, marta, mail = asked
    [tomasz] = people(1, "t")
    row = answer(mail, tomasz.email, "yes")
    assert row.reason == "not-entered"
    assert entry_of(season, marta).checked_in_at is None


def test_the_mail_leads_to_one_tap(asked, client: Client):
    season, marta, mail = asked
    text = mail.get_body(("plain",)).get_content()
    [url] = {word for word in text.split() if "/leagues/check-in/" in word}
    client.post("/" + url.split("/", 3)[3])
    assert entry_of(season, marta).checked_in_at is not None
