"""Where a table is to be found, whatever has become of it."""

from __future__ import annotations

from django.urls import reverse

from games.models import Game


def table_url(game: Game) -> str:
    """The waiting room of an open table, the game page of any other."""
    if game.started_at is None:
        return reverse("lobby_table", args=[game.pk])
    return reverse("table", args=[game.pk])
