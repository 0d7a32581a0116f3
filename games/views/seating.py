"""What people do at a table before it starts: sit down, leave, invite, call it off."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.permissions import SignedInRequest
from games.addresses import table_url
from games.errors import NoSuchTable, NotTheHost, TableError
from games.forms.lobby import GuestForm
from games.models import Game, Invitation
from games.selectors.access import game_for
from games.services.joining import (
    invitation_accept,
    invitation_decline,
    invitation_send,
    invitation_withdraw,
    table_join,
    table_leave,
)
from games.services.series import mirror_set_accept
from games.services.starting import table_fill_with_bots
from games.services.tables import table_cancel, table_link
from games.views.lobby import waiting_room


@login_required
@require_POST
def lobby_join(request: SignedInRequest, game_id: int) -> HttpResponse:
    """Sit down: at a public table, with its link, or because one was invited."""
    token = request.POST.get("token", "")
    game = _game(request, game_id, token=token)
    try:
        table_join(game_id=game.pk, user=request.user, token=token)
    except TableError as refusal:
        messages.error(request, refusal.sentence)
        return redirect("lobby_by_link", token) if token else redirect("lobby_table", game.pk)
    game.refresh_from_db()
    if game.is_running:
        messages.success(request, _("You are in, and the table is full: the game begins."))
    else:
        messages.success(request, _("You are in. The game begins when all seats are taken."))
    return redirect(table_url(game))


@login_required
@require_POST
def lobby_leave(request: SignedInRequest, game_id: int) -> HttpResponse:
    game = _game(request, game_id)
    if _tried(request, lambda: table_leave(game_id=game.pk, user=request.user)):
        messages.success(request, _("You left “%(table)s”.") % {"table": game.name})
        return redirect("lobby")
    return redirect("lobby_table", game.pk)


@login_required
@require_POST
def lobby_cancel(request: SignedInRequest, game_id: int) -> HttpResponse:
    game = _game(request, game_id)
    if _tried(request, lambda: table_cancel(game_id=game.pk, by=request.user)):
        messages.success(request, _("“%(table)s” is called off.") % {"table": game.name})
        return redirect("lobby")
    return redirect("lobby_table", game.pk)


@login_required
@require_POST
def lobby_invite(request: SignedInRequest, game_id: int) -> HttpResponse:
    """The host asks somebody by name; a wrong name comes back with the page."""
    game = _game(request, game_id)
    form = GuestForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["username"]
        try:
            invitation = invitation_send(game_id=game.pk, by=request.user, username=name)
        except NotTheHost as refusal:
            messages.error(request, refusal.sentence)
            return redirect("lobby_table", game.pk)
        except TableError as refusal:
            form.add_error("username", refusal.sentence)
        else:
            messages.success(
                request,
                _("%(name)s is invited. A seat is kept until the answer comes.")
                % {"name": invitation.user.username},
            )
            return redirect("lobby_table", game.pk)
    if not game.is_open:
        return redirect("lobby_table", game.pk)
    return waiting_room(request, game, form, status=422)


@login_required
@require_POST
def lobby_withdraw(request: SignedInRequest, invitation_id: int) -> HttpResponse:
    """The host takes an invitation back."""
    invitation = get_object_or_404(
        Invitation.objects.select_related("game"), pk=invitation_id, game__host=request.user
    )
    if _tried(request, lambda: invitation_withdraw(invitation_id=invitation.pk, by=request.user)):
        messages.success(request, _("The invitation is withdrawn."))
    return redirect("lobby_table", invitation.game_id)


@login_required
@require_POST
def lobby_answer(request: SignedInRequest, invitation_id: int) -> HttpResponse:
    """Accept or decline what one was invited to."""
    invitation = get_object_or_404(
        Invitation.objects.select_related("game"), pk=invitation_id, user=request.user
    )
    if request.POST.get("answer") == "decline":
        if _tried(
            request,
            lambda: invitation_decline(invitation_id=invitation.pk, user=request.user),
        ):
            messages.success(request, _("You declined. The seat is free for somebody else."))
        return redirect("home")
    mirror = invitation.game.mirror_set_id

    def accept() -> None:
        if mirror is not None and request.POST.get("answer") == "accept-all":
            mirror_set_accept(mirror_set_id=mirror, user=request.user)
        else:
            invitation_accept(invitation_id=invitation.pk, user=request.user)

    if not _tried(request, accept):
        return redirect("home")
    messages.success(request, _("You are in."))
    return redirect(table_url(Game.objects.get(pk=invitation.game_id)))


@login_required
@require_POST
def lobby_link(request: SignedInRequest, game_id: int) -> HttpResponse:
    """Make the link that invites whoever has it."""
    game = _game(request, game_id)
    _tried(request, lambda: table_link(game_id=game.pk, by=request.user))
    return redirect("lobby_table", game.pk)


@login_required
@require_POST
def lobby_bots(request: SignedInRequest, game_id: int) -> HttpResponse:
    """Bots take the free seats, and the game begins."""
    game = _game(request, game_id)
    policy = request.POST.get("policy", "")
    _tried(
        request,
        lambda: table_fill_with_bots(game_id=game.pk, by=request.user, policy=policy),
    )
    game.refresh_from_db()
    return redirect(table_url(game))


def _game(request: SignedInRequest, game_id: int, *, token: str = "") -> Game:
    try:
        return game_for(game_id=game_id, viewer=request.user, token=token)
    except NoSuchTable:
        raise Http404 from None


def _tried(request: SignedInRequest, act: Callable[[], object]) -> bool:
    """Whether it was done; if not, the reason becomes a message."""
    try:
        act()
    except TableError as refusal:
        messages.error(request, refusal.sentence)
        return False
    return True
