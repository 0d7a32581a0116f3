"""The few words besides moves, in three languages; whatever is not clear plays nothing."""

import pytest

from notifications.inbound.commands import looks_like_move, read_orders
from notifications.inbound.reading import read_mail


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("yes", "yes", 0),
        ("Yes!", "yes", 0),
        ("*ANO*", "yes", 0),
        ("tak.", "yes", 0),
        ("Ne, díky", "no", 0),
        ("nie", "no", 0),
        ("2", "choice", 2),
        ("#3", "choice", 3),
        ("2.", "choice", 2),
        ("(2)", "choice", 2),
        ("možnost 2", "choice", 2),
        ("opcja 12", "choice", 12),
        ("help", "help", 0),
        ("?", "help", 0),
        ("Nápověda", "help", 0),
        ("pomoc", "help", 0),
        ("resign", "resign", 0),
        ("Vzdávám se.", "resign", 0),
        ("poddaje sie", "resign", 0),
        ("vacation 5 days", "vacation", 5),
        ("vacation 1 day", "vacation", 1),
        ("Dovolená 5 dnů", "vacation", 5),
        ("dovolena 2 tydny", "vacation", 14),
        ("urlop 10 dni", "vacation", 10),
        ("urlop 1 tydzień", "vacation", 7),
        ("Hello Marta,\n\nyes\n\nThanks,\nJan", "yes", 0),
        ("Dobrý den,\n\nano\n\nS pozdravem\nJan Novák", "yes", 0),
        ("Cześć!\ntak\n\nPozdrawiam,\nAnna", "yes", 0),
        ("yes\nyes", "yes", 0),
    ],
)
def test_words(text, kind, number):
    orders = read_orders(text)
    assert orders.order is not None
    assert (orders.order.kind, orders.order.number) == (kind, number)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing-written"),
        ("Hello,", "nothing-written"),
        ("yes\nno", "several-orders"),
        ("yes\n2", "several-orders"),
        ("resign\npass BON3", "several-orders"),
        ("leech 2 from witches\nNo, wait: decline!", "unclear-answer"),
        ("yes?", "unclear-answer"),
        ("No idea what to do.", "unclear-answer"),
        ("ano, ale jen když Tomáš ne", "unclear-answer"),
        ("vacation", "no-order"),
        ("vacation soon, I hope!", "no-order"),
        ("Co mám dělat?", "no-order"),
        ("2 osoby mnie zastępują.", "no-order"),
        ("preview", "nothing-to-preview"),
    ],
)
def test_what_is_not_clear_plays_nothing(text, reason):
    is_move = ("leech", "decline", "pass").__contains__
    orders = read_orders(text, is_move=lambda line: is_move(line.split()[0]))
    assert orders.order is None
    assert orders.reason == reason


@pytest.mark.parametrize(("language", "word"), [("pl", "no"), ("cs", "no"), ("cs", "tak")])
def test_a_word_that_means_something_else_in_the_reader_s_language(language, word):
    assert read_orders(word, language=language).reason == "unclear-answer"
    assert read_orders(word, language="en").order is not None


def test_moves_are_handed_over_in_order_and_the_rest_of_the_words_too():
    text = "burn 2. action ACT4\nSee you tomorrow, Petře!\nleech 2 from witches"
    orders = read_orders(text)
    assert orders.order is not None
    assert orders.order.lines == ("burn 2. action ACT4", "leech 2 from witches")
    assert orders.passed_by == ("See you tomorrow, Petře!",)


@pytest.mark.parametrize(
    "marker",
    ["--- say", "---say:", "— say", "–- say", "--- řekni", "--- vzkaz", "--- powiedz", "-- SAY -"],
)
def test_chat_follows_its_marker(marker):
    orders = read_orders(f"pass BON3\n\n{marker}\nWell played.\n\nyes, really")
    assert orders.chat == "Well played.\n\nyes, really"
    assert orders.order is not None
    assert orders.order.lines == ("pass BON3",)


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("leech 2 from witches", True),
        ("burn 2. action ACT4. build E9.", True),
        ("+FAV7", True),
        ("convert 3PW to 1W # saves a turn", True),
        ("bridge E9:D6", True),
        ("Zítra budu pryč", False),
        ("What now?", False),
        ("I, too, like witches", False),
        ("# only a comment", False),
    ],
)
def test_the_shape_of_a_move(line, shape):
    assert looks_like_move(line) is shape


def test_words_that_hold_our_own_reply_address_are_a_quote_that_was_not_recognised():
    raw = b"From: a@example.org\n\nyes\n\nPost & Spade (move+k7@reply.example.net)\npass BON3\n"
    marks = ["+k7@reply.example.net"]
    assert read_mail(raw).reason == ""
    assert read_mail(raw, ours_in_quotes=marks).reason == "quote-not-clear"
    chat = b"From: a@example.org\n\nyes\n--- say\nmove+k7@reply.example.net is my address\n"
    assert read_mail(chat, ours_in_quotes=marks).reason == ""


def test_a_mail_that_only_carries_another_is_forwarded():
    raw = b"""From: a@example.org
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: message/rfc822

From: move@reply.example.net

pass BON3

--b--
"""
    mail = read_mail(raw)
    assert (mail.words, mail.reason) == ("", "forwarded")


@pytest.mark.parametrize(
    "html", ["yes", "<p>yes", "<b>y</b>es", "yes<a href='", "yes<!-- never closed", "<![foo]>yes"]
)
def test_html_may_be_broken(html):
    raw = f"From: a@example.org\nContent-Type: text/html\n\n{html}".encode()
    assert read_mail(raw).words == "yes"
