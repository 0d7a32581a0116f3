"""What organisers do with a league and its seasons."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Role
from accounts.permissions import SignedInRequest, role_required
from games.known import rules_named
from games.presets import presets_for
from leagues.errors import LeagueRefusal, NotAllowed
from leagues.forms import DatesForm, LeagueForm, PlaceForm, WriteForm
from leagues.models import Season
from leagues.permissions import organises
from leagues.season_rules import SeasonRules
from leagues.services.leagues import (
    league_change,
    league_create,
    organiser_add,
    organiser_remove,
    season_dates_set,
)
from leagues.services.messages import FIELDS, message_plan, message_send
from leagues.services.placing import placing_plan, placing_take
from leagues.services.steps import step_plan, step_take
from leagues.views.doors import league_or_404, member, organiser
from leagues.views.public import season_context

GAME = "terra_mystica"
STANDARD = "league"


@require_http_methods(["GET", "HEAD", "POST"])
@role_required(Role.ORGANISER)
@member
def league_new(request: SignedInRequest) -> HttpResponse:
    preset = next((row for row in presets_for(GAME) if row.key == STANDARD), None)
    agreed = SeasonRules(game=GAME, options=dict(preset.options) if preset else {})
    form = LeagueForm(request.POST or None, rules=rules_named(GAME), agreed=agreed, league=None)
    if request.method == "POST" and form.is_valid():
        made = league_create(
            by=request.user,
            **{name: form.cleaned_data[name] for name in ("slug", "name", "summary", "terms")},
            rules=form.cleaned_data["rules"],
        )
        messages.success(request, _("The league is founded. Its first season is a draft."))
        return redirect(made)
    return render(request, "leagues/settings.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@member
def league_settings(request: SignedInRequest, slug: str) -> HttpResponse:
    league = league_or_404(slug)
    if not organises(request.user, league):
        raise NotAllowed()
    agreed = league.agreed
    form = LeagueForm(
        request.POST or None, rules=rules_named(agreed.game), agreed=agreed, league=league
    )
    if request.method == "POST" and form.is_valid():
        league_change(
            league=league,
            by=request.user,
            **{name: form.cleaned_data[name] for name in ("name", "summary", "terms", "rules")},
        )
        messages.success(request, _("Saved. Seasons that have opened keep what was agreed."))
        return redirect(league)
    return render(request, "leagues/settings.html", {"form": form, "league": league})


@require_POST
@member
def organisers(request: SignedInRequest, slug: str) -> HttpResponse:
    """A co-organiser is named or dismissed."""
    league = league_or_404(slug)
    if "remove" in request.POST:
        user_id = request.POST["remove"]
        organiser_remove(
            league=league, by=request.user, user_id=int(user_id) if user_id.isdigit() else 0
        )
        messages.success(request, _("Done."))
    else:
        row = organiser_add(
            league=league, by=request.user, username=request.POST.get("username", "")
        )
        messages.success(
            request, _("%(name)s may run the league now.") % {"name": row.user.username}
        )
    return redirect(league)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser
def step(request: SignedInRequest, season: Season) -> HttpResponse:
    """What the next stage would bring; the button does just that."""
    if request.method == "POST":
        try:
            step_take(season_id=season.pk, by=request.user, seen=request.POST.get("seen", ""))
        except LeagueRefusal as refusal:
            messages.error(request, refusal.sentence)
            return redirect("season_step", season.league.slug, season.number)
        messages.success(request, _("Done, as it was shown."))
        return redirect(season)
    now = list(Season.State).index(Season.State(season.state))
    states = [
        (state, "dn" if number < now else "on" if number == now else "")
        for number, state in enumerate(Season.State)
    ]
    context = {**season_context(request, season, "step"), "states": states}
    if season.state != Season.State.CLOSED:
        context["plan"] = step_plan(season)
    return render(request, "leagues/step.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser
def dates(request: SignedInRequest, season: Season) -> HttpResponse:
    form = DatesForm(request.POST or None, season=season)
    if request.method == "POST" and form.is_valid():
        try:
            season_dates_set(season=season, by=request.user, **form.cleaned_data)
        except LeagueRefusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("Saved."))
            return redirect("season_step", season.league.slug, season.number)
    context = {**season_context(request, season, "step"), "form": form}
    return render(request, "leagues/dates.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser
def place(request: SignedInRequest, season: Season) -> HttpResponse:
    """Before the draw: people are placed by hand, shown first, then done."""
    form = PlaceForm(request.POST or None)
    plan = None
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        if "do" in request.POST:
            try:
                placing_take(
                    season_id=season.pk,
                    by=request.user,
                    text=chosen["lines"],
                    reason=chosen["reason"],
                    seen=request.POST.get("seen", ""),
                )
            except LeagueRefusal as refusal:
                form.add_error(None, refusal.sentence)
            else:
                messages.success(request, _("Done, as it was shown."))
                return redirect("season_step", season.league.slug, season.number)
        plan = placing_plan(season=season, by=request.user, text=chosen["lines"])
    context = {**season_context(request, season, "step"), "form": form, "plan": plan}
    return render(request, "leagues/place.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser
def write(request: SignedInRequest, season: Season) -> HttpResponse:
    """A letter: written, looked at as its readers will see it, then sent."""
    form = WriteForm(request.POST or None, season=season)
    plan = None
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        if "send" in request.POST:
            try:
                message_send(
                    season_id=season.pk,
                    by=request.user,
                    seen=request.POST.get("seen", ""),
                    **chosen,
                )
            except LeagueRefusal as refusal:
                form.add_error(None, refusal.sentence)
            else:
                messages.success(request, _("The letters are on their way."))
                return redirect("season_cockpit", season.league.slug, season.number)
        plan = message_plan(season=season, by=request.user, **chosen)
    context = {
        **season_context(request, season, "cockpit"),
        "form": form,
        "plan": plan,
        "fields": FIELDS,
    }
    return render(request, "leagues/write.html", context)
