"""What operators set up: categories and announcements."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from forum.changelog import changelog_html
from forum.forms import AnnouncementForm, CategoryForm
from forum.models import Announcement, Category
from forum.numbers import number_in
from forum.services.announcements import (
    announcement_dismiss,
    announcement_end,
    announcement_publish,
)
from forum.views.doors import MemberRequest, back, operator

DISMISSED = "announcements"
"""A cookie with the ids of banners put away on this device."""


@require_safe
@operator
def categories(request: MemberRequest) -> HttpResponse:
    return render(request, "forum/operator/categories.html", {"categories": Category.objects.all()})


@require_http_methods(["GET", "HEAD", "POST"])
@operator
def category_edit(request: MemberRequest, slug: str = "") -> HttpResponse:
    category = get_object_or_404(Category, slug=slug) if slug else None
    form = CategoryForm(request.POST or None, instance=category)
    if form.is_valid():
        form.save()
        messages.success(request, gettext("Saved."))
        return redirect("forum_categories")
    return render(request, "forum/operator/category.html", {"form": form, "category": category})


@require_http_methods(["GET", "HEAD", "POST"])
@operator
def announcements(request: MemberRequest) -> HttpResponse:
    form = AnnouncementForm(request.POST or None)
    if form.is_valid():
        days = form.cleaned_data.pop("days")
        announcement_publish(
            author=request.user,
            ends_at=timezone.now() + timedelta(days=days) if days else None,
            **form.cleaned_data,
        )
        messages.success(request, gettext("Everybody sees it from now on."))
        return redirect("forum_announcements")
    return render(
        request,
        "forum/operator/announcements.html",
        {
            "form": form,
            "rows": Announcement.objects.select_related("author")[:50],
            "now": timezone.now(),
        },
    )


@require_POST
@operator
def announcement_stop(request: MemberRequest, announcement_id: int) -> HttpResponse:
    announcement_end(announcement_id=announcement_id)
    return redirect("forum_announcements")


@require_POST
def dismiss(request: HttpRequest, announcement_id: int) -> HttpResponse:
    """Put a banner away, on this device and, with an account, on all."""
    if isinstance(request.user, User):
        announcement_dismiss(announcement_id=announcement_id, user=request.user)
    response = HttpResponse() if request.headers.get("HX-Request") else redirect(back(request, "/"))
    kept = [*request.COOKIES.get(DISMISSED, "").split("."), str(announcement_id)]
    ids = [value for value in dict.fromkeys(kept) if number_in(value)][-30:]
    response.set_cookie(DISMISSED, ".".join(ids), max_age=90 * 24 * 3600, samesite="Lax")
    return response


@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """What is new in the program, from its change log."""
    return render(request, "forum/changes.html", {"log": changelog_html()})
