"""The small parts of every page."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.urls import resolve, reverse

from operations.browsers import browser_name


def render(source: str, **values: object) -> str:
    return Template("{% load ui %}" + source).render(Context(values))


def test_an_icon_is_ornament_unless_it_has_a_label():
    assert 'aria-hidden="true"' in render('{% icon "u-mail" %}')
    speaking = render('{% icon "u-mail" "l" label=words %}', words='"Mail" <b>')
    assert "aria-hidden" not in speaking
    assert 'class="ic l" role="img" aria-label="&quot;Mail&quot; &lt;b&gt;"' in speaking


def tabs_at(name: str, **values: object) -> str:
    request = RequestFactory().get(reverse(name))
    request.resolver_match = resolve(reverse(name))
    return render("{% settings_tabs %}", request=request, **values)


@pytest.mark.parametrize(
    ("address", "tab"),
    [
        ("settings", "Profile"),
        ("account_email", "E-mail addresses"),
        ("mfa_activate_totp", "Second factor"),
        ("usersessions_list", "Sessions"),
        ("settings_data", "Your data"),
    ],
)
def test_the_tab_of_a_settings_page_is_marked(address: str, tab: str):
    page = tabs_at(address)
    assert page.count('aria-current="page"') == 1
    assert tab in page.split('aria-current="page"')[1].split("</a>")[0]


def test_a_view_may_name_its_tab():
    page = tabs_at("settings", tab="data")
    assert "Your data" in page.split('aria-current="page"')[1].split("</a>")[0]


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/140.0.0.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_a_browser_is_called_by_its_name(user_agent: str, name: str):
    assert browser_name(user_agent) == name
