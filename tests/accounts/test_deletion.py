"""An account goes, and leaves a pseudonym behind."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role, RoleGrant, User
from accounts.selectors import user_named
from accounts.services.deletion import (
    GRACE,
    deletion_cancel,
    deletion_request,
    deletions_carry_out,
)
from accounts.services.roles import role_grant
from accounts.signals import user_anonymised
from operations.due import run_due_work
from tests.factories import PASSWORD, second_factor_add

pytestmark = pytest.mark.django_db


@pytest.fixture
def gone(marta):
    """Marta's row after deletion."""
    asked = timezone.now()
    deletion_request(user=marta, now=asked)
    assert deletions_carry_out(asked + GRACE) == 1
    marta.refresh_from_db()
    return marta


def test_it_asks_for_the_password_again(at_home, marta, later):
    answer = at_home.post(reverse("settings_delete"), {"username": "marta"})
    assert answer.url.startswith(reverse("account_reauthenticate"))
    marta.refresh_from_db()
    assert marta.delete_at is None


def test_it_asks_for_the_name(confident, marta):
    page = confident.post(reverse("settings_delete"), {"username": "tomasz"})
    assert "This is not your user name." in page.content.decode()
    marta.refresh_from_db()
    assert marta.delete_at is None


@time_machine.travel("2026-07-01T22:30Z")
def test_it_signs_out_everywhere_and_tells_the_day_in_the_users_zone(
    client, marta, sign_in, mailoutbox
):
    marta.time_zone = "Asia/Tokyo"
    marta.save()
    sign_in(client, "marta")
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    mailoutbox.clear()
    answer = client.post(reverse("settings_delete"), {"username": "MARTA"})
    assert answer.url == reverse("home")
    assert client.get(reverse("settings")).status_code == 302
    assert not UserSession.objects.filter(user=marta).exists()
    marta.refresh_from_db()
    assert marta.delete_at - timezone.now() == pytest.approx(
        timedelta(days=7), abs=timedelta(minutes=1)
    )
    assert "9 July 2026, 07:30 (Asia/Tokyo)" in re.sub(r"\s+", " ", mailoutbox[0].body)
    assert mailoutbox[0].to == ["marta@example.org"]


def test_signing_in_within_the_grace_period_keeps_everything(client, marta, sign_in, mailoutbox):
    asked = timezone.now()
    deletion_request(user=marta, now=asked)
    sign_in(client, "marta")
    page = client.get(reverse("home")).content.decode()
    assert "Your account will not be deleted" in page
    assert deletions_carry_out(asked + GRACE) == 0
    marta.refresh_from_db()
    assert (marta.username, marta.delete_at) == ("Marta", None)
    assert "will not be deleted" in mailoutbox[-1].body


def test_a_password_alone_does_not_keep_it_where_a_second_factor_is_set(client, marta, sign_in):
    second_factor_add(user=marta)
    deletion_request(user=marta, now=timezone.now())
    sign_in(client, "marta")
    marta.refresh_from_db()
    assert marta.delete_at is not None


def test_nothing_happens_before_the_day(marta):
    asked = timezone.now()
    deletion_request(user=marta, now=asked)
    assert deletions_carry_out(asked + GRACE - timedelta(seconds=1)) == 0
    marta.refresh_from_db()
    assert marta.username == "Marta"


def test_the_sweep_of_the_site_carries_it_out_once(marta):
    asked = timezone.now()
    deletion_request(user=marta, now=asked)
    assert run_due_work(now=asked + GRACE)["accounts.deletions"] == 1
    marta.refresh_from_db()
    first = marta.username
    assert run_due_work(now=asked + GRACE)["accounts.deletions"] == 0
    marta.refresh_from_db()
    assert marta.username == first


def test_the_row_stays_under_a_pseudonym_without_personal_data(marta, client, sign_in):
    sign_in(client, "marta")
    second_factor_add(user=marta)
    role_grant(user=marta, role=Role.MODERATOR, by=None, source="tests")
    marta.about, marta.country, marta.language = "My life", "CZ", "cs"
    marta.time_zone = "Europe/Prague"
    marta.save()
    asked = timezone.now()
    deletion_request(user=marta, now=asked)
    deletions_carry_out(asked + GRACE)

    row = User.objects.get(pk=marta.pk)
    assert re.fullmatch(r"Former player [0-9A-F]{4}", row.username)
    assert row.anonymised_at is not None
    left = {str(getattr(row, field.attname)) for field in User._meta.concrete_fields}
    assert not left & {
        "Marta",
        "marta",
        "marta@example.org",
        "My life",
        "CZ",
        "cs",
        "Europe/Prague",
    }
    assert row.last_login is None
    for kind in (EmailAddress, Authenticator, UserSession, RoleGrant):
        assert not kind.objects.filter(user=row).exists(), kind
    assert not any(
        session.get_decoded().get("_auth_user_id") == str(row.pk)
        for session in Session.objects.all()
    )


def test_nobody_signs_in_as_a_former_player(client, gone, sign_in):
    assert not gone.is_active
    assert not gone.has_usable_password()
    for login in ("marta", "marta@example.org", gone.username):
        assert sign_in(client, login).status_code == 200
    assert "_auth_user_id" not in client.session


def test_no_reset_brings_it_back(client, gone, mailoutbox):
    mailoutbox.clear()
    client.post(reverse("account_reset_password"), {"email": "marta@example.org"})
    assert "There is no account with this address" in mailoutbox[0].body


def test_the_profile_is_gone_and_the_picture_shows_the_pseudonym(client, gone):
    assert client.get("/players/marta/").status_code == 404
    assert client.get(reverse("profile", args=[gone.username])).status_code == 404
    assert client.get(reverse("avatar", args=[gone.username])).status_code == 200


def test_the_name_is_free_again(client, gone, fill_in):
    assert fill_in(client, username="Marta", email="marta@example.org").status_code == 302
    assert user_named(username="marta").pk != gone.pk


def test_other_apps_are_told(marta):
    heard = []

    def listen(*, user, former_addresses, **_):
        heard.append((user.pk, user.username.startswith("Former player"), former_addresses))

    user_anonymised.connect(listen)
    try:
        asked = timezone.now()
        deletion_request(user=marta, now=asked)
        deletions_carry_out(asked + GRACE)
    finally:
        user_anonymised.disconnect(listen)
    assert heard == [(marta.pk, True, ["marta@example.org"])]


def test_cancelling_what_was_not_asked_for_does_nothing(marta, mailoutbox):
    assert not deletion_cancel(user=marta)
    assert mailoutbox == []


def test_it_is_too_late_to_cancel_after_the_day(gone, mailoutbox):
    mailoutbox.clear()
    assert not deletion_cancel(user=gone)
    assert mailoutbox == []
