"""Shapes of mails from all over the world, each with an answer and a quote full of commands.

Whatever the mail program: the answer comes through alone, and no line of the quote.
"""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from notifications.inbound.lines import normal
from notifications.inbound.machine import MachineKind, machine_mail
from notifications.inbound.quotes import own_words
from notifications.inbound.reading import read_mail
from notifications.inbound.wire import parse_message

ANSWER = "pass BON1"
COMMANDS = ("ANSWER THIS MAIL", "1) upgrade A1 to SH", "2) pass BON9")
MARKED = "\n".join(f"> {line}" for line in COMMANDS)
UNMARKED = "\n".join(COMMANDS)

SHAPES = json.loads((Path(__file__).parent / "shapes.json").read_text(encoding="utf-8"))
ABOVE_QUOTES: dict[str, str] = SHAPES["above_quotes"]
"""What mail programs write above the quoted mail."""
PAGES: dict[str, str] = SHAPES["pages"]
"""HTML as mail programs make it."""
QUOTED_PAGE = "<p>ANSWER THIS MAIL<br>1 upgrade A1 to SH<br>2 pass BON9</p>"
WROTE = "On Wed, Nov 18, 2026 at 10:15 AM Post &amp; Spade &lt;t@e.net&gt; wrote:"


@pytest.mark.parametrize("above", ABOVE_QUOTES.values(), ids=ABOVE_QUOTES.keys())
@pytest.mark.parametrize("quote", [MARKED, UNMARKED], ids=["marked", "unmarked"])
def test_the_answer_on_top(above, quote):
    assert own_words(normal(f"{ANSWER}\n\n{above}{quote}\n")).text == ANSWER


@pytest.mark.parametrize(
    "above",
    [above for above in ABOVE_QUOTES.values() if above.strip().endswith(":")],
)
def test_the_answer_at_the_bottom(above):
    if "\n" in above.strip():
        above = above.split("\n")[-1] or above.strip()
    assert own_words(normal(f"{above.strip()}\n{MARKED}\n\n{ANSWER}\n")).text == ANSWER


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_html_alone(page):
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "x@example.net", "Re: x"
    content = page.replace("@QUOTE@", QUOTED_PAGE).replace("@WROTE@", WROTE)
    mail.set_content(f"<html><body>{content}</body></html>", "html")
    assert read_mail(mail.as_bytes()).words == ANSWER


@pytest.mark.parametrize("line", SHAPES["below"])
def test_what_is_added_below(line):
    """By apps, scanners and companies."""
    text = f"{ANSWER}\n\n{line}\n\nOn 2026-11-18 10:15, Post & Spade wrote:\n{MARKED}"
    assert own_words(normal(text)).text == ANSWER


@pytest.mark.parametrize(("subject", "kind"), SHAPES["subjects"])
def test_a_machine_told_by_its_subject_alone(subject, kind):
    """Without a kind it is a person's."""
    raw = f"From: Jan <jan@example.org>\nTo: move@reply.example.net\nSubject: {subject}\n\nHi"
    found = machine_mail(parse_message(raw.encode()), envelope_sender="jan@example.org")
    assert (found.kind if found else "") == kind


@pytest.mark.parametrize("sender", ["", "mailer@mx.example.org"], ids=["null", "named"])
@pytest.mark.parametrize(
    ("head", "body", "permanence"), SHAPES["notices"].values(), ids=SHAPES["notices"].keys()
)
def test_a_notice_in_words_alone(head, body, permanence, sender):
    """Whom it is about, and whether for good; as servers without MIME write them."""
    raw = f"{head}\nTo: move+x@reply.example.net\n\n{body}"
    found = machine_mail(parse_message(raw.encode()), envelope_sender=sender)
    assert found is not None
    assert found.kind is MachineKind.BOUNCE
    assert found.bounce is not None
    assert found.bounce.addresses == ("jan@example.org",)
    assert found.bounce.permanence == permanence
