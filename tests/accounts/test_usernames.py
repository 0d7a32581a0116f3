"""Which names may be chosen, and which are too much like another."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.adapters import AccountAdapter
from accounts.models import User
from accounts.usernames import username_check, username_key, username_skeleton
from tests.factories import UserFactory


@pytest.mark.parametrize(
    "name",
    ["Al", "Marta", "jiří.novák", "Łukasz", "Žofie_2", "x-ray", "a" * 24, "Ωμέγα", "Ольга"],
)
def test_good_names_are_taken_as_they_are(name):
    assert username_check(name) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a", "length"),
        ("", "length"),
        ("a" * 25, "length"),
        ("two words", "character"),
        ("name@home", "character"),
        ("tab\tbed", "character"),
        ("zero\u200bwidth", "character"),
        ("right\u202eleft", "character"),
        ("heart♥", "character"),
        ("semi;colon", "character"),
        (".dot", "separator"),
        ("dash-", "separator"),
        ("two..dots", "separator"),
        ("1234", "letter"),
        ("pаul", "script"),  # the second letter is Cyrillic
        ("admin", "reserved"),
        ("Moderator", "reserved"),
        ("SYSTEM", "reserved"),
        ("deleted", "reserved"),
        ("adrnin", "reserved"),  # r and n look like m
        ("r00t", "reserved"),
    ],
)
def test_bad_names_are_refused_with_a_reason(name, code):
    with pytest.raises(ValidationError) as refusal:
        username_check(name)
    assert refusal.value.code == code


def test_a_name_is_stored_composed():
    assert username_check("Jir\u030ci") == "Jiři"
    assert username_check("  marta ") == "marta"
    assert username_check("ｆｕｌｌ") == "full"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Marta", "mARTA"), ("ŽOFIE", "žofie"), ("Straße", "STRASSE"), ("Jir\u030ci", "jiři")],
)
def test_case_does_not_make_another_name(one, other):
    assert username_key(one) == username_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("раul", "paul"),
        ("сосо", "coco"),
        ("Ilse", "llse"),
        ("Bi11", "Bill"),
        ("R0bot", "Robot"),
        ("modern", "modem"),
        ("РАСА", "paca"),
    ],
)
def test_lookalikes_have_one_skeleton(one, other):
    assert username_skeleton(one) == username_skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("jiri", "jiří"), ("marta", "marty"), ("pol", "poł")])
def test_names_that_differ_to_the_eye_have_different_skeletons(one, other):
    assert username_skeleton(one) != username_skeleton(other)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("taken", "wanted", "code"),
    [
        ("Žofie", "žOFIE", "taken"),
        ("coco", "сосо", "lookalike"),
        ("Bill", "Bi11", "lookalike"),
    ],
)
def test_sign_up_refuses_names_like_another(taken, wanted, code):
    UserFactory(username=taken)
    with pytest.raises(ValidationError) as refusal:
        AccountAdapter().clean_username(wanted)
    assert refusal.value.code == code


@pytest.mark.django_db
@pytest.mark.parametrize("twin", ["MARTA", "mаrtа"])
def test_the_database_refuses_them_too(twin):
    UserFactory(username="marta")
    with pytest.raises(IntegrityError), transaction.atomic():
        User(username=twin).save()
