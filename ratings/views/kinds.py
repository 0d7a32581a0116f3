"""The kind of game a page is about."""

from __future__ import annotations

from django.http import Http404

from games.presenters.facts import GameKind, game_kinds


def kind_or_404(rules_key: str = "") -> GameKind:
    """The kind of that key; without one, the first."""
    for kind in game_kinds():
        if rules_key in ("", kind.key):
            return kind
    raise Http404
