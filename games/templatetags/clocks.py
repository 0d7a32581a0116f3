"""Time and reliability inside other pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.presenters.clock_page import clock_notes as notes_of
from games.selectors.times import vacations_ahead
from games.services.reliability import reliability

register = template.Library()


@register.inclusion_tag("games/_clock_notes.html", takes_context=True)
def clock_notes(context: Context, game: Game, seat: Seat | None) -> dict[str, Any]:
    """What a table's time asks of the reader in his seat now; nothing, most of the time."""
    request = context["request"]
    return {
        "game": game,
        "page": notes_of(game=game, viewer=request.user, seat=seat),
        "here": "table",
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("games/_reliability.html")
def player_reliability(player: User) -> dict[str, Any]:
    """On a profile: how reliable somebody is, and when he is away."""
    now = timezone.now()
    return {
        "player": player,
        "score": reliability(user=player),
        "vacations": vacations_ahead(user=player, now=now),
    }


@register.filter
def reliability_of(player: User) -> str:
    """A few characters for a list of players; empty for newcomers."""
    score = reliability(user=player)
    return f"{score.percent} %" if score.is_known else ""
