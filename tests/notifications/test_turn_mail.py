"""The mail that asks for a move, read as a mail program reads it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.test import Client
from django.utils import timezone

from games.models import OpenDecision
from games.suggestions import ready_answers
from notifications.inbound.tokens import token_in, token_open
from notifications.mails.crowd import MANY_WAIT
from notifications.models import GameSilence, Notification, OutgoingMail
from notifications.selectors import wants
from notifications.services.notifying import notify
from notifications.services.outbox import parsed
from notifications.services.telling import notification_deliver, notifications_sweep
from tests.factories import UserFactory
from tests.games.played import RULES, WITCHES, row_where, stored
from tests.games.scene import NAMES, Scene, scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def midgame(settings) -> Scene:
    """Two people in round one, the first to move; three days for a move."""
    settings.REPLY_ADDRESS = "move@reply.example.net"
    return in_round_one()


def in_round_one(
    factions: tuple[str, ...] = ("witches", "nomads"), wanted: tuple[str, ...] = ()
) -> Scene:
    """The first turn of the first round; dwellings on the wanted places where that is legal."""
    table = scene(seats=len(factions), clock={"kind": "per-move", "hours": 72})
    for user in table.players:
        EmailAddress.objects.update_or_create(
            user=user, email=user.email, defaults={"verified": True, "primary": True}
        )
    for seat, faction in enumerate(factions):
        table.plays(seat, f"setup {faction}")
    while not OpenDecision.objects.filter(game_id=table.pk, kind="action").exists():
        seat = table.game.decisions.get().seat.number
        lines = [offer.line for offer in table.game.rules.legal(table.state, seat)]
        table.plays(seat, next((line for line in lines if line in wanted), lines[0]))
    Notification.objects.exclude(about=table.game.decisions.get().pk).delete()
    return table


def turn_mail(table: Scene, kind: str = "action") -> EmailMessage:
    about = table.game.decisions.get(kind=kind).pk
    row = Notification.objects.exclude(kind="reminder").get(about=about)
    notification_deliver(notification_id=row.pk, now=timezone.now() + timedelta(hours=1))
    row.refresh_from_db()
    assert row.state == "told", row.error
    return parsed(OutgoingMail.objects.get(pk=row.mail_id).source)


def both(mail: EmailMessage) -> tuple[str, str]:
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert page is not None
    return text.get_content(), page.get_content()


def test_it_says_what_is_asked_what_happened_and_what_one_has(midgame):
    ready = ready_answers(rules=midgame.game.rules, state=midgame.state, seat=0)
    midgame.plays(0, ready[-1].line)  # passes
    mail = turn_mail(midgame)
    assert mail["Subject"].strip() == "A quiet evening: Your move (Round 1 of 6, Nomads)"
    for content in both(mail):
        assert f"/game/{midgame.pk}" in content or f"/games/{midgame.pk}" in content
        for words in ("Marta", "Witches", "Open power actions: ACT1 bridge (3)", "power I/II/III"):
            assert words in content
    text = both(mail)[0]
    assert "SINCE YOUR LAST MOVE\n1. " in text
    assert "coins" in text


def test_the_deadline_is_absolute_in_the_readers_zone(midgame):
    decision = midgame.game.decisions.select_related("seat__user").get()
    user = decision.seat.user
    user.time_zone = "Asia/Tokyo"
    user.save()
    OpenDecision.objects.update(due_at=datetime(2026, 11, 20, 13, 5, tzinfo=UTC))
    assert all("Fri 20 Nov, 22:05 JST" in content for content in both(turn_mail(midgame)))


def test_every_answer_in_it_can_be_played_as_it_stands(midgame):
    seat = midgame.game.decisions.get().seat.number
    text = both(turn_mail(midgame))[0]
    rules, state = midgame.game.rules, midgame.state
    ready = ready_answers(rules=rules, state=state, seat=seat)
    assert 3 <= len(ready) <= 7
    assert any(answer.line.startswith("pass") for answer in ready)
    for number, answer in enumerate(ready, start=1):
        assert f"\n{number}) {answer.line}" in text
        assert rules.compose(state, seat, answer.line).complete
        assert rules.play(state, seat, answer.line)


def test_the_reply_address_names_the_decision(midgame):
    decision = midgame.game.decisions.get()
    mail = turn_mail(midgame)
    token = token_open(token_in(str(mail["Reply-To"]), base=site.REPLY_ADDRESS))
    assert (token.kind, token.subject, token.decision) == ("game", midgame.pk, decision.pk)
    assert (token.seat, token.revision) == (decision.seat.number, midgame.game.length)
    assert token.expires_at > decision.due_at


def test_without_a_way_in_it_does_not_ask_for_replies(midgame, settings):
    settings.REPLY_ADDRESS = ""
    mail = turn_mail(midgame)
    assert mail["Reply-To"] is None
    assert "ANSWER THIS MAIL" not in both(mail)[0]


def test_headers_thread_the_game_and_say_that_a_machine_writes(midgame):
    mail = turn_mail(midgame)
    root = f"<game-{midgame.pk}@"
    assert root in mail["References"]
    assert root in mail["In-Reply-To"]
    assert f"game-{midgame.pk}." in mail["List-Id"]
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize("language", ["en", "cs", "pl"])
def test_it_is_written_in_the_readers_language(midgame, language):
    user = midgame.game.decisions.get().seat.user
    user.language = language
    user.save()
    page = both(turn_mail(midgame))[1]
    assert f'<html lang="{language}">' in page


def picture_in(mail: EmailMessage) -> EmailMessage | None:
    found = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    return found[0] if found else None


def test_the_board_travels_in_the_mail_with_what_is_new_ringed(midgame):
    offers = midgame.game.rules.legal(midgame.state, 0)
    built = next(offer.line for offer in offers if offer.line.startswith("upgrade"))
    place = built.split()[1]
    midgame.plays(0, built)
    # Whoever is asked next, by a question or for a move: what was built is new to him.
    mail = turn_mail(midgame, "leech" if midgame.game.decisions.count() > 1 else "action")
    assert mail.get_content_type() == "multipart/related"
    picture, page = picture_in(mail), both(mail)[1]
    assert picture is not None
    assert bytes(picture.get_payload(decode=True)).startswith(b"\x89PNG")
    name = str(picture["Content-ID"]).strip("<>")
    assert f'src="cid:{name}"' in page
    assert picture.get_content_disposition() == "inline"
    assert "http" not in " ".join(re.findall(r"<img[^>]*>", page))
    words = re.search(r'alt="([^"]*)"', page)
    assert words is not None
    assert f"{place} " in words[1].partition("New: ")[2]
    assert "(1)" in words[1]
    assert "Your buildings: " in words[1]


def test_a_mail_that_many_wait_behind_goes_without_a_picture(midgame):
    row = Notification.objects.get(kind="your-turn")
    Notification.objects.bulk_create(
        Notification(key=f"other:{n}", kind="chat", user=row.user, due_at=row.due_at)
        for n in range(MANY_WAIT + 2)
    )
    mail = turn_mail(midgame)
    assert picture_in(mail) is None
    assert "cid:" not in both(mail)[1]


def test_a_question_out_of_turn_shows_what_an_answer_costs_and_where_to_give_it(settings):
    settings.REPLY_ADDRESS = "move@reply.example.net"
    table = stored([UserFactory(username=name) for name in NAMES[:4]], upto=offered_alone())
    decision = table.decisions.get(kind="leech", seat__number=WITCHES)
    assert decision.seat.user is not None
    notify(kind="decision", user=decision.seat.user, key="asked", game=table, about=decision.pk)
    row = Notification.objects.get(key="asked")
    assert notification_deliver(notification_id=row.pk)
    mail = parsed(OutgoingMail.objects.get().source)
    text, page = both(mail)
    address = f"/games/{table.pk}/questions/{decision.pk}/?line="
    assert page.count(address) == text.count(address) == 2
    assert "Take 2 (−1 point)" in page
    assert "3/7/2" in page  # now
    assert "1/9/2" in page  # then
    assert "“yes” or “no” will do." in text


def offered_alone() -> int:
    """A row after which two power are offered to the witches, who owe nothing else."""

    def asked(state: Any) -> bool:
        owed = [d for d in RULES.pending(state) if d.seat == WITCHES]
        return [d.kind for d in owed] == ["leech"] and owed[0].reason.facts["size"] == 2

    return row_where(asked, after=60)


def test_one_mail_for_all_that_a_seat_owes(midgame):
    """A second question that came before the first mail was written is told with it."""
    decision = midgame.game.decisions.get()
    row = Notification.objects.get(about=decision.pk, kind="your-turn")
    Notification.objects.create(
        key="another",
        kind="decision",
        user=row.user,
        game=row.game,
        about=decision.pk,
        due_at=row.due_at + timedelta(seconds=1),
    )
    notifications_sweep(timezone.now() + timedelta(hours=1))
    assert OutgoingMail.objects.count() == 1
    assert Notification.objects.get(key="another").error == "told in another mail"


class TestUnsubscribing:
    def link(self, mail: EmailMessage) -> str:
        url = str(mail["List-Unsubscribe"]).strip(" <>")
        assert url.startswith(site.SITE_URL)
        return url.removeprefix(site.SITE_URL)

    def test_looking_changes_nothing(self, midgame, client):
        answer = client.get(self.link(turn_mail(midgame)))
        assert "No mails about “A quiet evening”" in answer.text
        assert not GameSilence.objects.exists()

    def test_one_click_ends_the_mails_of_this_table_alone(self, midgame):
        user = midgame.game.decisions.get().seat.user
        link = self.link(turn_mail(midgame))
        strict = Client(enforce_csrf_checks=True)
        for _ in range(2):
            assert strict.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
        assert GameSilence.objects.get().user == user
        assert wants(user=user, kind="your-turn", channel="mail")

    @pytest.mark.parametrize(
        ("scope", "turns", "chat", "security"),
        [("kind", False, True, True), ("everything", False, False, True)],
    )
    def test_wider_wishes(self, midgame, client, scope, turns, chat, security):
        user = midgame.game.decisions.get().seat.user
        client.post(self.link(turn_mail(midgame)), {"scope": scope})
        assert [
            wants(user=user, kind=kind, channel="mail")
            for kind in ("your-turn", "chat", "security")
        ] == [turns, chat, security]

    def test_a_forged_link_leads_nowhere(self, client, db):
        assert client.post("/unsubscribe/nonsense/").status_code == 404
