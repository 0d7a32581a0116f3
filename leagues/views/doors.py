"""What the views of leagues share: who is asking, and what happens when the answer is no."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from accounts.permissions import SignedInRequest
from leagues.errors import LeagueRefusal, NotAllowed
from leagues.models import League, Season
from leagues.permissions import organises
from leagues.selectors.pages import season_of

P = ParamSpec("P")
View = Callable[Concatenate[SignedInRequest, P], HttpResponse]
PlainView = Callable[Concatenate[HttpRequest, P], HttpResponse]
SeasonView = Callable[[SignedInRequest, Season], HttpResponse]


def member(view: View[P]) -> PlainView[P]:
    """For people with an account. A refusal becomes a sentence on the page they came from."""

    @wraps(view)
    def door(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        try:
            return view(request, *args, **kwargs)  # type: ignore[arg-type]
        except NotAllowed as refusal:
            raise PermissionDenied(refusal.sentence) from None
        except LeagueRefusal as refusal:
            messages.error(request, refusal.sentence)
            return redirect(back(request))

    return door


def organiser(view: SeasonView) -> Callable[[HttpRequest, str, int], HttpResponse]:
    """For those who run the league of a season."""

    @wraps(view)
    @member
    def door(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
        season = season_or_404(slug, number)
        if not organises(request.user, season.league):
            raise NotAllowed()
        return view(request, season)

    return door


def back(request: HttpRequest, default: str = "/leagues/") -> str:
    """Where a small action came from, if that is a page of ours."""
    target = request.POST.get("next") or request.headers.get("referer", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else default


def season_or_404(slug: str, number: int) -> Season:
    season = season_of(slug, number)
    if season is None:
        raise Http404
    return season


def league_or_404(slug: str) -> League:
    league = League.objects.filter(slug=slug).first()
    if league is None:
        raise Http404
    return league
