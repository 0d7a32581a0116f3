"""Moves by reply: real messages through the service that takes mail in, and the answers to them."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import ChatLine, Game, Move, OpenDecision
from games.player_hours import hours_of
from games.services.talk import LONGEST_CHAT
from games.suggestions import ready_answers
from notifications.inbound.reports import Permanence
from notifications.models import AddressState, InboundMail, Notification, OutgoingMail
from notifications.services.addresses import bounce_note
from notifications.services.inbound import inbound_accept, inbound_process
from notifications.services.outbox import parsed
from notifications.services.telling import notifications_sweep
from tests.games.scene import Scene
from tests.notifications.inbound.scene import confirmed_player, letter
from tests.notifications.test_turn_mail import in_round_one, turn_mail

pytestmark = pytest.mark.django_db
NUMBERS = count(1)


class Post:
    """A table whose players answer their mails."""

    def __init__(self, table: Scene, kind: str = "action") -> None:
        self.table = table
        self.mail = turn_mail(table, kind)
        self.seat = table.game.decisions.get(kind=kind).seat.number
        self.me = table.players[self.seat]

    @property
    def to(self) -> str:
        return str(self.mail["Reply-To"]).strip()

    def answer(self, text: str, *, sender: str = "", to: str = "", **headers: str) -> InboundMail:
        sender = sender or self.me.email
        headers.setdefault("message_id", f"<{next(NUMBERS)}@example.org>")
        raw = letter(to or self.to, text, sender, **headers)
        row = inbound_accept(
            raw=raw, door="smtp", envelope_sender=sender, envelope_recipient=to or self.to
        )
        assert row is not None
        inbound_process(mail_id=row.pk)
        row.refresh_from_db()
        assert row.outcome != "broken", row.detail
        return row

    def back(self, row: InboundMail) -> EmailMessage:
        return parsed(OutgoingMail.objects.get(message_id__startswith=f"<answer-{row.pk}@").source)

    def said_back(self, row: InboundMail) -> str:
        body = self.back(row).get_body(("plain",))
        assert body is not None
        return body.get_content()


@pytest.fixture
def post(settings) -> Post:
    settings.REPLY_ADDRESS = "move@reply.example.net"
    return Post(in_round_one())


def ready(post: Post) -> list[str]:
    game = post.table.game
    answers = ready_answers(rules=game.rules, state=post.table.state, seat=post.seat)
    return [answer.line for answer in answers]


def test_a_line_is_played_and_confirmed_with_the_new_position(post):
    line = ready(post)[-1]
    row = post.answer(f"{line}\n")
    assert row.outcome == "accepted"
    assert row.detail == f"played: {line}"
    move = Move.objects.filter(game_id=post.table.pk, live=True).latest("number")
    assert (move.line, move.door, move.user) == (line, "mail", post.me)
    text = post.said_back(row)
    assert f"Played: {line}" in text
    assert "YOU HAVE" in text
    mail = post.back(row)
    assert mail["Auto-Submitted"] == "auto-replied"
    assert row.message_id in mail["References"]
    assert mail["To"].endswith(f"<{post.me.email}>")


def test_a_number_plays_the_answer_that_had_it_in_the_mail(post):
    line = ready(post)[1]
    assert post.answer("2\n").detail == f"played: {line}"


def test_lines_below_each_other_are_one_move(post):
    line = next(line for line in ready(post) if ". " in line)
    row = post.answer(line.replace(". ", "\n"))
    assert row.detail == f"played: {line}"


def test_talk_goes_with_the_move_or_alone(post):
    row = post.answer(f"{ready(post)[-1]}\n--- say\nGood luck!\n")
    assert row.outcome == "accepted"
    assert ChatLine.objects.get().text == "Good luck!"
    assert "Said at the table: Good luck!" in post.said_back(row)
    assert post.answer("--- say\nMe again\n").outcome == "accepted"
    assert ChatLine.objects.count() == 2


REFUSALS = {
    "a word that is no move": ("biuld F4", "refused"),
    "a move that the rules refuse": ("upgrade A1 to SH", "refused"),
    "one good line and one bad": ("pass BON1\nupgrade A1 to SH", "refused"),
    "a number that is not there": ("44", "no-such-number"),
    "yes to no question": ("yes", "no-such-question"),
    "yes and a number": ("yes\n2", "several-orders"),
    "yes, perhaps": ("yes but not now", "unclear-answer"),
    "nothing but a quote": ("> pass BON1\n", "nothing-written"),
    "a vacation of a year": ("vacation 300 days", "bad-hours"),
    "talk that is too long, with a move": ("2\n--- say\n" + "x " * LONGEST_CHAT, "too-long"),
    "a preview of nothing": ("preview", "nothing-to-preview"),
}


@pytest.mark.parametrize(("text", "reason"), REFUSALS.values(), ids=REFUSALS.keys())
def test_nothing_is_played_and_the_sender_hears_why(post, text, reason):
    before = post.table.game.revision
    row = post.answer(text)
    assert (row.outcome, row.reason) == ("refused", reason)
    assert post.table.game.revision == before
    assert not ChatLine.objects.exists()
    said = post.said_back(row)
    assert "Nothing was played." in said
    assert "ANSWER THIS MAIL" in said


def test_a_refusal_names_legal_lines_near_to_the_wish(post):
    passing = next(line for line in ready(post) if line.startswith("pass"))
    text = post.said_back(post.answer(passing.replace("pass", "pas")))
    assert "THIS WOULD BE LEGAL" in text
    line = text.split("THIS WOULD BE LEGAL\n")[1].split("\n")[0]
    game = post.table.game
    assert game.rules.play(post.table.state, post.seat, line)


def test_a_preview_shows_what_a_line_would_do(post):
    line = ready(post)[0]
    row = post.answer(f"preview {line}")
    assert row.outcome == "accepted"
    assert f"Preview: {line}" in post.said_back(row)
    assert Move.objects.filter(door="mail").count() == 0


@pytest.mark.parametrize("word", ["help", "nápověda", "pomoc"])
def test_help_lists_the_notation(post, word):
    assert "upgrade HEX to BUILDING" in post.said_back(post.answer(word))


def test_the_same_mail_twice_and_an_address_that_was_used(post):
    line = ready(post)[-1]
    row = post.answer(line, message_id="<same@example.org>")
    raw = letter(post.to, line, post.me.email, message_id="<same@example.org>")
    again = inbound_accept(
        raw=raw, door="smtp", envelope_sender=post.me.email, envelope_recipient=post.to
    )
    assert again is None
    assert not inbound_process(mail_id=row.pk)
    late = post.answer(line)
    assert (late.outcome, late.reason) == ("refused", "decision-gone")
    assert "no longer open" in post.said_back(late)
    assert Move.objects.filter(door="mail").count() == 1


def test_who_answers_must_be_the_player_and_others_learn_nothing(post):
    other = post.table.players[1 - post.seat]
    row = post.answer("1", sender=other.email)
    assert (row.outcome, row.reason) == ("refused", "not-your-seat")
    confirmed_player("ilse")
    assert post.answer("1", sender="ilse@example.org").reason == "not-your-seat"
    assert post.answer("1", sender="nobody@example.org").reason == "sender-unknown"
    assert not OutgoingMail.objects.filter(message_id__startswith="<answer").exists()


def test_an_address_whose_time_is_over_is_refused_with_words(post):
    InboundMail.objects.all().delete()
    raw = letter(post.to, "1", post.me.email)
    row = inbound_accept(
        raw=raw, door="smtp", envelope_sender=post.me.email, envelope_recipient=post.to
    )
    inbound_process(mail_id=row.pk, now=timezone.now() + timedelta(days=90))
    row.refresh_from_db()
    assert row.reason == "token-expired"
    assert "Nothing was played." in post.said_back(row)


def test_what_is_asked_next_comes_with_the_answer_and_not_again(post):
    """The other passes and then waits, so who plays by mail is asked again at once."""
    table, other = post.table, 1 - post.seat
    passes = [
        offer.line
        for offer in table.game.rules.legal(table.state, post.seat)
        if offer.group == "pass"
    ]
    table.plays(post.seat, passes[0])  # this one passes; the other goes on alone
    post = Post(table)
    assert post.seat == other
    row = post.answer(ready(post)[0])
    assert row.outcome == "accepted"
    owed = table.game.decisions.get(seat__number=other)
    assert Notification.objects.get(about=owed.pk, kind="your-turn").error == "told in another mail"
    notifications_sweep(timezone.now() + timedelta(hours=1))
    mine = [mail for mail in OutgoingMail.objects.all() if post.me.email in mail.recipients[0]]
    assert len(mine) == 2  # the question and the answer
    assert post.back(row)["Reply-To"] != post.mail["Reply-To"]


@pytest.mark.parametrize(
    ("language", "words", "days"),
    [
        ("en", "vacation 5 days", 5),
        ("cs", "Dovolená 2 týdny", 14),
        ("pl", "urlop 3 dni", 3),
    ],
)
def test_a_vacation_begins_today_and_stops_the_clock(post, language, words, days):
    post.me.language, post.me.time_zone = language, "Pacific/Auckland"
    post.me.save()
    game = post.table.game
    game.clock = {**game.clock, "vacation_days": 30}
    game.save()
    before = OpenDecision.objects.get(game=game, seat__number=post.seat).due_at
    row = post.answer(words)
    assert row.outcome == "accepted", row.detail
    (away,) = hours_of(User.objects.get(pk=post.me.pk)).vacations
    today = timezone.now().astimezone(ZoneInfo("Pacific/Auckland")).date()
    assert (away.first, away.days) == (today, days)
    after = OpenDecision.objects.get(game=game, seat__number=post.seat).due_at
    assert after - before >= timedelta(days=days - 1)
    again = post.answer(words)
    assert (again.outcome, again.reason) == ("refused", "bad-hours")
    assert Move.objects.filter(door="mail").count() == 0


def test_who_goes_away_hears_if_the_table_waits_all_the_same(post):
    said = post.said_back(post.answer("vacation 2 days"))
    assert "At this table a vacation does not stop your clock" in said


class TestResigning:
    """Nobody leaves a game by one word that slipped in."""

    def left(self, post: Post) -> bool:
        seat = Game.objects.get(pk=post.table.pk).seats.get(number=post.seat)
        return seat.dropped_at is not None

    def asked(self, post: Post, word: str = "resign") -> str:
        """The address of the question whether that is really meant."""
        row = post.answer(word)
        assert row.outcome == "accepted", row.detail
        assert not self.left(post)
        assert "ANSWER THIS MAIL" not in post.said_back(row)
        return str(post.back(row)["Reply-To"]).strip()

    @pytest.mark.parametrize(
        ("language", "word", "yes"),
        [("en", "resign", "yes"), ("cs", "Vzdávám se.", "Ano"), ("pl", "rezygnuję", "tak")],
    )
    def test_it_is_asked_once_more_and_then_done(self, post, language, word, yes):
        post.me.language = language
        post.me.save()
        question = self.asked(post, word)
        row = post.answer(yes, to=question)
        assert (row.outcome, row.detail) == ("accepted", "played: resign")
        assert self.left(post)
        again = post.answer(yes, to=question)
        assert (again.outcome, again.reason) == ("refused", "seat-dropped")
        assert Move.objects.filter(line="resign").count() == 1

    @pytest.mark.parametrize("word", ["no", "resign", "1", "yes, but tomorrow", "> yes"])
    def test_anything_but_a_yes_keeps_the_seat(self, post, word):
        row = post.answer(word, to=self.asked(post))
        assert row.outcome == "refused"
        assert not self.left(post)
        assert "Nothing was played." in post.said_back(row)

    def test_the_question_grows_old(self, post):
        question = self.asked(post)
        raw = letter(question, "yes", post.me.email)
        row = inbound_accept(
            raw=raw, door="smtp", envelope_sender=post.me.email, envelope_recipient=question
        )
        inbound_process(mail_id=row.pk, now=timezone.now() + timedelta(days=4))
        row.refresh_from_db()
        assert row.reason == "token-expired"
        assert not self.left(post)

    def test_it_may_be_somebody_else_s_turn(self, post):
        line = ready(post)[-1]
        post.table.plays(post.seat, line)
        question = self.asked(post)
        assert post.answer("yes", to=question).outcome == "accepted"
        assert self.left(post)

    def test_nobody_else_can_do_it(self, post):
        question = self.asked(post)
        other = post.table.players[1 - post.seat]
        assert post.answer("yes", to=question, sender=other.email).reason == "not-your-seat"
        assert not self.left(post)


@pytest.fixture
def offered(settings) -> Post:
    """The witches have built beside the nomads, and the dwarves are on turn."""
    settings.REPLY_ADDRESS = "move@reply.example.net"
    table = in_round_one(("nomads", "witches", "dwarves"), wanted=("build F3", "build F4"))
    lines = [offer.line for offer in table.game.rules.legal(table.state, 0)]
    table.plays(0, next(line for line in lines if line.startswith("pass")))
    table.plays(1, "upgrade F4 to TP")
    return Post(table, "leech")


@pytest.mark.parametrize(
    ("language", "word", "verb"),
    [("en", "yes", "leech"), ("cs", "ano", "leech"), ("pl", "Nie, dzięki!", "decline")],
)
def test_an_offer_of_power_is_answered_in_a_word(offered, language, word, verb):
    offered.me.language = language
    offered.me.save()
    assert "power?" in str(offered.mail["Subject"])
    row = offered.answer(word)
    assert row.outcome == "accepted", row.detail
    assert Move.objects.get(door="mail").line.startswith(verb)


def test_whoever_answers_has_got_our_mail_so_his_address_works_again(post):
    bounce_note(
        address=post.me.email, permanence=Permanence.PERMANENT, reason="5.1.1", now=timezone.now()
    )
    post.answer("gibberish")
    assert AddressState.objects.exists(), "a refused answer proves nothing"
    post.answer(ready(post)[0])
    assert not AddressState.objects.exists()
