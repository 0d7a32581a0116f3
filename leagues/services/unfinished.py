"""Games of contests that were given up without a result: an organiser has to decide them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from leagues.models import AnyTable, LeagueTable, Organiser, TournamentAct, TournamentTable
from leagues.notices import season_page, table_key, table_words
from leagues.plans import Notice, notices_send
from leagues.services.acts import act_note
from leagues.services.tournaments import act_add
from leagues.words import said


@transaction.atomic
def table_given_up(*, game: Game, now: datetime) -> None:
    """Nobody has moved for weeks, and the site has given the game up."""
    league_table = (
        LeagueTable.objects.filter(game=game, scores__isnull=True)
        .select_related("group__division__season__league")
        .first()
    )
    if league_table is not None:
        season = league_table.group.division.season
        act_note(
            league=season.league,
            season=season,
            table=league_table,
            kind="given-up",
            by=None,
            now=now,
        )
        rows = Organiser.objects.filter(league=season.league).select_related("user")
        _tell(league_table, [row.user for row in rows], season_page(season, "season_cockpit"))
    cup_table = (
        TournamentTable.objects.filter(game=game, scores__isnull=True)
        .select_related("round__tournament")
        .first()
    )
    if cup_table is not None:
        tournament = cup_table.round.tournament
        act_add(
            tournament,
            TournamentAct.Kind.GIVEN_UP,
            by=None,
            now=now,
            round=cup_table.round.number,
            table=cup_table.number + 1,
        )
        helpers = tournament.organisers.select_related("user")
        url = reverse("tournament_organise", args=[tournament.slug])
        _tell(cup_table, [row.user for row in helpers], url)


def _tell(table: AnyTable, organisers: list[User], url: str) -> None:
    notices_send(
        [
            Notice(
                kind="league-ruling",
                key=f"given-up:{table_key(table)}",
                users=tuple(organisers),
                title=said(_("%(table)s: the game was given up"), table=table_words(table)),
                paragraphs=(
                    _(
                        "Nobody has moved there for four weeks. The table has no result: an "
                        "organiser who does not play there has to decide it."
                    ),
                ),
                url=url,
                button=_("Open the cockpit"),
            )
        ]
    )
