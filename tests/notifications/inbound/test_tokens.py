"""Reply addresses: signed, short, alive for a time, whatever mail servers do to their letters."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.inbound.reasons import Reason
from notifications.inbound.tokens import (
    LONGEST_LOCAL_PART,
    ReplyToken,
    TokenRefused,
    reply_address,
    token_in,
    token_read,
    token_write,
)

NOW = datetime(2026, 11, 11, 10, 15, tzinfo=UTC)
BASE = "move@reply.example.net"
TOKEN = ReplyToken("game", 4711, NOW + timedelta(days=7, minutes=45), 3, 88123, 412)


def refused(text: str, now: datetime = NOW) -> Reason:
    with pytest.raises(TokenRefused) as refusal:
        token_read(text, now=now)
    return refusal.value.reason


@given(
    st.sampled_from(["game", "forum", "bounce"]),
    st.tuples(*[st.integers(0, 2**31 - 1)] * 2, st.integers(0, 7), st.integers(0, 100_000)),
    st.integers(1, 5000),
)
def test_what_is_written_is_read(kind, numbers, hours):
    subject, decision, seat, revision = numbers
    expires = datetime(2026, 11, 11, 10, tzinfo=UTC) + timedelta(hours=hours)
    token = ReplyToken(kind, subject, expires, seat, decision, revision)
    address = reply_address(token, base=BASE)
    assert len(address.partition("@")[0]) <= LONGEST_LOCAL_PART
    assert token_read(token_in(address.upper(), base=BASE), now=expires - timedelta(1)) == token


def test_an_address_in_real_use_is_short():
    assert len(reply_address(TOKEN, base=BASE).partition("@")[0]) <= 44


@given(st.data())
def test_no_changed_letter_goes_unnoticed(data):
    text = token_write(TOKEN)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz234567018-"))
    changed = text[:place] + letter + text[place + 1 :]
    if changed != text:
        assert refused(changed) is Reason.TOKEN_FORGED


@pytest.mark.parametrize("text", ["", "a", "aaaaaaaa", "čč", "a" * 60, "========"])
def test_nonsense_is_refused(text):
    assert refused(text) is Reason.TOKEN_FORGED


def test_it_lives_until_its_time_and_not_longer():
    text = token_write(TOKEN)
    assert token_read(text, now=TOKEN.expires_at - timedelta(seconds=1)).subject == 4711
    assert refused(text, now=TOKEN.expires_at + timedelta(hours=1)) is Reason.TOKEN_EXPIRED


def test_a_new_secret_key_makes_old_addresses_worthless_unless_it_is_kept_as_fallback(settings):
    text, old = token_write(TOKEN), settings.SECRET_KEY
    settings.SECRET_KEY = "another-" + "y" * 50
    assert refused(text) is Reason.TOKEN_FORGED
    settings.SECRET_KEY_FALLBACKS = [old]
    assert token_read(text, now=NOW).subject == 4711


@pytest.mark.parametrize(
    "address",
    [
        "move@reply.example.net",
        "move+@reply.example.net",
        "other+abc@reply.example.net",
        "move+abc@elsewhere.example.net",
        "move+abc",
        "",
    ],
)
def test_an_address_without_token_or_not_ours(address):
    with pytest.raises(TokenRefused) as refusal:
        token_in(address, base=BASE)
    assert refusal.value.reason is Reason.TOKEN_MISSING
