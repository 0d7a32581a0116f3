"""Several addresses, one of them primary."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

pytestmark = pytest.mark.django_db


def add(client, email):
    return client.post(reverse("account_email"), {"action_add": "", "email": email})


def test_a_second_address_becomes_primary_after_its_proof(
    confident, marta, mailoutbox, link_in, client, sign_in
):
    add(confident, "second@example.org")
    primary = {"action_primary": "", "email": "second@example.org"}
    confident.post(reverse("account_email"), primary)
    marta.refresh_from_db()
    assert marta.email == "marta@example.org"  # not before the proof

    confident.post(link_in(mailoutbox[0].body, "confirm-email"))
    confident.post(reverse("account_email"), primary)
    marta.refresh_from_db()
    assert marta.email == "second@example.org"
    assert EmailAddress.objects.get(user=marta, primary=True).email == "second@example.org"
    told = [mail for mail in mailoutbox if "changed from" in mail.body]
    assert [mail.to for mail in told] == [["marta@example.org"]]  # the old one hears of it

    client.post(reverse("account_logout"))
    assert sign_in(client, "second@example.org").status_code == 302


def test_the_primary_address_cannot_be_removed(confident, marta):
    remove = {"action_remove": "", "email": "marta@example.org"}
    confident.post(reverse("account_email"), remove)
    assert EmailAddress.objects.filter(user=marta, email="marta@example.org").exists()


def test_another_can_be_removed(confident, marta):
    add(confident, "second@example.org")
    confident.post(reverse("account_email"), {"action_remove": "", "email": "second@example.org"})
    assert EmailAddress.objects.filter(user=marta).count() == 1


def test_the_address_of_somebody_else_gets_the_same_answer_and_stays_theirs(
    confident, marta, tomasz, mailoutbox, link_in
):
    free = add(confident, "free@example.org")
    taken = add(confident, "tomasz@example.org")
    assert (free.status_code, free.url) == (taken.status_code, taken.url)
    assert mailoutbox[-1].to == ["tomasz@example.org"]
    confident.post(link_in(mailoutbox[-1].body, "confirm-email"))
    assert EmailAddress.objects.get(email="tomasz@example.org", verified=True).user == tomasz


def test_there_is_an_end_to_addresses(confident, marta):
    for number in range(8):
        add(confident, f"a{number}@example.org")
    assert EmailAddress.objects.filter(user=marta).count() == 5


def test_addresses_can_be_added_with_a_second_factor_set_up(confident, marta):
    from tests.factories import second_factor_add

    second_factor_add(user=marta)
    add(confident, "second@example.org")
    assert EmailAddress.objects.filter(user=marta).count() == 2
