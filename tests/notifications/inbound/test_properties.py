"""Whatever the mail program: a command that stands in the quote never comes through."""

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notifications.inbound.lines import normal
from notifications.inbound.quotes import own_words

SECRET = "upgrade Q9 to SH"
"""Stands only in the quoted mail."""

ATTRIBUTIONS = [
    "On Wed, Nov 11, 2026 at 10:15 AM Post & Spade <move+k7@reply.example.net> wrote:",
    "On 2026-11-11 10:15, Post & Spade wrote:",
    "Dne 11. 11. 2026 v 10:15 Post & Spade napsal(a):",
    "st 11. 11. 2026 v 10:15 odesílatel Post & Spade <move+k7@reply.example.net> napsal:",
    "Dne st 11. 11. 2026 10:15 uživatel Post & Spade <move+k7@reply.example.net> napsal:",
    "W dniu 11.11.2026 o 10:15, Post & Spade pisze:",
    "śr., 11 lis 2026 o 10:15 Post & Spade <move+k7@reply.example.net> napisał(a):",
    "Wiadomość napisana przez Post & Spade <move@example.net> w dniu 11.11.2026, o godz. 10:15:",
    "Dnia 11 listopada 2026 10:15 Post & Spade <move+k7@reply.example.net> napisał(a):",
    "Am 11.11.2026 um 10:15 schrieb Post & Spade:",
    "11. 11. 2026 v 10:15, Post & Spade <move+k7@reply.example.net>:",
]
BLOCKS = [
    "From: Post & Spade <move+k7@reply.example.net>\nSent: Wednesday, November 11, 2026 10:15\n"
    "To: Player\nSubject: Your turn",
    "Od: Post & Spade <move+k7@reply.example.net>\nOdesláno: středa 11. listopadu 2026 10:15\n"
    "Komu: Hráč\nPředmět: Jste na tahu",
    "Od: Post & Spade <move+k7@reply.example.net>\nWysłano: środa, 11 listopada 2026 10:15\n"
    "Do: Gracz\nTemat: Twoja kolej",
    "Temat: Twoja kolej\nData: 2026-11-11 10:15\nNadawca: Post & Spade <move@reply.example.net>\n"
    "Adresat: gracz@example.org",
    "-----Original Message-----",
    "---------- Původní e-mail ----------",
]

own_line = st.text(alphabet=string.ascii_lowercase + "  ěščřžąęłó23", min_size=1, max_size=60).map(
    lambda text: " ".join(text.split()) or "ano"
)
own_text = st.lists(own_line, min_size=1, max_size=5).map("\n".join)
quoted_line = st.one_of(own_line, st.just(SECRET), st.just(""))
quoted_text = st.lists(quoted_line, min_size=1, max_size=8).map(lambda lines: [*lines, SECRET])


def wrapped(draw: st.DrawFn, text: str) -> str:
    """The attribution broken at some of its blanks, as mail programs do."""
    words = text.split(" ")
    breaks = draw(st.sets(st.integers(1, len(words) - 1), max_size=3))
    return "".join(
        ("\n" if index in breaks else " " if index else "") + word
        for index, word in enumerate(words)
    )


@st.composite
def replies(draw: st.DrawFn) -> str:
    above, below = draw(own_text), draw(own_text)
    quote = draw(quoted_text)
    gap = draw(st.sampled_from(["\n", "\n\n"]))
    if draw(st.booleans()):
        head = wrapped(draw, draw(st.sampled_from(ATTRIBUTIONS)))
        if draw(st.booleans()):
            body = "\n".join(f"> {line}".rstrip() for line in quote)
            return f"{above}\n\n{head}{gap}{body}\n\n{below}"
    else:
        head = draw(st.sampled_from(BLOCKS))
    return f"{above}\n\n{head}{gap}" + "\n".join(quote)


# On a busy machine making examples may take long; that says nothing about what they test.
patiently = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@patiently
@given(replies())
def test_a_quoted_command_never_survives(text):
    assert SECRET not in own_words(normal(text)).text


@patiently
@given(replies())
def test_reading_twice_is_reading_once(text):
    once = own_words(normal(text)).text
    assert own_words(once).text == once


@patiently
@given(own_text, quoted_text)
def test_what_stands_above_the_quote_is_kept(above, quote):
    body = "\n".join(f"> {line}" for line in quote)
    assert own_words(normal(f"{above}\n\n{ATTRIBUTIONS[0]}\n\n{body}")).text == above


@patiently
@given(st.text(max_size=300))
def test_any_text_can_be_read(text):
    words = own_words(normal(text)).text
    assert len(words) <= len(normal(text))


@patiently
@given(st.binary(max_size=600))
def test_any_bytes_can_be_read(data):
    from notifications.inbound.reading import read_mail

    assert read_mail(data).words is not None


@pytest.mark.parametrize("head", ATTRIBUTIONS + BLOCKS)
@pytest.mark.parametrize("line", ["", " ", "    indented"])
def test_a_quote_without_marks_ends_the_own_words(head, line):
    assert own_words(normal(f"ano\n\n{head}\n{line}\n{SECRET}\n")).text == "ano"
