"""Authenticator apps, passkeys, recovery codes."""

from __future__ import annotations

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.urls import reverse

from tests.factories import second_factor_add

pytestmark = pytest.mark.django_db


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


@pytest.mark.django_db(transaction=True)  # the library sends its mail after the commit
def test_an_app_is_set_up_and_recovery_codes_come_with_it(confident, marta, mailoutbox):
    page = confident.get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r'id="authenticator_secret"[^>]*value="([A-Z2-7]+)"', page)
    assert secret
    assert "data:image/svg+xml" in page  # the picture to scan
    answer = confident.post(reverse("mfa_activate_totp"), {"code": code_of(secret[1])})
    assert answer.url == reverse("mfa_view_recovery_codes")
    kinds = set(Authenticator.objects.filter(user=marta).values_list("type", flat=True))
    assert kinds == {"totp", "recovery_codes"}
    codes = confident.get(answer.url).content.decode()
    assert len(re.findall(r"\b\d{8}\b", codes)) >= 10
    assert any("a code of your authenticator app" in mail.body for mail in mailoutbox)


def test_secrets_are_not_stored_in_clear(marta):
    secret = second_factor_add(user=marta)
    stored = Authenticator.objects.get(user=marta, type="totp")
    assert secret not in str(stored.data)
    assert stored.wrap().validate_code(code_of(secret))


def test_a_code_of_the_app_opens_the_door_once(client, marta, sign_in):
    secret = second_factor_add(user=marta)
    sign_in(client, "marta")
    url = reverse("mfa_authenticate")
    assert client.post(url, {"code": "000000"}).status_code == 200
    code = code_of(secret)
    assert client.post(url, {"code": code}).url == reverse("home")
    assert "_auth_user_id" in client.session

    client.post(reverse("account_logout"))
    sign_in(client, "marta")
    assert client.post(url, {"code": code}).status_code == 200  # used


def test_a_recovery_code_opens_the_door_once(client, marta, sign_in):
    second_factor_add(user=marta)
    code = Authenticator.objects.get(user=marta, type="recovery_codes").wrap().get_unused_codes()[0]
    for expected in (302, 200):
        sign_in(client, "marta")
        assert client.post(reverse("mfa_authenticate"), {"code": code}).status_code == expected
        client.post(reverse("account_logout"))


def test_setting_up_asks_for_the_password_again(at_home, monkeypatch):
    later = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: later)
    for name in ("mfa_activate_totp", "mfa_add_webauthn"):
        assert at_home.get(reverse(name)).url.startswith(reverse("account_reauthenticate"))


@pytest.mark.parametrize(
    "name",
    ["mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn", "account_email"],
)
def test_pages_run_under_the_content_security_policy(confident, name):
    assert_no_inline_code(confident.get(reverse(name)))


def test_so_do_the_pages_of_signing_in(client, marta, sign_in):
    second_factor_add(user=marta)
    assert_no_inline_code(client.get(reverse("account_login")))
    sign_in(client, "marta")
    assert_no_inline_code(client.get(reverse("mfa_authenticate")))


def assert_no_inline_code(response) -> None:
    """Scripts come from files; a script element with text is a block of JSON data."""
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "script-src 'self'" in policy
    page = response.content.decode()
    assert response.status_code == 200
    for attributes, text in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert "src=" in attributes or 'type="application/json"' in attributes, text
    assert not re.search(r'\son[a-z]+\s*=\s*"|\sstyle\s*=\s*"|javascript:', page)
