"""When one sleeps and when one is away."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.permissions import SignedInRequest
from accounts.time_zones import zone_of
from games.errors import BadHours
from games.forms.hours import SleepForm, VacationForm
from games.player_hours import hours_of
from games.selectors.times import budgets_of, vacations_ahead
from games.services.hours import MOST_DAYS, sleep_save, vacation_announce, vacation_withdraw


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_hours(request: SignedInRequest) -> HttpResponse:
    """Two forms, and the list of vacations to come; each button says which it is."""
    known = hours_of(request.user)
    sleep = SleepForm(initial={"sleep_from": known.sleep_from, "sleep_to": known.sleep_to})
    vacation = VacationForm()
    act = request.POST.get("act", "")
    if act == "sleep":
        sleep = SleepForm(request.POST)
        if _sleep_saved(request, sleep):
            return redirect("settings_hours")
    elif act == "announce":
        vacation = VacationForm(request.POST)
        if _announced(request, vacation):
            return redirect("settings_hours")
    elif act == "withdraw":
        _withdrawn(request)
        return redirect("settings_hours")
    now = timezone.now()
    zone = zone_of(request.user.time_zone)
    context = {
        "tab": "hours",
        "sleep": sleep,
        "vacation": vacation,
        "vacations": vacations_ahead(user=request.user, now=now),
        "today": now.astimezone(zone).date(),
        "budgets": budgets_of(user=request.user, year=now.astimezone(zone).year),
        "most_days": MOST_DAYS,
        "zone": zone.key,
    }
    return render(request, "games/hours.html", context)


def _sleep_saved(request: SignedInRequest, form: SleepForm) -> bool:
    if not form.is_valid():
        return False
    try:
        sleep_save(user=request.user, **form.cleaned_data)
    except BadHours as refusal:
        form.add_error(None, refusal.sentence)
        return False
    messages.success(request, _("Your hours are saved. What is due already is due no sooner."))
    return True


def _announced(request: SignedInRequest, form: VacationForm) -> bool:
    if not form.is_valid():
        return False
    try:
        vacation_announce(user=request.user, **form.cleaned_data)
    except BadHours as refusal:
        form.add_error(None, refusal.sentence)
        return False
    messages.success(request, _("Your vacation is announced; the others at your tables see it."))
    return True


def _withdrawn(request: SignedInRequest) -> None:
    try:
        vacation_withdraw(
            user=request.user, first=date.fromisoformat(request.POST.get("first", ""))
        )
    except ValueError:
        messages.error(request, BadHours(problem="no-such-vacation").sentence)
    except BadHours as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, _("The vacation is taken back."))
