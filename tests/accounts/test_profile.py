"""A player as others see them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from accounts.avatars import avatar_svg
from accounts.countries import country_choices, country_codes, country_name
from accounts.models import Audience

pytestmark = pytest.mark.django_db


def profile_of(user):
    return reverse("profile", args=[user.username])


def test_everybody_sees_it_and_nobody_sees_the_address(client, marta):
    marta.about = "Slow games & <b>long</b> plans."
    marta.country = "CZ"
    marta.save()
    page = client.get(profile_of(marta)).content.decode()
    assert "Slow games &amp; &lt;b&gt;long&lt;/b&gt; plans." in page
    assert "Czechia" in page
    assert "plays here since" in page
    assert "marta@example.org" not in page


def test_what_the_owner_hides_is_hidden(client, marta):
    marta.country, marta.show_country, marta.show_joined = "CZ", False, False
    marta.save()
    page = client.get(profile_of(marta)).content.decode()
    assert "Czechia" not in page
    assert "plays here since" not in page


def test_a_profile_for_members_asks_strangers_to_sign_in(client, marta, tomasz, sign_in):
    marta.audience = Audience.MEMBERS
    marta.save()
    assert client.get(profile_of(marta)).url.startswith(reverse("account_login"))
    sign_in(client, "tomasz")
    assert client.get(profile_of(marta)).status_code == 200


def test_another_spelling_of_the_name_leads_to_the_right_one(client, marta):
    assert client.get("/players/mARTA/").url == "/players/Marta/"


@pytest.mark.parametrize("name", ["nobody", "Former player 4F2A", "%00", "ž"])
def test_nobody_is_not_found(client, name):
    assert client.get(f"/players/{name}/").status_code == 404


def test_it_takes_few_queries(client, marta, django_assert_max_num_queries):
    """One for each part of the page; the first visit counts reliability, which is then kept."""
    with django_assert_max_num_queries(13):
        client.get(profile_of(marta))
    with django_assert_max_num_queries(9):
        client.get(profile_of(marta))


def test_the_picture_is_made_from_the_name_alone(client, marta):
    answer = client.get(reverse("avatar", args=["marta"]))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.content.decode() == avatar_svg("Marta")
    assert avatar_svg("Marta") != avatar_svg("Tomasz")


@pytest.mark.parametrize("name", ["Marta", "Łukasz", "<script>", "&", "Former player 4F2A"])
def test_the_picture_is_well_formed_and_needs_no_inline_style(name):
    picture = avatar_svg(name)
    root = ElementTree.fromstring(picture)
    tags = {element.tag.split("}")[1] for element in root.iter()}
    assert tags <= {"svg", "rect", "g", "path", "circle", "ellipse", "text"}
    assert not re.search(r"style|on\w+=|href", picture)


def test_many_names_give_many_pictures():
    pictures = {avatar_svg(f"a{number}") for number in range(500)}
    assert len(pictures) > 495


def test_countries_have_names_in_all_languages(settings):
    from django.utils.translation import override

    assert len(country_codes()) > 240
    names = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            names[language] = country_name("PL")
            assert all(name for _, name in country_choices())
    assert names == {"en": "Poland", "cs": "Polsko", "pl": "Polska"}
    with override("cs"):
        order = [code for code, _ in country_choices()]
        assert order[0] == "AF"
        assert order.index("BE") < order.index("CZ") < order.index("CN") < order.index("DK")
    assert country_name("") == country_name("XX") == ""
