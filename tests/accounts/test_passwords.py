"""A password is lost and replaced, or changed."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "bridges-over-rivers-3"


def test_a_lost_password_is_replaced_by_mail(client, marta, mailoutbox, link_in, sign_in):
    client.post(reverse("account_reset_password"), {"email": "Marta@example.org"})
    link = link_in(mailoutbox[0].body, "password/reset/key")
    form = client.get(link).url  # the key moves from the address into the session
    answer = client.post(form, {"password1": NEW, "password2": NEW})
    assert answer.url == reverse("account_reset_password_from_key_done")
    assert sign_in(client, "marta", PASSWORD).status_code == 200
    assert sign_in(client, "marta", NEW).status_code == 302
    assert "replaced" in mailoutbox[-1].body


def test_the_link_works_once(client, marta, mailoutbox, link_in):
    client.post(reverse("account_reset_password"), {"email": "marta@example.org"})
    link = link_in(mailoutbox[0].body, "password/reset/key")
    client.post(client.get(link).url, {"password1": NEW, "password2": NEW})
    client.cookies.clear()
    answer = client.get(link)
    assert answer.status_code == 200
    assert 'name="password1"' not in answer.content.decode()


def test_an_unknown_address_gets_the_same_answer(client, marta, mailoutbox):
    known = client.post(reverse("account_reset_password"), {"email": "marta@example.org"})
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert "There is no account with this address" in mailoutbox[1].body


def test_a_change_needs_the_old_password_and_is_told_by_mail(at_home, mailoutbox):
    url = reverse("account_change_password")
    wrong = {"oldpassword": "guess", "password1": NEW, "password2": NEW}
    assert at_home.post(url, wrong).status_code == 200
    assert at_home.post(url, {**wrong, "oldpassword": PASSWORD}).status_code == 302
    assert "your password was changed" in mailoutbox[-1].body


@pytest.mark.parametrize("weak", ["short-one", "password123", "9988776655", "marta@example"])
def test_a_weak_password_is_refused(at_home, marta, weak):
    data = {"oldpassword": PASSWORD, "password1": weak, "password2": weak}
    assert at_home.post(reverse("account_change_password"), data).status_code == 200
    marta.refresh_from_db()
    assert marta.check_password(PASSWORD)
