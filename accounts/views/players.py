"""Players as others see them."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.avatars import avatar_svg
from accounts.models import User
from accounts.profile_parts import parts_of
from accounts.selectors import may_see_profile, profile_facts, user_named


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    player = user_named(username=username)
    if player is None or not player.is_active:
        raise Http404
    if not may_see_profile(profile=player, viewer=request.user):
        return redirect_to_login(request.get_full_path())
    if username != player.username:
        return redirect(player)
    facts = profile_facts(profile=player)
    facts["parts"] = parts_of(player, request.user)
    return render(request, "accounts/profile.html", facts)


@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def avatar(request: HttpRequest, username: str) -> HttpResponse:
    """A picture made from the name; former players keep one too, of their pseudonym."""
    player: User | None = user_named(username=username)
    if player is None:
        raise Http404
    return HttpResponse(avatar_svg(player.username), content_type="image/svg+xml")
