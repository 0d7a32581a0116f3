"""The front page: what the site is for a visitor, one's own games for a player."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.permissions import SignedInRequest
from engine.api import MoveError
from games.addresses import table_url
from games.errors import TableError
from games.presenters.dashboard import cards, greeting, result_rows
from games.presenters.front import front_picture
from games.selectors.dashboard import next_game
from games.selectors.my_games import my_games
from games.selectors.watching import games_followed
from games.services.moves import move_submit


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        return render(request, "home.html", {"front_picture": front_picture()})
    now = timezone.now()
    games = my_games(user=request.user, now=now)
    told = {result.game.pk for result in games.finished}
    return render(
        request,
        "games/dashboard.html",
        {
            "games": games,
            "waiting": cards(games.waiting, now=now),
            "running": cards(games.running, now=now),
            "finished": result_rows(games.finished),
            "results": result_rows(
                [result for result in games.results if result.game.pk not in told]
            ),
            "greeting": greeting(games, now=now),
            "followed": games_followed(user=request.user),
        },
    )


@login_required
@require_safe
@never_cache
def next_game_view(request: SignedInRequest) -> HttpResponse:
    """Go where one is waited for most urgently."""
    after = request.GET.get("after", "")
    game = next_game(user=request.user, after=int(after) if after.isdecimal() else None)
    if game is None:
        messages.info(request, _("No game waits for you."))
        return redirect("home")
    return redirect(table_url(game))


@login_required
@require_POST
def quick_answer(request: SignedInRequest, game_id: int) -> HttpResponse:
    """Answer a question out of turn without opening the game."""
    try:
        move = move_submit(
            game_id=game_id,
            user=request.user,
            line=request.POST.get("line", ""),
            decision=request.POST.get("decision", "") or "none",
            key=request.POST.get("key", "")[:80],
        )
    except TableError as refusal:
        messages.error(request, refusal.sentence)
    except MoveError:
        messages.error(request, _("This answer is no longer possible. Please open the game."))
    else:
        messages.success(request, _("Played: %(line)s") % {"line": move.line})
    return redirect("home")
