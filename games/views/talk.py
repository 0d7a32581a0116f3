"""Talk at a table: read, say, mute, report."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.permissions import SignedInRequest
from accounts.selectors import user_named
from games.addresses import table_url
from games.errors import NoSuchLine, NoSuchTable, TableError
from games.models import ChatLine, Game
from games.presenters.talk import talk_panel
from games.selectors.access import Viewer, game_for
from games.services.talk import chat_post, game_mark_read, line_report, user_mute, user_unmute


@require_safe
@never_cache
def talk(request: HttpRequest, game_id: int) -> HttpResponse:
    """The talk of a table as a page, or for htmx as a panel of the game page."""
    game = _game(game_id, request.user)
    return _panel(request, game, room=request.GET.get("room", ""))


@login_required
@require_POST
def talk_say(request: SignedInRequest, game_id: int) -> HttpResponse:
    game = _game(game_id, request.user)
    room, text = request.POST.get("room", ""), request.POST.get("text", "")
    try:
        chat_post(
            game_id=game.pk,
            user=request.user,
            text=text,
            room=room if room in ChatLine.Room.values else ChatLine.Room.TABLE,
            key=request.POST.get("key", "")[:80],
        )
    except TableError as refusal:
        return _panel(request, game, room=room, text=text, problem=refusal.sentence, status=422)
    if request.headers.get("HX-Request"):
        return _panel(request, game, room=room)
    return redirect(f"{reverse('talk', args=[game.pk])}?room={room}#say")


@login_required
@require_POST
def talk_report(request: SignedInRequest, line_id: int) -> HttpResponse:
    """Ask a moderator to look at a line."""
    line = ChatLine.objects.filter(pk=line_id).first()
    if line is None:
        raise Http404
    game = _game(line.game_id, request.user)
    try:
        line_report(line_id=line.pk, user=request.user, reason=request.POST.get("reason", ""))
    except NoSuchLine:
        raise Http404 from None
    except TableError as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, _("Thank you. A moderator will look at it."))
    return redirect(f"{reverse('talk', args=[game.pk])}?room={line.room}")


@login_required
@require_POST
def talk_mute(request: SignedInRequest, username: str) -> HttpResponse:
    """No longer hear somebody, or hear him again."""
    other = user_named(username=username)
    if other is None:
        raise Http404
    if request.POST.get("unmute"):
        user_unmute(user=request.user, other=other)
        messages.success(request, _("You hear %(name)s again.") % {"name": other.username})
    elif other == request.user:
        messages.error(request, _("You cannot mute yourself."))
    else:
        user_mute(user=request.user, other=other)
        messages.success(
            request,
            _("You no longer read what %(name)s says, at any table.") % {"name": other.username},
        )
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = reverse("home")
    return redirect(target)


def _game(game_id: int, viewer: Viewer) -> Game:
    try:
        return game_for(game_id=game_id, viewer=viewer)
    except NoSuchTable:
        raise Http404 from None


def _panel(
    request: HttpRequest,
    game: Game,
    *,
    room: str,
    text: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    panel = talk_panel(game=game, viewer=request.user, room=room)
    if isinstance(request.user, User) and panel.last:
        at_table = panel.room == ChatLine.Room.TABLE
        game_mark_read(
            game=game,
            user=request.user,
            table_line=panel.last if at_table else 0,
            gallery_line=0 if at_table else panel.last,
        )
    context = {
        "game": game,
        "table_url": table_url(game),
        "panel": panel,
        "text": text,
        "problem": problem,
        "key": secrets.token_urlsafe(12),
    }
    partly = bool(request.headers.get("HX-Request"))
    template = "games/_talk_panel.html" if partly else "games/talk.html"
    return render(request, template, context, status=200 if partly else status)
