"""One's standing orders at a table."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.permissions import SignedInRequest
from games.errors import NoSuchOrder, NoSuchTable, TableError
from games.models import Game, StandingOrder
from games.orders.language import LONGEST_ORDER
from games.presenters.order_words import off_sentence
from games.selectors.access import game_for
from games.services.orders import order_cancel, order_from_text

MOST_SHOWN = 30
EXAMPLES = (
    "offers: up to 2",
    "offers in rounds 5-6: never",
    "if ACT4 is still free: burn 2. action ACT4; else ask me",
    "if BON5 is free: pass BON5; else if BON1 is free: pass BON1; else ask me",
)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: SignedInRequest, game_id: int) -> HttpResponse:
    """The list, a line for a new one, and a button that switches one off."""
    game = _own_game(request, game_id)
    text, problem = "", ""
    if request.method == "POST" and "off" in request.POST:
        _switched_off(request)
        return redirect("orders", game.pk)
    if request.method == "POST":
        text = request.POST.get("text", "")[: 2 * LONGEST_ORDER].replace("\0", "")
        try:
            order_from_text(game_id=game.pk, user=request.user, text=text)
        except TableError as refusal:
            problem = refusal.sentence
        else:
            messages.success(request, _("The order is written down."))
            return redirect("orders", game.pk)
    rows = StandingOrder.objects.filter(game=game, user=request.user).select_related("game", "move")
    active = [row for row in rows if row.state == StandingOrder.State.ACTIVE]
    settled = [row for row in rows if row.state != StandingOrder.State.ACTIVE]
    context = {
        "game": game,
        "active": active,
        "settled": [(row, off_sentence(row)) for row in settled[::-1][:MOST_SHOWN]],
        "text": text,
        "problem": problem,
        "examples": EXAMPLES,
    }
    return render(request, "games/orders.html", context, status=422 if problem else 200)


def _own_game(request: SignedInRequest, game_id: int) -> Game:
    try:
        game = game_for(game_id=game_id, viewer=request.user)
    except NoSuchTable:
        raise Http404 from None
    known = StandingOrder.objects.filter(game=game, user=request.user).exists()
    if not known and not game.seats.filter(user=request.user).exists():
        raise Http404
    return game


def _switched_off(request: SignedInRequest) -> None:
    number = request.POST["off"]
    try:
        order_cancel(order_id=int(number) if number.isdecimal() else 0, user=request.user)
    except NoSuchOrder as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, _("The order is switched off."))
