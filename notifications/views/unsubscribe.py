"""Ending mails from a link in one of them, without signing in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.models import Game
from notifications.kinds import kind_of
from notifications.services.unsubscribing import Scope, unsubscribe_scopes
from notifications.services.unsubscribing import unsubscribe as unsubscribe_now
from notifications.unsubscribing import BadToken, unsubscribe_read


@csrf_exempt  # RFC 8058: mail programs send the form themselves; the token is the permission
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """A scanner that follows the link changes nothing; a POST ends the mails of one scope."""
    try:
        wish = unsubscribe_read(token)
        kind = kind_of(wish.kind) if wish.kind else None
    except (BadToken, KeyError):
        raise Http404 from None
    user = get_object_or_404(User, pk=wish.user_id, is_active=True)
    game = Game.objects.filter(pk=wish.game_id).first() if wish.game_id else None
    scopes = unsubscribe_scopes(kind=wish.kind, game=game)
    done = ""
    if request.method == "POST":
        wanted = request.POST.get("scope", scopes[0])
        if wanted not in scopes:
            raise Http404
        unsubscribe_now(user=user, kind=wish.kind, game=game, scope=Scope(wanted))
        done = wanted
    return render(
        request,
        "notifications/unsubscribe.html",
        {"kind": kind, "table": game, "scopes": scopes, "done": done},
    )
