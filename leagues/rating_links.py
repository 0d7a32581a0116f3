"""What leagues tell the ratings: which season a game belongs to, and when one is over."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from games.models import Game
from leagues.models import LeagueTable, Season, Tournament
from leagues.signals import season_state_changed
from ratings.labels import Label
from ratings.services.freezing import ratings_freeze


def label_of_league_game(game: Game) -> Label | None:
    """Season and division of a league table, the name of a tournament; else None."""
    table = (
        LeagueTable.objects.filter(game=game)
        .select_related("group__division__season__league")
        .first()
    )
    if table is None:
        name = Tournament.objects.filter(rounds__tables__game=game).values_list("name", flat=True)
        return Label(found) if (found := name.first()) else None
    division = table.group.division
    return Label(label_of_season(division.season), str(division.number))


def label_of_season(season: Season) -> str:
    """The same in all languages: it is stored."""
    return f"{season.league.name} {season.number}"


@receiver(season_state_changed)
def freeze_ratings(*, season: Season, **_: Any) -> None:
    """With the end of a season the ratings of its players are kept as they are."""
    if season.state == Season.State.CLOSED:
        ratings_freeze(
            rules_key=season.agreed.game,
            label=label_of_season(season),
            now=season.closed_at or timezone.now(),
        )
