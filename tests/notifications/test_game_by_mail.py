"""Four people play by mail alone: real SMTP on loopback, both ways.

What they answer is the kept game, so that its end is known. Each has a mail program of another
make, and answers in his own language where a word will do.
"""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.utils import parseaddr

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games.models import Game, Move
from games.positions import position_at
from notifications.game_receivers import STILL_LOOKING
from notifications.models import InboundMail, OutgoingMail
from notifications.services.inbound import inbound_sweep
from notifications.services.outbox import outbox_sweep
from notifications.services.telling import notifications_sweep
from tests.factories import UserFactory
from tests.games.played import ROWS, RULES, states, stored
from tests.games.scene import NAMES
from tests.notifications.post_office import (
    LANGUAGES,
    PROGRAMS,
    Collector,
    collecting,
    receiving,
    text_of,
)

pytestmark = pytest.mark.django_db(transaction=True)
YES = ("yes", "ano", "tak", "Yes, please")
NO = ("no", "Ne.", "nie", "no thanks")
FIRST_ANSWER = 2
"""Before it, chance has dealt the tiles."""


class Players:
    """Four people, of whom each sees nothing but his mail."""

    def __init__(self, post: Collector, port: int) -> None:
        self.post, self.port = post, port
        self.people: list[User] = []
        for name, language in zip(NAMES[:4], LANGUAGES, strict=True):
            user = UserFactory(username=name, language=language)
            EmailAddress.objects.update_or_create(
                user=user, email=user.email, defaults={"verified": True, "primary": True}
            )
            self.people.append(user)
        self.questions: dict[str, EmailMessage] = {}
        self.read = 0

    def fetch(self) -> None:
        """The newest mail that asks something is the one that gets an answer."""
        # The kept rows came from the page, whose players are told only after some minutes.
        now = timezone.now() + STILL_LOOKING
        notifications_sweep(now)
        outbox_sweep(now)
        while self.read < len(self.post.arrived):
            mail, receiver = self.post.arrived[self.read], self.post.receivers[self.read]
            self.read += 1
            if mail["Reply-To"]:
                self.questions[receiver] = mail

    def answer(self, seat: int, line: str) -> None:
        """Write it as the mail invites to: the line, its number there, or yes or no."""
        mail = self.questions.pop(self.people[seat].email)
        words = self.words(seat, line, text_of(mail))
        reply = PROGRAMS[seat](mail, words)
        with smtplib.SMTP("127.0.0.1", self.port) as door:
            door.send_message(reply, self.people[seat].email, [parseaddr(str(reply["To"]))[1]])
        inbound_sweep(timezone.now())
        row = InboundMail.objects.latest("pk")
        assert row.outcome == "accepted", (words, row.reason, row.detail)

    def words(self, seat: int, line: str, asked: str) -> str:
        if asked.count(") leech ") == 1 and line.startswith(("leech", "decline")):
            return YES[seat] if line.startswith("leech") else NO[seat]
        found = [
            row for row in asked.splitlines() if row.partition(") ")[2].split("   ")[0] == line
        ]
        return found[0].partition(")")[0] if found else line


def play(settings, begun: int) -> Game:
    """Play the rest of the kept game, and compare its end."""
    settings.REPLY_ADDRESS = "move@reply.example.net"
    with collecting(settings) as post, receiving("smtp") as port:
        players = Players(post, port)
        game = stored(players.people, upto=begun)
        for row in ROWS[begun:]:
            players.fetch()
            players.answer(row.seat, row.line)
        players.fetch()
    game.refresh_from_db()
    assert game.is_finished
    assert RULES.dump(position_at(game=game)) == RULES.dump(states()[-1])
    ends = [mail for mail in post.arrived if game.name in str(mail["Subject"])][-4:]
    assert {str(mail["To"]) for mail in ends} == {
        f"{user.username} <{user.email}>" for user in players.people
    }
    return game


def check_the_books(game: Game, answers: int) -> None:
    """Each answer was played once, and no mail was sent twice or left behind."""
    assert Move.objects.filter(game=game, live=True, door="mail").count() == answers
    assert InboundMail.objects.filter(outcome="accepted").count() == answers
    states_of_mails = set(OutgoingMail.objects.values_list("state", flat=True))
    assert states_of_mails <= {OutgoingMail.State.SENT, OutgoingMail.State.DROPPED}


def test_the_end_of_a_game_is_played_by_mail_alone(settings):
    begun = len(ROWS) - 8
    check_the_books(play(settings, begun), 8)


@pytest.mark.nightly
def test_a_whole_game_is_played_by_mail_alone(settings):
    check_the_books(play(settings, FIRST_ANSWER), len(ROWS) - FIRST_ANSWER)
