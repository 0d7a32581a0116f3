"""Seats that look for a substitute, and taking one over."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.permissions import SignedInRequest
from games.errors import NoSuchTable, TableError
from games.models import MissedDeadline
from games.presenters.briefing import briefing_of, where_of
from games.presenters.clock_words import clock_lines, clock_words, time_out_lines
from games.reliability import ENOUGH_DEADLINES, ENOUGH_GAMES, LOOKED_AT, WEIGHTS
from games.seat_rules import seat_problem
from games.selectors.access import game_for
from games.selectors.times import open_seats
from games.services.reliability import reliability
from games.services.substitutes import seat_take

PAGE = 20


@require_safe
def substitutes(request: HttpRequest) -> HttpResponse:
    """All seats that look for somebody, newest first."""
    page = Paginator(open_seats(viewer=request.user), PAGE).get_page(request.GET.get("page"))
    rows = [
        {"offer": offer, "where": where_of(offer.game), "clock": clock_words(offer.game.clock)}
        for offer in page
    ]
    return render(request, "games/substitutes.html", {"rows": rows, "page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: SignedInRequest, game_id: int, number: int) -> HttpResponse:
    """What one would take over; with one tap it is one's own."""
    token = request.POST.get("token", "") or request.GET.get("token", "")
    try:
        game = game_for(game_id=game_id, viewer=request.user, token=token)
    except NoSuchTable:
        raise Http404 from None
    if request.method == "POST":
        try:
            seat_take(game_id=game.pk, number=number, user=request.user, token=token)
        except TableError as refusal:
            messages.error(request, refusal.sentence)
            return redirect("substitutes")
        messages.success(request, _("The seat is yours. Here is what has happened so far."))
        return redirect("table", game.pk)
    seat = game.seats.select_related("user").filter(number=number).first()
    if seat is None or game.started_at is None:
        raise Http404
    offer = seat.offers.filter(closed_at=None).first() if game.is_running else None
    context: dict[str, Any] = {
        "game": game,
        "offer": offer,
        "token": token,
        "problem": seat_problem(user=request.user, game=game) if offer else "",
        "briefing": briefing_of(game=game, seat=seat),
        "agreed": [*clock_lines(game.clock), *time_out_lines(game.time_out)],
    }
    return render(request, "games/seat_take.html", context)


@require_safe
def reliability_page(request: HttpRequest) -> HttpResponse:
    """The formula, and the reader's own numbers."""
    labels = dict(MissedDeadline.Kind.choices)
    context = {
        "mine": reliability(user=request.user) if isinstance(request.user, User) else None,
        "weights": [(labels[kind], weight) for kind, weight in WEIGHTS.items()],
        "looked_at": LOOKED_AT,
        "enough_games": ENOUGH_GAMES,
        "enough_deadlines": ENOUGH_DEADLINES,
    }
    return render(request, "games/reliability.html", context)
