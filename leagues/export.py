"""The part of leagues and tournaments in the file with everything the site knows of one user."""

from __future__ import annotations

from accounts.models import User
from leagues.models import (
    Act,
    Contender,
    Entry,
    LeagueTable,
    Message,
    Organiser,
    Ruling,
    Substitute,
    TableSeat,
    TournamentAct,
    TournamentOrganiser,
    TournamentSeat,
)


def leagues_section(user: User) -> object:
    """Sign-ups, where they led, own results, what was said about them, and what one organises."""
    return {
        "seasons": list(
            Entry.objects.filter(user=user).values(
                "season__league__name",
                "season__number",
                "state",
                "signed_at",
                "accepted_at",
                "checked_in_at",
                "group__division__number",
                "group__number",
                "claim",
                "given_division",
                "given_place",
                "strength",
                "bonus",
                "lot",
                "final_place",
                "next_division",
                "next_claim",
            )
        ),
        "results": [_league_result(seat) for seat in _league_seats(user)],
        "disputes": list(
            LeagueTable.objects.filter(disputed_by=user).values("game_id", "disputed_at", "dispute")
        ),
        "appeals": list(
            Ruling.objects.filter(appealed_by=user).values(
                "table__game_id", "appealed_at", "appeal", "settled_at"
            )
        ),
        "stands_by": list(Substitute.objects.filter(user=user).values("league__name", "since")),
        "organises": {
            "leagues": list(
                Organiser.objects.filter(user=user).values("league__name", "head", "since")
            ),
            "acts": list(
                Act.objects.filter(by=user).values(
                    "league__name", "season__number", "kind", "reason", "at"
                )
            ),
            "rulings": list(Ruling.objects.filter(by=user).values("table__game_id", "text", "at")),
            "letters": list(
                Message.objects.filter(by=user).values(
                    "season__league__name",
                    "season__number",
                    "division",
                    "unchecked",
                    "subject",
                    "body",
                    "at",
                )
            ),
        },
    }


def _league_seats(user: User) -> list[TableSeat]:
    return list(
        TableSeat.objects.filter(entry__user=user)
        .select_related("table__group__division__season__league")
        .order_by("pk")
    )


def _league_result(seat: TableSeat) -> dict[str, object]:
    table = seat.table
    season = table.group.division.season
    return {
        "league": season.league.name,
        "season": season.number,
        "table": table.letter,
        "game": table.game_id,
        "seat": seat.number,
        "score": (table.scores or {}).get(str(seat.entry_id)),
        "decided": table.source,
        "signed_at": seat.signed_at,
        "final_at": table.final_at,
    }


def tournaments_section(user: User) -> object:
    """Entries, own results round by round, and what one organises."""
    return {
        "entries": list(
            Contender.objects.filter(user=user).values(
                "tournament__name", "entered_at", "withdrawn_at", "strength", "out_after"
            )
        ),
        "results": [
            {
                "tournament": seat.table.round.tournament.name,
                "round": seat.table.round.number,
                "table": seat.table.number + 1,
                "game": seat.table.game_id,
                "seat": seat.number,
                "score": (seat.table.scores or {}).get(str(seat.contender_id)),
                "ruled": seat.table.ruled,
            }
            for seat in TournamentSeat.objects.filter(contender__user=user)
            .select_related("table__round__tournament")
            .order_by("pk")
        ],
        "organises": {
            "tournaments": list(
                TournamentOrganiser.objects.filter(user=user).values("tournament__name", "since")
            ),
            "acts": list(
                TournamentAct.objects.filter(by=user).values(
                    "tournament__name", "kind", "reason", "at"
                )
            ),
        },
    }
