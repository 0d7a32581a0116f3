"""The time of a table: clocks, pauses, gifts, votes, substitutes, leaving."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.permissions import SignedInRequest
from engine.api import MoveError
from games.addresses import table_url
from games.errors import NoSuchTable, TableError
from games.models import Game, TableVote
from games.presenters.clock_page import GIFTS, clock_page
from games.selectors.access import game_for
from games.services.clocks import deadline_extend, game_pause, game_resume
from games.services.leaving import seat_resign
from games.services.returning import seat_return
from games.services.substitutes import substitute_ask, substitute_ask_withdraw
from games.services.voting import pause_propose, vote_answer, vote_withdraw

Act = Callable[[SignedInRequest, Game], str]
"""Does it and says so in a sentence."""


def _game(request: HttpRequest, game_id: int) -> Game:
    try:
        game = game_for(game_id=game_id, viewer=request.user)
    except NoSuchTable:
        raise Http404 from None
    return game


@require_safe
def table_clock(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everything about the time of a table."""
    game = _game(request, game_id)
    if game.started_at is None:
        return redirect(table_url(game))
    page = clock_page(game=game, viewer=request.user, now=timezone.now())
    return render(request, "games/clock.html", {"game": game, "page": page, "gifts": GIFTS})


@login_required
@require_POST
def table_clock_act(request: SignedInRequest, game_id: int) -> HttpResponse:
    """One of the things that may be done there, named by the button."""
    game = _game(request, game_id)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        return HttpResponseBadRequest(_("This form is incomplete. Load the page again."))
    try:
        messages.success(request, act(request, game))
    except (TableError, MoveError) as refusal:
        text = refusal.sentence if isinstance(refusal, TableError) else _("The rules refuse this.")
        messages.error(request, text)
    except ValueError:
        return HttpResponseBadRequest(_("This form is incomplete. Load the page again."))
    back = "table" if request.POST.get("from") == "table" else "table_clock"
    return redirect(back, game.pk)


def _pause(request: SignedInRequest, game: Game) -> str:
    game_pause(game_id=game.pk, by=request.user)
    return _("All clocks stand still.")


def _propose(request: SignedInRequest, game: Game) -> str:
    vote = pause_propose(game_id=game.pk, user=request.user)
    return _("The others are asked.") if vote else _("All clocks stand still.")


def _resume(request: SignedInRequest, game: Game) -> str:
    game_resume(game_id=game.pk, by=request.user)
    return _("The clocks run again.")


def _give(request: SignedInRequest, game: Game) -> str:
    deadline_extend(
        game_id=game.pk,
        seat=int(request.POST.get("seat", "")),
        hours=int(request.POST.get("hours", "")),
        by=request.user,
    )
    return _("The time is given.")


def _answer(request: SignedInRequest, game: Game) -> str:
    vote = int(request.POST.get("vote", ""))
    if not TableVote.objects.filter(pk=vote, game=game).exists():
        raise ValueError("a vote of another table")
    said = request.POST.get("answer", "")
    if said == "withdraw":
        vote_withdraw(vote_id=vote, user=request.user)
        return _("Your proposal is withdrawn.")
    if said not in ("yes", "no"):
        raise ValueError("neither yes nor no")
    vote_answer(vote_id=vote, user=request.user, agrees=said == "yes")
    return _("Your answer counts.")


def _back(request: SignedInRequest, game: Game) -> str:
    seat_return(game_id=game.pk, user=request.user)
    return _("Welcome back: the seat is yours again.")


def _ask(request: SignedInRequest, game: Game) -> str:
    substitute_ask(game_id=game.pk, user=request.user)
    return _("Your seat is listed. Play on until somebody takes it.")


def _stay(request: SignedInRequest, game: Game) -> str:
    substitute_ask_withdraw(game_id=game.pk, user=request.user)
    return _("Your seat is no longer listed.")


def _leave(request: SignedInRequest, game: Game) -> str:
    if request.POST.get("sure") != "on":
        raise ValueError("not sure")
    seat_resign(game_id=game.pk, user=request.user)
    return _("You have left the game.")


ACTS: dict[str, Act] = {
    "pause": _pause,
    "propose": _propose,
    "resume": _resume,
    "give": _give,
    "answer": _answer,
    "back": _back,
    "ask-substitute": _ask,
    "stay": _stay,
    "leave": _leave,
}
