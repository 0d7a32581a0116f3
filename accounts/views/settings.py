"""The pages where people keep their account."""

from __future__ import annotations

from copy import copy

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import DeletionForm, PreferencesForm, ProfileForm, WelcomeForm
from accounts.models import Role
from accounts.permissions import SignedInRequest
from accounts.selectors import lacks_second_factor, roles_held
from accounts.services.deletion import GRACE, deletion_request
from accounts.services.export import export_build
from accounts.services.users import preferences_update, profile_update, welcome_finish
from accounts.time_zones import zone_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile_settings(request: SignedInRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=copy(request.user))
    if form.is_valid():
        profile_update(user=request.user, **form.cleaned_data)
        messages.success(request, gettext("Your profile is saved."))
        return redirect("settings")
    return render(request, "accounts/profile_settings.html", {"tab": "profile", "form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=copy(request.user))
    if form.is_valid():
        preferences_update(user=request.user, **form.cleaned_data)
        with translation.override(request.user.language or translation.get_language()):
            messages.success(request, gettext("Your preferences are saved."))
        response = redirect("settings_preferences")
        response.set_cookie("theme", request.user.theme, max_age=365 * 24 * 3600, samesite="Lax")
        return response
    return render(request, "accounts/preferences.html", {"tab": "preferences", "form": form})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: SignedInRequest) -> HttpResponse:
    """After sign-up: the browser proposes a time zone, the player decides."""
    form = WelcomeForm(request.POST or None, instance=copy(request.user))
    if form.is_valid():
        welcome_finish(user=request.user, now=timezone.now(), **form.cleaned_data)
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "accounts/welcome.html", {"form": form})


@login_required
@require_safe
def data(request: SignedInRequest) -> HttpResponse:
    return _data_page(request, DeletionForm(user=request.user))


@login_required
@require_POST
@never_cache
@reauthentication_required
def export(request: SignedInRequest) -> HttpResponse:
    now = timezone.now()
    name = f"post-and-spade-{request.user.pk}-{now:%Y-%m-%d}.zip"
    return HttpResponse(
        export_build(user=request.user, now=now),
        headers={
            "Content-Type": "application/zip",
            "Content-Disposition": f'attachment; filename="{name}"',
        },
    )


@login_required
@require_POST
@reauthentication_required
def delete(request: SignedInRequest) -> HttpResponse:
    form = DeletionForm(request.POST, user=request.user)
    if not form.is_valid():
        return _data_page(request, form)
    zone = zone_of(request.user.time_zone)
    delete_at = deletion_request(user=request.user, now=timezone.now())
    logout(request)
    day = date_format(delete_at.astimezone(zone), "DATETIME_FORMAT")
    messages.info(
        request,
        gettext(
            "Your account will be deleted on %(day)s (%(zone)s). Sign in before then to keep it."
        )
        % {"day": day, "zone": zone.key},
    )
    return redirect("home")


@login_required
@require_safe
def second_factor_needed(request: SignedInRequest) -> HttpResponse:
    """Tells holders of a role that its powers wait for a second factor."""
    if not lacks_second_factor(user=request.user):
        return redirect("mfa_index")
    roles = sorted(role.label for role in roles_held(user=request.user) if role != Role.PLAYER)
    return render(
        request, "accounts/second_factor_needed.html", {"roles": roles, "tab": "security"}
    )


def _data_page(request: SignedInRequest, form: DeletionForm) -> HttpResponse:
    return render(
        request, "accounts/data.html", {"tab": "data", "form": form, "grace_days": GRACE.days}
    )
