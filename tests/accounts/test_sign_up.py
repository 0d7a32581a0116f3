"""An account is opened: by a person, with an address that is theirs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts.adapters import AccountAdapter
from accounts.models import User
from accounts.signup_token import token_make
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_it_sends_a_link_and_lets_nobody_in_before_it_is_opened(
    client, fill_in, mailoutbox, sign_in
):
    answer = fill_in(client)
    assert answer.url == reverse("account_email_verification_sent")
    assert not EmailAddress.objects.get(email="ilse@example.org").verified
    assert [mail.to for mail in mailoutbox] == [["ilse@example.org"]]
    client.cookies.clear()
    assert sign_in(client, "ilse", "board-and-bridge-7").url == reverse(
        "account_email_verification_sent"
    )
    assert client.get(reverse("settings")).status_code == 302


def test_the_link_opens_the_account_and_the_welcome_step_follows(
    client, fill_in, mailoutbox, link_in
):
    fill_in(client)
    link = link_in(mailoutbox[0].body, "confirm-email")
    assert client.get(link).status_code == 200
    assert not EmailAddress.objects.get(email="ilse@example.org").verified  # scanners open links
    assert client.post(link).url == reverse("welcome")
    assert EmailAddress.objects.get(email="ilse@example.org").verified

    answer = client.post(reverse("welcome"), {"time_zone": "Europe/Prague", "language": "cs"})
    assert answer.url == reverse("home")
    ilse = User.objects.get(username="Ilse")
    assert (ilse.time_zone, ilse.language) == ("Europe/Prague", "cs")
    assert ilse.welcomed_at is not None


def test_the_link_in_another_browser_does_not_sign_in(client, fill_in, mailoutbox, link_in):
    fill_in(client)
    client.cookies.clear()
    assert client.post(link_in(mailoutbox[0].body, "confirm-email")).url == reverse("account_login")
    assert "_auth_user_id" not in client.session


def test_a_taken_address_gets_the_same_answer(client, fill_in, marta, mailoutbox):
    taken = fill_in(client, username="Nova", email="MARTA@example.org")
    client.cookies.clear()
    free = fill_in(client)
    assert (taken.status_code, taken.url) == (free.status_code, free.url)
    assert not User.objects.filter(username="Nova").exists()
    assert "belongs to an account already" in mailoutbox[0].body
    assert [mail.to[0] for mail in mailoutbox] == ["marta@example.org", "ilse@example.org"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"password1": "short-1", "password2": "short-1"}, "at least 10 characters"),
        ({"password1": "1234567890", "password2": "1234567890"}, "too common"),
        ({"password1": "ilse@example", "password2": "ilse@example"}, "too similar"),
        ({"password2": "something-else-9"}, "same password"),
        ({"username": "x"}, "2 characters"),
        ({"username": "no way"}, "Only letters, digits"),
        ({"username": "marta"}, "Somebody has this name already"),
        ({"username": "mаrtа"}, "Use letters of one alphabet"),
        ({"email": "nowhere"}, "valid email"),
    ],
)
def test_it_says_what_is_wrong(client, fill_in, marta, values, sentence):
    answer = fill_in(client, **values)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert User.objects.count() == 1


def test_who_fills_in_the_hidden_input_hears_nothing_and_gets_nothing(client, fill_in, mailoutbox):
    answer = fill_in(client, website="https://spam.example")
    assert answer.url == reverse("account_email_verification_sent")
    assert not User.objects.exists()
    assert mailoutbox == []


def test_a_form_sent_in_no_time_has_to_be_sent_again(client, fill_in):
    answer = fill_in(client, wait=0.5)
    assert "That was very quick" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("token", ["", "forged", "nonce:1abcde:signature"])
def test_a_form_without_our_token_is_refused(client, fill_in, token):
    answer = fill_in(client, opened=token)
    assert "Please press the button again" in answer.content.decode()
    assert not User.objects.exists()


def test_a_form_of_yesterday_gets_a_fresh_token(client, fill_in):
    page = fill_in(client, wait=24 * 3600).content.decode()
    assert "This page was open for long" in page
    assert 'name="opened" value="' in page


def test_a_token_opens_one_account_only(client, fill_in):
    with time_machine.travel(datetime.now(UTC) - timedelta(minutes=1)):
        token = token_make()
    fill_in(client, opened=token)
    client.cookies.clear()
    answer = fill_in(client, opened=token, username="Second", email="second@example.org")
    assert "Please press the button again" in answer.content.decode()
    assert [user.username for user in User.objects.all()] == ["Ilse"]


def test_two_who_take_a_name_at_once_do_not_both_get_it(client, fill_in, monkeypatch):
    """The check passes for both; the database decides."""
    UserFactory(username="Ilse", email="first@example.org")
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name, shallow=False: name)
    answer = fill_in(client)
    assert answer.url == reverse("account_signup")
    assert "Somebody took this name a moment ago" in client.get(answer.url).content.decode()
    assert User.objects.get().email == "first@example.org"


def test_the_welcome_step_can_be_done_without_scripts(client, fill_in, mailoutbox, link_in):
    fill_in(client)
    client.post(link_in(mailoutbox[0].body, "confirm-email"))
    page = client.get(reverse("welcome")).content.decode()
    assert '<option value="Europe/Warsaw"' in page
    assert "accounts/js/time-zone.js" in page
