"""Pages for when something is wrong look like ours and say what to do."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from playwright.sync_api import Page

from operations.views import errors
from tests.browser.checks import assert_fine_everywhere

handler403, handler404, handler500 = errors.forbidden, errors.not_found, errors.server_error


def show_csrf(request: HttpRequest) -> HttpResponse:
    return errors.csrf_failure(request, "for the test")


def show_forbidden(request: HttpRequest) -> HttpResponse:
    return errors.forbidden(request)


urlpatterns = [
    path("trouble/csrf/", show_csrf),
    path("trouble/403/", show_forbidden),
    path("trouble/500/", errors.server_error),
    path("", include("terra_site.urls")),
]


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/nowhere/", 404, "There is nothing at this place"),
        ("/trouble/403/", 403, "This page is not yours to see"),
        ("/trouble/csrf/", 403, "We could not check where this form came from"),
        ("/trouble/500/", 500, "Something broke on our side"),
    ],
)
@pytest.mark.urls("tests.browser.test_error_pages")
def test_an_error_page(page: Page, address: str, status: int, words: str):
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == status
    assert page.inner_text("h1") == words
    assert_fine_everywhere(page)


def test_the_maintenance_page(page: Page, settings):
    settings.MAINTENANCE = True
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 503
    assert page.inner_text("h1") == "We are digging"
    assert_fine_everywhere(page)
