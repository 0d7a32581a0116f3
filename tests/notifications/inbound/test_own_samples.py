"""Mails as programs and people write them: which words are the sender's own, and what they ask."""

import json
from pathlib import Path

import pytest

from notifications.inbound.commands import Order, OrderKind, read_orders
from notifications.inbound.quotes import own_words
from notifications.inbound.reading import read_mail

FOLDER = Path(__file__).parent / "samples"
SAMPLES = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


def sample_named(sample: dict) -> str:
    return sample["file"].removesuffix(".eml")


@pytest.fixture(params=SAMPLES, ids=sample_named)
def sample(request):
    return request.param


@pytest.fixture
def mail(sample):
    return read_mail((FOLDER / sample["file"]).read_bytes())


def test_there_are_enough_and_none_is_forgotten():
    assert len(SAMPLES) >= 60
    assert {sample["file"] for sample in SAMPLES} == {path.name for path in FOLDER.glob("*.eml")}


def test_only_own_words_are_left(sample, mail):
    assert mail.words == sample["words"]
    assert mail.machine is None
    assert mail.sender.address == "player@example.org"


def test_the_order_is_understood_or_refused(sample, mail):
    orders = read_orders(mail.words, language=sample["language"])
    wanted = sample.get("order")
    order = (
        Order(OrderKind(wanted["kind"]), wanted["number"], tuple(wanted["lines"]))
        if wanted
        else None
    )
    assert orders.order == order
    assert orders.chat == sample.get("chat", "")
    assert (mail.reason or orders.reason) == sample.get("reason", "")


def test_reading_own_words_again_changes_nothing(mail):
    assert own_words(mail.words).text == mail.words
