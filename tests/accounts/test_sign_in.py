"""Signing in, by name or address, without telling strangers who exists."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.hashers import make_password
from django.test import override_settings
from django.urls import reverse

from terra_site.settings import base
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("login", ["Marta", "MARTA", "marta@example.org", "Marta@Example.ORG"])
def test_name_and_address_in_any_case_open_the_door(client, marta, sign_in, login):
    assert sign_in(client, login).url == reverse("home")
    assert client.session["_auth_user_id"] == str(marta.pk)


def test_case_is_ignored_beyond_ascii(client, sign_in):
    zofie = UserFactory(username="Žofie", email="zofie@example.org")
    assert sign_in(client, "žOFIE").status_code == 302
    assert client.session["_auth_user_id"] == str(zofie.pk)


def test_wrong_password_and_unknown_name_get_the_same_answer(client, marta, sign_in):
    pages = [
        _without_what_was_typed(sign_in(client, login, "not the password"))
        for login in ("marta", "nobody-here", "marta@example.org", "nobody@example.org")
    ]
    assert "User name, address or password is not right." in pages[0]
    assert len(set(pages)) == 1


def _without_what_was_typed(response) -> str:
    assert response.status_code == 200
    page = response.content.decode()
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page)
    return re.sub(
        r'(name="login"[^>]*?)value="[^"]*"|value="[^"]*"([^>]*?name="login")', r"\1\2", page
    )


def test_an_account_that_is_locked_is_told_so_only_with_the_right_password(client, marta, sign_in):
    marta.is_active = False
    marta.save()
    assert sign_in(client, "marta", "wrong").status_code == 200
    assert sign_in(client, "marta").url == reverse("account_inactive")
    assert "_auth_user_id" not in client.session


def test_a_second_factor_is_asked_for(client, sign_in):
    UserFactory(username="marta", second_factor=True)
    assert sign_in(client, "marta").url == reverse("mfa_authenticate")
    assert "_auth_user_id" not in client.session


def test_passwords_are_kept_with_argon2():
    """The tests themselves use a quick hasher, so the shared settings are asked."""
    assert base.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"
    with override_settings(PASSWORD_HASHERS=base.PASSWORD_HASHERS):
        assert make_password(PASSWORD).startswith("argon2$argon2id$")


def test_signing_out_needs_a_post(at_home):
    assert at_home.get(reverse("account_logout")).status_code == 200
    assert "_auth_user_id" in at_home.session
    assert at_home.post(reverse("account_logout")).url == reverse("home")
    assert "_auth_user_id" not in at_home.session
