"""What players do in a league."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.permissions import SignedInRequest
from leagues.check_in_token import entry_of_token
from leagues.conditions import conditions_unmet
from leagues.errors import LeagueRefusal
from leagues.models import LeagueTable, Substitute
from leagues.selectors.pages import entry_for
from leagues.services.entries import entry_check_in, entry_sign_up, entry_withdraw
from leagues.services.results import result_dispute, result_sign
from leagues.services.rulings import ruling_appeal
from leagues.services.substitutes import entry_leave
from leagues.views.doors import back, league_or_404, member, season_or_404
from leagues.views.public import agreed_in_words, season_context


@require_http_methods(["GET", "HEAD", "POST"])
@member
def sign_up(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """The rules, what stands against taking part, and the button."""
    season = season_or_404(slug, number)
    if request.method == "POST":
        if "leave" in request.POST:
            entry_leave(season_id=season.pk, user=request.user)
            messages.success(request, _("Substitutes are looked for. Play on until they come."))
        elif "withdraw" in request.POST:
            entry_withdraw(season_id=season.pk, user=request.user)
            messages.success(request, _("You have withdrawn."))
        else:
            entry = entry_sign_up(
                season_id=season.pk, user=request.user, accepts="accept" in request.POST
            )
            if entry.state == entry.State.WAITING:
                messages.success(request, _("You are on the waiting list."))
            else:
                messages.success(request, _("You have signed up. A mail asks you to check in."))
        return redirect("season_sign_up", slug, number)
    rules = season.agreed
    context = {
        **season_context(request, season, "sign-up"),
        **agreed_in_words(rules),
        "problems": conditions_unmet(users=[request.user], rules=rules).get(request.user.pk, ()),
    }
    return render(request, "leagues/sign_up.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member
def check_in(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    season = season_or_404(slug, number)
    if request.method == "POST":
        _answer(request, season.pk, request.user)
        return redirect("season_check_in", slug, number)
    return render(request, "leagues/check_in.html", season_context(request, season, "check-in"))


def _answer(request: HttpRequest, season_id: int, user) -> None:  # type: ignore[no-untyped-def]
    if "withdraw" in request.POST:
        entry_withdraw(season_id=season_id, user=user)
        messages.success(request, _("You have withdrawn."))
    else:
        entry_check_in(season_id=season_id, user=user)
        messages.success(request, _("You are checked in."))


@require_http_methods(["GET", "HEAD", "POST"])
def check_in_by_token(request: HttpRequest, token: str) -> HttpResponse:
    """The tap in the mail. Programs open links, so only the button on the page counts."""
    entry = entry_of_token(token)
    if entry is None:
        raise Http404
    season = entry.season
    if request.method == "POST":
        try:
            _answer(request, season.pk, entry.user)
        except LeagueRefusal as refusal:
            messages.error(request, refusal.sentence)
        return redirect("check_in_by_token", token)
    context = {
        **season_context(request, season, "check-in"),
        "entry": entry_for(season, entry.user),
        "by_token": True,
    }
    return render(request, "leagues/check_in.html", context)


@require_POST
@member
def pool(request: SignedInRequest, slug: str) -> HttpResponse:
    """On or off the list of substitutes."""
    league = league_or_404(slug)
    if "leave" in request.POST:
        Substitute.objects.filter(league=league, user=request.user).delete()
        messages.success(request, _("You are off the list of substitutes."))
    else:
        for problem in conditions_unmet(users=[request.user], rules=league.agreed).get(
            request.user.pk, ()
        ):
            messages.error(request, str(problem))
            return redirect("league", slug)
        Substitute.objects.get_or_create(league=league, user=request.user)
        messages.success(request, _("You are told when a seat is free."))
    return redirect("league", slug)


def _table_or_404(table_id: int) -> None:
    if not LeagueTable.objects.filter(pk=table_id).exists():
        raise Http404


@require_POST
@member
def sign(request: SignedInRequest, table_id: int) -> HttpResponse:
    _table_or_404(table_id)
    result_sign(table_id=table_id, user=request.user)
    messages.success(request, _("Thank you. You have agreed to the result."))
    return redirect("league_table", table_id)


@require_POST
@member
def dispute(request: SignedInRequest, table_id: int) -> HttpResponse:
    _table_or_404(table_id)
    result_dispute(table_id=table_id, user=request.user, text=request.POST.get("text", ""))
    messages.success(request, _("The organisers are told."))
    return redirect("league_table", table_id)


@require_POST
@member
def appeal(request: SignedInRequest, table_id: int) -> HttpResponse:
    _table_or_404(table_id)
    ruling_appeal(table_id=table_id, user=request.user, text=request.POST.get("text", ""))
    messages.success(request, _("The organisers are told."))
    return redirect(back(request))
