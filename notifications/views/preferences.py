"""Settings: what a person wants to be told, when, and of which tables less."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.permissions import SignedInRequest
from games.addresses import table_url
from games.selectors.access import games_visible_to
from notifications.forms import GameNoticesForm, RhythmForm
from notifications.kinds import CHANNELS
from notifications.models import DAILY_HOUR, GameSilence, Rhythm
from notifications.reaching import reach_of
from notifications.selectors import preference_matrix
from notifications.services.preferences import game_extent_set, preferences_set, rhythm_set


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notification_settings(request: SignedInRequest) -> HttpResponse:
    if request.method == "POST":
        ticked = {
            (kind, channel)
            for kind, dot, channel in (name.partition(".") for name in request.POST)
            if dot
        }
        preferences_set(user=request.user, wanted=ticked)
        messages.success(request, _("Saved."))
        return redirect("notification_settings")
    return _page(request, RhythmForm(initial=_rhythm_of(request.user)))


@login_required
@require_POST
def rhythm(request: SignedInRequest) -> HttpResponse:
    form = RhythmForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    rhythm_set(user=request.user, now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("notification_settings")


def _page(request: SignedInRequest, form: RhythmForm, status: int = 200) -> HttpResponse:
    working = reach_of(user=request.user).working
    context = {
        "groups": preference_matrix(user=request.user),
        "channels": [(channel, channel.key in working) for channel in CHANNELS],
        "form": form,
        "quieter": GameSilence.objects.filter(user=request.user).select_related("game"),
        "tab": "notifications",
    }
    return render(request, "notifications/settings.html", context, status=status)


def _rhythm_of(user: User) -> dict[str, Any]:
    row = Rhythm.objects.filter(user=user).first()
    if row is None:
        return {"bundle_minutes": 0, "daily_hour": DAILY_HOUR}
    return {
        "bundle_minutes": row.bundle_minutes,
        "daily_hour": row.daily_hour,
        "quiet_from": row.quiet_from,
        "quiet_to": row.quiet_to,
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_notices(request: SignedInRequest, game_id: int) -> HttpResponse:
    """What to tell about one table."""
    game = get_object_or_404(games_visible_to(viewer=request.user), pk=game_id)
    if request.method == "POST":
        form = GameNoticesForm(request.POST)
        if form.is_valid():
            game_extent_set(
                user=request.user,
                game=game,
                extent=form.cleaned_data["extent"],
                now=timezone.now(),
            )
            messages.success(request, _("Saved."))
            return redirect(table_url(game))
    else:
        silence = GameSilence.objects.filter(user=request.user, game=game).first()
        form = GameNoticesForm(initial={"extent": silence.extent if silence else ""})
    return render(
        request,
        "notifications/table_notices.html",
        {"game": game, "form": form, "back": table_url(game)},
        status=422 if form.errors else 200,
    )
